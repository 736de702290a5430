// Tencent Cloud's SMS as a process of this machine: SendSms of sms 2021-01-11, written from its public documents (decision 0077).
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import {
  type Counter,
  createCounter,
  homeNumber,
  newSmsState,
  SIGN_NAME,
  type SmsState,
  TENCENT_LIMITS,
  type Template,
} from './outbox.ts'
import { type SmsEmulator, serveVendor, type Vendor, type VendorCall, type VendorReply } from './serve-vendor.ts'
import { tc3Problem } from './tc3-check.ts'

const APP_ID = '1400006666'
const TEMPLATES: Readonly<Record<string, Template>> = {
  '1110': { text: '验证码为：{1}，若非本人操作，请勿泄露。', reach: 'domestic' },
  '1111': { text: '{1}为您的验证码，请于{2}分钟内填写。', reach: 'domestic' },
  '1112': { text: 'Your code is {1}.', reach: 'international' },
}
const REGIONS = ['ap-beijing', 'ap-guangzhou', 'ap-nanjing']
const MESSAGES_MAX = 200

interface SendSms {
  readonly PhoneNumberSet?: readonly string[]
  readonly SmsSdkAppId?: string
  readonly SignName?: string
  readonly TemplateId?: string
  readonly TemplateParamSet?: readonly string[]
}

export async function openTencentSms({ port = 0 } = {}): Promise<SmsEmulator> {
  const state = newSmsState({
    keyId: `AKID${randomBytes(16).toString('hex')}`,
    keySecret: randomBytes(16).toString('hex'),
    templates: TEMPLATES,
  })
  const { origin, close } = await serveVendor(state, createVendor(state), port)
  const settings = {
    SMS_PROVIDER: 'tencent',
    SMS_ENDPOINT: origin,
    SMS_ACCESS_KEY_ID: state.keyId,
    SMS_ACCESS_KEY_SECRET: state.keySecret,
    SMS_SIGN_NAME: SIGN_NAME,
    SMS_TEMPLATE: '1110',
    SMS_TENCENT_APP_ID: APP_ID,
  }
  return Object.assign(state, { origin, settings, close })
}

function createVendor(state: SmsState): Vendor {
  const counter = createCounter(state, TENCENT_LIMITS)
  return {
    busyCode: 'RequestLimitExceeded',
    refuse: (code) => (/^(?:LimitExceeded|FailedOperation)\./.test(code) ? statusOf('', code) : failed(code)),
    judge: (call) => {
      const problem = tc3Problem({ ...state, nowSeconds: state.clock.now() }, call)
      if (problem) return failed(problem)
      if (call.headers['x-tc-action'] !== 'SendSms') return failed('InvalidAction')
      if (call.headers['x-tc-version'] !== '2021-01-11') return failed('NoSuchVersion')
      if (!REGIONS.includes(call.headers['x-tc-region'] ?? '')) return failed('UnsupportedRegion')
      return send(state, counter, call)
    },
  }
}

/** What the gate says: status 200, too. */
const failed = (code: string): VendorReply => ({
  status: 200,
  code,
  body: { Response: { Error: { Code: code, Message: code }, RequestId: randomUUID() } },
})

/** What is said of one number. */
const statusOf = (to: string, code: string, message = code): VendorReply => ({
  status: 200,
  code,
  body: {
    Response: {
      SendStatusSet: [
        {
          SerialNo: code === 'Ok' ? `5000:${randomInt(1e9)}` : '',
          PhoneNumber: to,
          Fee: code === 'Ok' ? 1 : 0,
          SessionContext: '',
          Code: code,
          Message: message,
          IsoCode: to.startsWith('+86') ? 'CN' : '',
        },
      ],
      RequestId: randomUUID(),
    },
  },
})

function send(state: SmsState, counter: Counter, call: VendorCall): VendorReply {
  const input = parsed(call.body)
  const numbers = input?.PhoneNumberSet ?? []
  if (!input || !Array.isArray(numbers) || numbers.length === 0) return failed('MissingParameter')
  if (numbers.length > MESSAGES_MAX) return failed('LimitExceeded.PhoneNumberCountLimit')
  const [number = ''] = numbers
  const to = recipientOf(number)
  const template = state.templates[input.TemplateId ?? '']
  if (input.SmsSdkAppId !== APP_ID) return statusOf(number, 'InvalidParameterValue.SdkAppIdNotExist')
  if (!to) return statusOf(number, 'InvalidParameterValue.IncorrectPhoneNumber')
  if (!state.signNames.has(input.SignName ?? '')) return statusOf(to, 'FailedOperation.SignatureIncorrectOrUnapproved')
  if (!template) return statusOf(to, 'FailedOperation.TemplateIncorrectOrUnapproved')
  const mismatch = mismatchOf(template, to)
  if (mismatch) return statusOf(to, mismatch)
  const values = input.TemplateParamSet ?? []
  const places = new Set(template.text.match(/\{\d+\}/g)).size
  if (values.length !== places) return statusOf(to, 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate')
  const limit = counter.take(to)
  if (limit) return statusOf(to, limit.code, limit.message)
  const text = template.text.replace(/\{(\d+)\}/g, (_, place: string) => values[Number(place) - 1]!)
  state.delivered.push({ to, signName: input.SignName!, template: input.TemplateId!, text })
  return statusOf(to, 'Ok', 'send success')
}

function parsed(body: string): SendSms | undefined {
  try {
    return JSON.parse(body) as SendSms
  } catch {
    return undefined
  }
}

/** Abroad E.164. */
function recipientOf(number: string): string | undefined {
  const home = homeNumber(number)
  if (home) return home
  return /^\+[1-9]\d{6,14}$/.test(number) && !number.startsWith('+86') ? number : undefined
}

function mismatchOf({ reach }: Template, to: string): string | undefined {
  const isDomestic = to.startsWith('+86')
  if (isDomestic && reach === 'international') return 'UnsupportedOperation.GlobalTemplateToChineseMainlandPhone'
  return isDomestic || reach === 'international'
    ? undefined
    : 'UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone'
}
