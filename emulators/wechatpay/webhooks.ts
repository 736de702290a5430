// Webhooks (payment contracts §2.8): a sealed transaction in a signed body, sent again until the status says that it was taken. Each delivery has a time
// and a nonce of its own.
import { type KeyObject, randomUUID } from 'node:crypto'
import { createWebhookOutbox, type OutboxSettings } from '../payments/webhook-outbox.ts'
import { beijingTime } from './state.ts'
import { randomText, sealed, signed } from './v3-crypto.ts'

/** After the first delivery. */
const RETRY_SECONDS = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600] as const

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly transaction: Readonly<Record<string, unknown>>
  readonly statuses: number[]
  isAcknowledged: boolean
}

/** How a delivery differs from what it should be. */
export interface Tampering {
  /** Put into the transaction before it is sealed and signed. */
  readonly transaction?: Readonly<Record<string, unknown>>
  readonly eventType?: string
  readonly id?: string
  readonly apiV3Key?: string
  /** One bit of the sealed text flipped before the body is signed: a good signature over a broken seal. */
  readonly breaksSeal?: boolean
  /** The body changed after it was signed. */
  readonly changesBody?: boolean
  readonly key?: KeyObject
  readonly serial?: string
  readonly lateSeconds?: number
  /** `WECHATPAY/SIGNTEST/`. */
  readonly signaturePrefix?: string
}

export interface WebhookSettings extends OutboxSettings {
  readonly apiV3Key: string
  /** Who signs just now, and the time in Unix seconds. */
  readonly signer: () => { readonly serial: string; readonly key: KeyObject }
  readonly now: () => number
}

export type Webhooks = ReturnType<typeof createWebhooks>
export const createWebhooks = (settings: WebhookSettings) =>
  createWebhookOutbox(settings, {
    retrySeconds: RETRY_SECONDS,
    make: (url: string, transaction: Webhook['transaction']): Webhook => ({
      id: randomUUID(),
      url,
      transaction,
      statuses: [],
      isAcknowledged: false,
    }),
    post: async (webhook, tampering: Tampering = {}) => {
      const status = await post(webhook, tampering, settings)
      webhook.statuses.push(status)
      return { answer: status, isTaken: status === 200 || status === 204 }
    },
  })

async function post(webhook: Webhook, tampering: Tampering, settings: WebhookSettings): Promise<number> {
  const body = bodyOf(webhook, tampering, settings)
  const timestamp = String(Math.floor(settings.now()) - (tampering.lateSeconds ?? 0))
  const nonce = randomText(32)
  const { serial, key } = settings.signer()
  const response = await fetch(webhook.url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': tampering.serial ?? serial,
      'Wechatpay-Signature': (tampering.signaturePrefix ?? '') + signed([timestamp, nonce, body], tampering.key ?? key),
      'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
    },
    body: tampering.changesBody ? body.replace('"summary":"支付成功"', '"summary":"支付成功 "') : body,
  })
  await response.arrayBuffer()
  return response.status
}

function bodyOf(webhook: Webhook, tampering: Tampering, settings: WebhookSettings): string {
  const text = JSON.stringify({ ...webhook.transaction, ...tampering.transaction })
  const seal = sealed(text, 'transaction', tampering.apiV3Key ?? settings.apiV3Key)
  const bytes = Buffer.from(seal.ciphertext, 'base64')
  if (tampering.breaksSeal) bytes[0]! ^= 1
  return JSON.stringify({
    id: tampering.id ?? webhook.id,
    create_time: beijingTime(settings.now() * 1000),
    resource_type: 'encrypt-resource',
    event_type: tampering.eventType ?? 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource: { original_type: 'transaction', ...seal, ciphertext: bytes.toString('base64') },
  })
}
