// SMS through an HTTP gateway of the operator (docs/operate.md "SMS"). One request, one message: nothing is repeated, because after a
// timeout nobody knows whether the message left. Neither number nor code nor body reaches a log.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { gatewaySignature } from './gateway-signature.ts'
import { type DeliveryAnswer, SmsFailedError, type SmsSender } from './sms-sender.ts'

export interface SmsGateway {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** The gateway's name of the approved text. */
  readonly template: string
}

const TIMEOUT_MS = 10_000
/** A gateway's answer is an id and a word; more is a fault. */
const ANSWER_MAX_BYTES = 64 * 1024

export function createGatewaySender(gateway: SmsGateway, clock: Clock, timeoutMs = TIMEOUT_MS): SmsSender {
  const address = new URL(gateway.url)
  return {
    sendCode: async ({ phone, region, code, validMinutes }) => {
      // Digits only, so that nothing a person typed can become a header, a second recipient or another parameter.
      if (!/^\d{5,15}$/.test(phone) || !/^\+\d{1,4}$/.test(region)) throw new SmsFailedError('refused')
      const body = JSON.stringify({
        to: region + phone,
        template: gateway.template,
        params: { code, minutes: String(validMinutes) },
      })
      const response = await post(address, signedHeaders(gateway, address, body, clock), body, timeoutMs)
      if (!response.ok) {
        await response.body?.cancel()
        throw new SmsFailedError('refused', response.status)
      }
      return { status: response.status, messageId: messageIdOf(await readAnswer(response)) }
    },
  }
}

function signedHeaders({ key, secret }: SmsGateway, address: URL, body: string, clock: Clock): Record<string, string> {
  const timestampSeconds = Math.floor(clock.now().getTime() / 1000)
  const nonce = randomUUID()
  const path = address.pathname + address.search
  return {
    'content-type': 'application/json',
    'x-sms-key': key,
    'x-sms-timestamp': String(timestampSeconds),
    'x-sms-nonce': nonce,
    'x-sms-signature': gatewaySignature(secret, { method: 'POST', path, timestampSeconds, nonce, body }),
  }
}

async function post(url: URL, headers: Record<string, string>, body: string, timeoutMs: number): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    return await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  } catch (error) {
    throw new SmsFailedError((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable')
  }
}

async function readAnswer(response: Response): Promise<string> {
  try {
    const bytes: Uint8Array[] = []
    let sizeBytes = 0
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > ANSWER_MAX_BYTES) throw new SmsFailedError('unreadable', response.status)
      bytes.push(chunk)
    }
    return Buffer.concat(bytes).toString('utf8')
  } catch (error) {
    if (error instanceof SmsFailedError) throw error
    throw new SmsFailedError((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreadable', response.status)
  }
}

/** `{"success": false}` is a refusal even with status 200: many gateways answer so. */
function messageIdOf(answer: string): DeliveryAnswer['messageId'] {
  let parsed: unknown
  try {
    parsed = answer === '' ? {} : JSON.parse(answer)
  } catch {
    throw new SmsFailedError('unreadable')
  }
  const { success, id } = (parsed ?? {}) as { success?: unknown; id?: unknown }
  if (success === false) throw new SmsFailedError('refused')
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 100) : null
}
