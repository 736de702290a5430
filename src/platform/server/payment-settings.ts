// How credit packs are paid (document 2 §7; decision 0080): nothing is set, nothing is sold. Settings of a provider are set together or not at all.
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { minorOf } from '#rulebook/credits/orders.ts'
import { CREDIT_PACKS, type CreditPack } from '#rulebook/credits/packs.ts'
import { demandTls } from './in-the-clear.ts'
import { PADDLE_VARIABLES, type PaddleSettings, paddleFrom } from './paddle-settings.ts'
import { readPrivateKey, readPublicKey, rsaKeyFrom } from './payment-keys.ts'
import { SettingsError } from './settings-error.ts'
import { WECHATPAY_VARIABLES, type WechatpaySettings, wechatpayFrom } from './wechatpay-settings.ts'

export interface AlipaySettings {
  readonly appId: string
  readonly sellerId: string
  readonly privateKey: KeyObject
  /** Alipay's, not the application's. */
  readonly alipayPublicKey: KeyObject
  readonly gateway: string
}

export interface PaymentSettings {
  /** Prices of all packs in fen; undefined: nothing is sold for yuan. */
  readonly pricesFen: Readonly<Record<CreditPack['id'], number>> | undefined
  readonly alipay: AlipaySettings | undefined
  readonly wechatpay: WechatpaySettings | undefined
  readonly paddle: PaddleSettings | undefined
}

export const PAYMENT_VARIABLES = {
  PACK_PRICES_CNY: z.string().optional(),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{1,32}$/, 'is digits only')
    .optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^\d{1,28}$/, 'is digits only')
    .optional(),
  ALIPAY_PRIVATE_KEY: z.string().optional(),
  ALIPAY_PUBLIC_KEY: z.string().optional(),
  ALIPAY_GATEWAY: z.url({ protocol: /^https?$/ }).default('https://openapi.alipay.com/gateway.do'),
  ...WECHATPAY_VARIABLES,
  ...PADDLE_VARIABLES,
}
type PaymentVariables = z.infer<z.ZodObject<typeof PAYMENT_VARIABLES>>

/** Throws SettingsError for half an account, keys that are none, and a missing price. */
export function paymentFrom(values: PaymentVariables): PaymentSettings {
  const pricesFen = values.PACK_PRICES_CNY ? pricesFrom(values.PACK_PRICES_CNY) : undefined
  const alipay = alipayFrom(values)
  const wechatpay = wechatpayFrom(values)
  if (alipay && !pricesFen) throw new SettingsError('Alipay needs PACK_PRICES_CNY: it takes yuan only.')
  if (wechatpay && !pricesFen) throw new SettingsError('WeChat Pay needs PACK_PRICES_CNY: it takes yuan only.')
  return { pricesFen, alipay, wechatpay, paddle: paddleFrom(values) }
}

function alipayFrom(values: PaymentVariables): AlipaySettings | undefined {
  const {
    ALIPAY_APP_ID: appId,
    ALIPAY_SELLER_ID: sellerId,
    ALIPAY_PRIVATE_KEY: privateKey,
    ALIPAY_PUBLIC_KEY: publicKey,
    ALIPAY_GATEWAY: gateway,
  } = values
  if (!appId && !sellerId && !privateKey && !publicKey) return undefined
  if (!appId || !sellerId || !privateKey || !publicKey)
    throw new SettingsError(
      'ALIPAY_APP_ID, ALIPAY_SELLER_ID, ALIPAY_PRIVATE_KEY and ALIPAY_PUBLIC_KEY are set together or not at all.',
    )
  demandTls('ALIPAY_GATEWAY', gateway, 'orders')
  return {
    appId,
    sellerId,
    privateKey: rsaKeyFrom('ALIPAY_PRIVATE_KEY', privateKey, readPrivateKey),
    alipayPublicKey: rsaKeyFrom('ALIPAY_PUBLIC_KEY', publicKey, readPublicKey),
    gateway,
  }
}

/** `small=28,some=68.00,…`: every pack once, in yuan. */
function pricesFrom(text: string): Record<CreditPack['id'], number> {
  const given = new Map(text.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]))
  const ids = CREDIT_PACKS.map(({ id }) => id)
  const unknown = [...given.keys()].find((id) => !ids.some((known) => known === id))
  if (unknown !== undefined)
    throw new SettingsError(`PACK_PRICES_CNY: "${unknown}" is no pack; they are ${ids.join(', ')}.`)
  return Object.fromEntries(ids.map((id) => [id, fenOf(id, given.get(id))])) as Record<CreditPack['id'], number>
}

/** A pack for a million is a typing error. */
const MOST_FEN = 99_999_999

function fenOf(id: string, text: string | undefined): number {
  const minor = minorOf(text?.trim() ?? '') ?? 0
  const isPrice = minor >= 1 && minor <= MOST_FEN
  if (!isPrice) throw new SettingsError(`PACK_PRICES_CNY: ${id} needs a price in yuan, for example ${id}=28.00.`)
  return minor
}
