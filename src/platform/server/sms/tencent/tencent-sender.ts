// SMS by Tencent Cloud (腾讯云短信): SendSms of sms 2021-01-11. Neither number nor code reaches a log.
import type { Clock } from '../../clock.ts'
import { fieldsOf, postMessage, textOrNull, type VendorAnswer, type VendorRequest } from '../post-message.ts'
import {
  type CodeMessage,
  type DeliveryAnswer,
  demandNumber,
  SmsFailedError,
  type SmsFailure,
  type SmsSender,
} from '../sms-sender.ts'
import type { VendorAccount } from '../vendor-account.ts'
import { tc3Headers } from './tc3-signature.ts'

export interface TencentAccount extends VendorAccount {
  /** SmsSdkAppId of the console. */
  readonly appId: string
  readonly region: string
}

export function createTencentSender(account: TencentAccount, clock: Clock, timeoutMs: number): SmsSender {
  return {
    sendCode: async (message) => {
      demandNumber(message)
      const body = bodyOf(account, message)
      return postMessage(() => signedRequest(account, body, clock), readAnswer, timeoutMs)
    },
  }
}

/** The template's values are positional. */
function bodyOf(account: TencentAccount, { phone, region, code, validMinutes }: CodeMessage): string {
  const values = { code, minutes: String(validMinutes) }
  return JSON.stringify({
    PhoneNumberSet: [region + phone],
    SmsSdkAppId: account.appId,
    SignName: account.signName,
    TemplateId: account.template,
    TemplateParamSet: account.parameters.map((name) => values[name]),
  })
}

function signedRequest(account: TencentAccount, body: string, clock: Clock): VendorRequest {
  const url = new URL(account.endpoint)
  const headers = tc3Headers(
    {
      host: url.host,
      service: 'sms',
      action: 'SendSms',
      version: '2021-01-11',
      region: account.region,
      body,
      timestampSeconds: Math.floor(clock.now().getTime() / 1000),
    },
    { secretId: account.keyId, secretKey: account.keySecret },
  )
  return { url, headers, body }
}

/** Status 200 in any case: `Error` when the gate refused the call, else one status per number, which may be a refusal, too. */
function readAnswer(answer: VendorAnswer): DeliveryAnswer {
  const { status } = answer
  const { Error: error, SendStatusSet: statuses, RequestId } = inner(fieldsOf(answer).Response)
  const sent = inner(Array.isArray(statuses) ? statuses[0] : undefined)
  const code = textOrNull(inner(error).Code ?? sent.Code)
  if (status === 200 && code === 'Ok') return { status, messageId: textOrNull(sent.SerialNo) }
  throw new SmsFailedError(code === null ? 'unreadable' : failureOf(code), {
    status,
    code,
    requestId: textOrNull(RequestId),
  })
}

const inner = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const FAILURES: Readonly<Record<string, SmsFailure>> = {
  'InvalidParameterValue.IncorrectPhoneNumber': 'number',
  // On the carriers' do-not-disturb list, mostly by its owner's wish.
  'FailedOperation.PhoneNumberInBlacklist': 'number',
  'LimitExceeded.PhoneNumberThirtySecondLimit': 'too-often',
  'LimitExceeded.PhoneNumberOneHourLimit': 'too-often',
  'LimitExceeded.DeliveryFrequencyLimit': 'too-often',
  'LimitExceeded.PhoneNumberDailyLimit': 'daily-limit',
  'LimitExceeded.PhoneNumberSameContentDailyLimit': 'daily-limit',
}

const failureOf = (code: string): SmsFailure =>
  code.startsWith('RequestLimitExceeded') ? 'busy' : Object.hasOwn(FAILURES, code) ? FAILURES[code]! : 'refused'
