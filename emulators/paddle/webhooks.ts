// Events of Paddle (payment contracts §3.5): a signed body, sent again until it is answered by exactly 200. Every delivery has a new signature.
import { createHmac } from 'node:crypto'
import { createWebhookOutbox, type OutboxSettings } from '../payments/webhook-outbox.ts'
import { newId } from './state.ts'

/** The sandbox sends three times in a quarter of an hour. */
const RETRY_SECONDS = [60, 840] as const

export interface Webhook {
  readonly eventId: string
  readonly type: string
  readonly occurredAtMs: number
  readonly data: Readonly<Record<string, unknown>>
  readonly statuses: number[]
  isAcknowledged: boolean
}

/** How a delivery differs from what it should be. */
export interface Tampering {
  /** Put into the entity before it is signed. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly type?: string
  readonly secret?: string
  /** A second signature before and after ours, as while a secret changes. */
  readonly otherSecrets?: { readonly before?: string; readonly after?: string }
  /** The body changed after it was signed. */
  readonly changesBody?: boolean
  /** The same JSON, reformatted by a proxy in between. */
  readonly rewritesBody?: boolean
  readonly lateSeconds?: number
  readonly header?: string
}

export interface WebhookSettings extends OutboxSettings {
  readonly secret: string
  /** The webhook destination of the seller; undefined until it is set. */
  readonly address: () => string | undefined
  readonly now: () => number
}

export type Webhooks = ReturnType<typeof createWebhooks>
export const createWebhooks = (settings: WebhookSettings) =>
  createWebhookOutbox(settings, {
    retrySeconds: RETRY_SECONDS,
    make: (type: string, data: Webhook['data']): Webhook => {
      const occurredAtMs = settings.now() * 1000
      return { eventId: newId('evt'), type, occurredAtMs, data, statuses: [], isAcknowledged: false }
    },
    post: async (webhook, tampering: Tampering = {}) => {
      const status = await post(webhook, tampering, settings)
      webhook.statuses.push(status)
      return { answer: status, isTaken: status === 200 }
    },
  })

async function post(webhook: Webhook, tampering: Tampering, settings: WebhookSettings): Promise<number> {
  const address = settings.address()
  if (!address) throw new Error('nobody named an address for webhooks')
  const body = JSON.stringify({
    event_id: webhook.eventId,
    event_type: tampering.type ?? webhook.type,
    occurred_at: new Date(webhook.occurredAtMs).toISOString(),
    // The same event to two destinations, or replayed, has a number of its own each time.
    notification_id: newId('ntf'),
    data: { ...webhook.data, ...tampering.data },
  })
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'Paddle-Signature': tampering.header ?? headerOf(body, tampering, settings),
    },
    body: tampering.changesBody
      ? body.replace('"discount":"0"', '"discount":"1"')
      : tampering.rewritesBody
        ? JSON.stringify(JSON.parse(body), null, 1)
        : body,
  })
  await response.arrayBuffer()
  return response.status
}

function headerOf(
  body: string,
  { secret, otherSecrets = {}, lateSeconds = 0 }: Tampering,
  settings: WebhookSettings,
): string {
  const ts = String(Math.floor(settings.now()) - lateSeconds)
  const { before, after } = otherSecrets
  const signed = [before, secret ?? settings.secret, after].flatMap((key) =>
    key ? [`h1=${createHmac('sha256', key).update(`${ts}:${body}`).digest('hex')}`] : [],
  )
  return [`ts=${ts}`, ...signed].join(';')
}
