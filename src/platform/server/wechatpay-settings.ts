// The merchant's account at WeChat Pay, API v3 (decision 0083). Its answers are proven by WeChat Pay's public key, where one is set; without it by
// platform certificates, which are fetched with the API v3 key.

import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { demandTls } from './in-the-clear.ts'
import { readPrivateKey, readPublicKey, rsaKeyFrom } from './payment-keys.ts'
import { SettingsError } from './settings-error.ts'

export interface WechatpaySettings {
  readonly appId: string
  readonly merchantId: string
  /** Serial number of the merchant's API certificate: identifies the key that signs our requests. */
  readonly merchantSerial: string
  readonly privateKey: KeyObject
  /** What webhooks and certificates are encrypted with; after a change the one before, too. */
  readonly apiV3Keys: readonly KeyObject[]
  /** WeChat Pay's, not the merchant's. */
  readonly publicKey: { readonly id: string; readonly key: KeyObject } | undefined
  readonly apiUrl: string
}

const apiV3Key = z
  .string()
  .regex(/^[!-~]{32}$/, 'is not the 32 letters and digits of the API v3 key')
  .optional()

export const WECHATPAY_VARIABLES = {
  WECHATPAY_APP_ID: z
    .string()
    .regex(/^wx\w{1,30}$/, 'does not begin with wx')
    .optional(),
  WECHATPAY_MERCHANT_ID: z
    .string()
    .regex(/^\d{1,32}$/, 'is digits only')
    .optional(),
  WECHATPAY_MERCHANT_SERIAL: z
    .string()
    .regex(/^[\da-f]{8,64}$/i, 'is no serial number in hexadecimal digits')
    .optional(),
  WECHATPAY_PRIVATE_KEY: z.string().optional(),
  WECHATPAY_API_V3_KEY: apiV3Key,
  WECHATPAY_API_V3_KEY_PREVIOUS: apiV3Key,
  WECHATPAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^PUB_KEY_ID_\w{1,64}$/, 'does not begin with PUB_KEY_ID_')
    .optional(),
  WECHATPAY_PUBLIC_KEY: z.string().optional(),
  WECHATPAY_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.mch.weixin.qq.com'),
}
type Variables = z.infer<z.ZodObject<typeof WECHATPAY_VARIABLES>>

/** Throws SettingsError for half an account and for unreadable keys. */
export function wechatpayFrom(values: Variables): WechatpaySettings | undefined {
  const {
    WECHATPAY_APP_ID: appId,
    WECHATPAY_MERCHANT_ID: merchantId,
    WECHATPAY_MERCHANT_SERIAL: merchantSerial,
    WECHATPAY_PRIVATE_KEY: privateKey,
    WECHATPAY_API_V3_KEY: key,
  } = values
  const publicKey = publicKeyFrom(values)
  if (!appId && !merchantId && !merchantSerial && !privateKey && !key && !publicKey) return undefined
  if (!appId || !merchantId || !merchantSerial || !privateKey || !key)
    throw new SettingsError(
      'WECHATPAY_APP_ID, WECHATPAY_MERCHANT_ID, WECHATPAY_MERCHANT_SERIAL, WECHATPAY_PRIVATE_KEY and WECHATPAY_API_V3_KEY are set together or not at all.',
    )
  demandTls('WECHATPAY_API_URL', values.WECHATPAY_API_URL, 'orders')
  return {
    appId,
    merchantId,
    merchantSerial,
    privateKey: rsaKeyFrom('WECHATPAY_PRIVATE_KEY', privateKey, readPrivateKey),
    apiV3Keys: [key, values.WECHATPAY_API_V3_KEY_PREVIOUS].flatMap((text) =>
      text ? [createSecretKey(text, 'ascii')] : [],
    ),
    publicKey,
    apiUrl: new URL(values.WECHATPAY_API_URL).origin,
  }
}

function publicKeyFrom({
  WECHATPAY_PUBLIC_KEY_ID: id,
  WECHATPAY_PUBLIC_KEY: key,
}: Variables): WechatpaySettings['publicKey'] {
  if (!id && !key) return undefined
  if (!id || !key)
    throw new SettingsError('WECHATPAY_PUBLIC_KEY_ID and WECHATPAY_PUBLIC_KEY are set together or not at all.')
  return { id, key: rsaKeyFrom('WECHATPAY_PUBLIC_KEY', key, readPublicKey) }
}
