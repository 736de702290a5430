// SMS by Alibaba Cloud (阿里云短信服务): SendSms of dysmsapi 2017-05-25. Neither number nor code reaches a log.
import { randomUUID } from 'node:crypto'
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
import { acs3Headers, acs3Query } from './acs3-signature.ts'

export function createAliyunSender(account: VendorAccount, clock: Clock, timeoutMs: number): SmsSender {
  return {
    sendCode: async (message) => {
      demandNumber(message)
      const parameters = parametersOf(account, message)
      return postMessage(() => signedRequest(account, parameters, clock), readAnswer, timeoutMs)
    },
  }
}

/** Numbers of mainland China go without their region, others with it and without a plus sign. Throws SmsFailedError. */
function parametersOf(account: VendorAccount, { phone, region, code, validMinutes }: CodeMessage) {
  // TRAP: +1 310 555 0100 and the mobile number 131 0555 0100 are then the same eleven digits, and a stranger gets the code.
  if (region === '+1') throw new SmsFailedError('number')
  const values = { code, minutes: String(validMinutes) }
  return {
    PhoneNumbers: region === '+86' ? phone : region.slice(1) + phone,
    SignName: account.signName,
    TemplateCode: account.template,
    TemplateParam: JSON.stringify(Object.fromEntries(account.parameters.map((name) => [name, values[name]]))),
  }
}

function signedRequest(account: VendorAccount, parameters: Record<string, string>, clock: Clock): VendorRequest {
  const url = new URL(account.endpoint)
  url.search = acs3Query(parameters)
  const key = { accessKeyId: account.keyId, accessKeySecret: account.keySecret }
  const headers = acs3Headers(
    { host: url.host, action: 'SendSms', version: '2017-05-25', parameters, date: clock.now(), nonce: randomUUID() },
    key,
  )
  return { url, headers, body: null }
}

/** `Code` is `OK`, or says why not, with status 200 for the business and another for what the gate refused. */
function readAnswer(answer: VendorAnswer): DeliveryAnswer {
  const { Code, Message, BizId, RequestId } = fieldsOf(answer)
  const code = textOrNull(Code)
  const { status } = answer
  if (status === 200 && code === 'OK') return { status, messageId: textOrNull(BizId) }
  const kind = code === null ? 'unreadable' : failureOf(code, String(Message))
  throw new SmsFailedError(kind, { status, code, requestId: textOrNull(RequestId) })
}

function failureOf(code: string, message: string): SmsFailure {
  if (code.startsWith('Throttling')) return 'busy'
  if (code === 'isv.MOBILE_NUMBER_ILLEGAL') return 'number'
  // One code for the limits of a minute, an hour and a day; only the message distinguishes them.
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') return message.includes('天级') ? 'daily-limit' : 'too-often'
  return 'refused'
}
