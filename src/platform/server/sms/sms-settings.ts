// Who sends codes by SMS: Alibaba Cloud, Tencent Cloud, or a gateway of the operator. Without settings SMS is off, and no screen offers it.

import { z } from 'zod'
import { demandTls } from '../in-the-clear.ts'
import { SettingsError } from '../settings-error.ts'
import type { SmsGateway } from './gateway-sender.ts'
import type { TencentAccount } from './tencent/tencent-sender.ts'
import type { TemplateParameter, VendorAccount } from './vendor-account.ts'

export type SmsSettings =
  | ({ readonly provider: 'gateway' } & SmsGateway)
  | ({ readonly provider: 'aliyun' } & VendorAccount)
  | ({ readonly provider: 'tencent' } & TencentAccount)

/** Also characters that are invalid in a header or a signed line. */
const word = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'has characters that none has')
  .optional()

export const SMS_VARIABLES = {
  SMS_PROVIDER: z.enum(['gateway', 'aliyun', 'tencent']).default('gateway'),
  SMS_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_GATEWAY_KEY: z.string().optional(),
  SMS_GATEWAY_SECRET: z.string().optional(),
  SMS_ACCESS_KEY_ID: word,
  SMS_ACCESS_KEY_SECRET: word,
  SMS_SIGN_NAME: z.string().max(40).optional(),
  SMS_TEMPLATE: z.string().optional(),
  SMS_TEMPLATE_PARAMETERS: z.enum(['code', 'code,minutes']).default('code'),
  SMS_TENCENT_APP_ID: z.string().regex(/^\d+$/, 'is digits only').optional(),
  SMS_TENCENT_REGION: z.string().default('ap-guangzhou'),
  SMS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
}
type SmsVariables = z.infer<z.ZodObject<typeof SMS_VARIABLES>>

const ENDPOINTS = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com' } as const

/** Throws SettingsError for half an account and for an address on which codes would travel readable. */
export function smsFrom(values: SmsVariables): SmsSettings | undefined {
  const { SMS_PROVIDER: provider } = values
  return provider === 'gateway' ? gatewayFrom(values) : vendorFrom(values, provider)
}

function gatewayFrom(values: SmsVariables): SmsSettings | undefined {
  const { SMS_GATEWAY_URL, SMS_GATEWAY_KEY, SMS_GATEWAY_SECRET, SMS_TEMPLATE } = values
  if (values.SMS_ACCESS_KEY_ID) throw new SettingsError('SMS_ACCESS_KEY_ID needs SMS_PROVIDER=aliyun or tencent.')
  if (!SMS_GATEWAY_URL && !SMS_GATEWAY_KEY && !SMS_GATEWAY_SECRET && !SMS_TEMPLATE) return undefined
  const account = whole({ SMS_GATEWAY_URL, SMS_GATEWAY_KEY, SMS_GATEWAY_SECRET, SMS_TEMPLATE })
  return {
    provider: 'gateway',
    url: demandTls('SMS_GATEWAY_URL', account.SMS_GATEWAY_URL, 'codes'),
    key: account.SMS_GATEWAY_KEY,
    secret: account.SMS_GATEWAY_SECRET,
    template: account.SMS_TEMPLATE,
  }
}

function vendorFrom(values: SmsVariables, provider: 'aliyun' | 'tencent'): SmsSettings {
  const { SMS_ACCESS_KEY_ID, SMS_ACCESS_KEY_SECRET, SMS_SIGN_NAME, SMS_TEMPLATE, SMS_TENCENT_APP_ID } = values
  const common = whole({ SMS_ACCESS_KEY_ID, SMS_ACCESS_KEY_SECRET, SMS_SIGN_NAME, SMS_TEMPLATE })
  const account: VendorAccount = {
    endpoint: new URL(demandTls('SMS_ENDPOINT', values.SMS_ENDPOINT ?? ENDPOINTS[provider], 'codes')).origin,
    keyId: common.SMS_ACCESS_KEY_ID,
    keySecret: common.SMS_ACCESS_KEY_SECRET,
    signName: common.SMS_SIGN_NAME,
    template: common.SMS_TEMPLATE,
    parameters: values.SMS_TEMPLATE_PARAMETERS.split(',') as TemplateParameter[],
  }
  if (provider === 'aliyun') return { provider, ...account }
  const { SMS_TENCENT_APP_ID: appId } = whole({ SMS_TENCENT_APP_ID })
  return { provider, ...account, appId, region: values.SMS_TENCENT_REGION }
}

/** All of them, or the start stops with the names of what is missing. */
function whole<Names extends string>(account: Record<Names, string | undefined>): Record<Names, string> {
  const missing = Object.entries(account).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length > 0) throw new SettingsError(`The SMS account is not whole: ${missing.join(', ')} missing.`)
  return account as Record<Names, string>
}
