// SMS through an HTTP gateway of the operator (docs/operate.md "SMS"). Neither number nor code nor body reaches a log.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { gatewaySignature } from './gateway-signature.ts'
import {
  fieldsOf,
  postMessage,
  SMS_TIMEOUT_MS,
  textOrNull,
  type VendorAnswer,
  type VendorRequest,
} from './post-message.ts'
import { type DeliveryAnswer, demandNumber, SmsFailedError, type SmsSender } from './sms-sender.ts'

export interface SmsGateway {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** The gateway's name of the approved text. */
  readonly template: string
}

export function createGatewaySender(gateway: SmsGateway, clock: Clock, timeoutMs = SMS_TIMEOUT_MS): SmsSender {
  return {
    sendCode: async (message) => {
      demandNumber(message)
      const { phone, region, code, validMinutes } = message
      const body = JSON.stringify({
        to: region + phone,
        template: gateway.template,
        params: { code, minutes: String(validMinutes) },
      })
      return postMessage(() => signedRequest(gateway, body, clock), readAnswer, timeoutMs)
    },
  }
}

function signedRequest({ url: address, key, secret }: SmsGateway, body: string, clock: Clock): VendorRequest {
  const url = new URL(address)
  const timestampSeconds = Math.floor(clock.now().getTime() / 1000)
  const nonce = randomUUID()
  const path = url.pathname + url.search
  const headers = {
    'content-type': 'application/json',
    'x-sms-key': key,
    'x-sms-timestamp': String(timestampSeconds),
    'x-sms-nonce': nonce,
    'x-sms-signature': gatewaySignature(secret, { method: 'POST', path, timestampSeconds, nonce, body }),
  }
  return { url, headers, body }
}

/** `{"success": false}` is a refusal even with status 200: many gateways answer so. An empty answer is none. */
function readAnswer(answer: VendorAnswer): DeliveryAnswer {
  const { status, text } = answer
  if (status < 200 || status > 299) throw new SmsFailedError('refused', { status })
  const { success, id } = text === '' ? {} : fieldsOf(answer)
  if (success === false) throw new SmsFailedError('refused', { status })
  return { status, messageId: textOrNull(id) }
}
