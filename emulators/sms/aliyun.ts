// Aliyun's SMS service as a process of this machine: SendSms of dysmsapi 2017-05-25, written from its public documents (decision 0077).
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { acs3Problem } from './acs3-check.ts'
import {
  ALIYUN_LIMITS,
  type Counter,
  createCounter,
  homeNumber,
  newSmsState,
  SIGN_NAME,
  type SmsState,
  type Template,
} from './outbox.ts'
import { type SmsEmulator, serveVendor, type Vendor, type VendorCall, type VendorReply } from './serve-vendor.ts'

// The console writes a dollar sign before the braces.
const TEMPLATES: Readonly<Record<string, Template>> = {
  SMS_154950909: { text: '您的验证码为：{code}，请勿泄露于他人！', reach: 'domestic' },
  SMS_154950910: { text: '您的验证码为：{code}，{minutes}分钟内有效。', reach: 'domestic' },
  SMS_154950911: { text: 'Your code is {code}.', reach: 'international' },
}
const MESSAGES_MAX = 1000
const VALUE_MAX_CHARACTERS = 35

export async function openAliyunSms({ port = 0 } = {}): Promise<SmsEmulator> {
  const state = newSmsState({
    keyId: `LTAI${randomBytes(10).toString('hex')}`,
    keySecret: randomBytes(15).toString('hex'),
    templates: TEMPLATES,
  })
  const { origin, close } = await serveVendor(state, createVendor(state), port)
  const settings = {
    SMS_PROVIDER: 'aliyun',
    SMS_ENDPOINT: origin,
    SMS_ACCESS_KEY_ID: state.keyId,
    SMS_ACCESS_KEY_SECRET: state.keySecret,
    SMS_SIGN_NAME: SIGN_NAME,
    SMS_TEMPLATE: 'SMS_154950909',
  }
  return Object.assign(state, { origin, settings, close })
}

function createVendor(state: SmsState): Vendor {
  const nonces = new Set<string>()
  const counter = createCounter(state, ALIYUN_LIMITS)
  return {
    busyCode: 'Throttling.User',
    refuse: (code) => refusal(code, code.startsWith('isv.') ? 200 : 503),
    judge: (call) => {
      const problem = acs3Problem({ ...state, nonces, nowSeconds: state.clock.now() }, call)
      if (problem) return refusal(...problem)
      if (call.headers['x-acs-version'] !== '2017-05-25') return refusal('InvalidVersion', 400)
      if (call.headers['x-acs-action'] !== 'SendSms' || call.path !== '/') return refusal('InvalidAction.NotFound', 404)
      return send(state, counter, call)
    },
  }
}

const refusal = (code: string, status = 200, message = code): VendorReply => ({
  status,
  code,
  body: { Code: code, Message: message, RequestId: randomUUID().toUpperCase() },
})

function send(state: SmsState, counter: Counter, call: VendorCall): VendorReply {
  const fields = Object.fromEntries(new URLSearchParams(call.query))
  const template = state.templates[fields.TemplateCode ?? '']
  const to = recipientOf(fields.PhoneNumbers ?? '')
  if (!state.signNames.has(fields.SignName ?? '')) return refusal('isv.SMS_SIGNATURE_ILLEGAL')
  if (!template) return refusal('isv.SMS_TEMPLATE_ILLEGAL')
  if ((fields.PhoneNumbers ?? '').split(',').length > MESSAGES_MAX) return refusal('isv.MOBILE_COUNT_OVER_LIMIT')
  if (!to) return refusal('isv.MOBILE_NUMBER_ILLEGAL')
  const isDomestic = to.startsWith('+86')
  if (isDomestic && template.reach === 'international') return refusal('isv.DOMESTIC_NUMBER_NOT_SUPPORTED')
  // [INF] the code: the documents only say that the template of a number abroad is another one.
  if (!isDomestic && template.reach === 'domestic') return refusal('isv.SMS_TEMPLATE_ILLEGAL')
  const text = textOf(template, fields.TemplateParam ?? '{}')
  if ('code' in text) return refusal(text.code)
  const limit = counter.take(to)
  if (limit) return refusal(limit.code, 200, limit.message)
  state.delivered.push({ to, signName: fields.SignName!, template: fields.TemplateCode!, text: text.text })
  const bizId = `${randomInt(1e9)}^0`
  return { status: 200, code: 'OK', body: { Code: 'OK', Message: 'OK', BizId: bizId, RequestId: randomUUID() } }
}

/** One number, abroad with its region and no plus sign. */
function recipientOf(number: string): string | undefined {
  const home = homeNumber(number)
  if (home) return home
  return /^[1-9]\d{6,14}$/.test(number) && !number.startsWith('86') ? `+${number}` : undefined
}

function textOf({ text }: Template, json: string): { readonly text: string } | { readonly code: string } {
  let values: Readonly<Record<string, unknown>>
  try {
    values = JSON.parse(json) as Record<string, unknown>
  } catch {
    return { code: 'isv.INVALID_JSON_PARAM' }
  }
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (names.some((name) => values[name] === undefined)) return { code: 'isv.TEMPLATE_MISSING_PARAMETERS' }
  if (names.some((name) => typeof values[name] !== 'string')) return { code: 'isv.INVALID_JSON_PARAM' }
  if (names.some((name) => String(values[name]).length > VALUE_MAX_CHARACTERS))
    return { code: 'isv.PARAM_LENGTH_LIMIT' }
  return { text: text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) }
}
