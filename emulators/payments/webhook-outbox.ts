// What the three payment emulators share of their webhooks: all that were made, and their delivery, again and again in the vendor's own time until
// the seller takes one. Nothing is sent by itself while `isHeld`, so that a test sends what it wants, when and as often as it wants.
import { setTimeout as delay } from 'node:timers/promises'

interface Delivered {
  isAcknowledged: boolean
}

/** `Facts`: what a webhook is made of; `Tampering`: how a delivery differs from what it should be; `Answer`: what the seller said to it. */
export interface WebhookOutbox<Facts extends unknown[], Webhook, Tampering, Answer> {
  readonly all: Webhook[]
  /** Makes and keeps it, and begins to deliver it. */
  add(...facts: Facts): Webhook
  /** One delivery. Rejects when nobody answers. */
  send(webhook: Webhook, tampering?: Tampering): Promise<Answer>
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
  stop(): void
}

export interface OutboxSettings {
  readonly isHeld: boolean
  /** How many of the vendor's seconds pass in one. */
  readonly retrySpeed: number
}

interface Vendor<Facts extends unknown[], Webhook, Tampering, Answer> {
  /** From one delivery to the next; the last is followed by none. */
  readonly retrySeconds: readonly number[]
  make(...facts: Facts): Webhook
  /** Posts it, notes the answer, and says whether that takes the webhook. */
  post(
    webhook: Webhook,
    tampering: Tampering | undefined,
  ): Promise<{ readonly answer: Answer; readonly isTaken: boolean }>
}

export function createWebhookOutbox<Facts extends unknown[], Webhook extends Delivered, Tampering, Answer>(
  { isHeld, retrySpeed }: OutboxSettings,
  { retrySeconds, make, post }: Vendor<Facts, Webhook, Tampering, Answer>,
): WebhookOutbox<Facts, Webhook, Tampering, Answer> {
  const all: Webhook[] = []
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const send = async (webhook: Webhook, tampering?: Tampering): Promise<Answer> => {
    const { answer, isTaken } = await post(webhook, tampering)
    if (isTaken) webhook.isAcknowledged = true
    return answer
  }
  const deliver = async (webhook: Webhook): Promise<void> => {
    for (const seconds of [...retrySeconds, undefined]) {
      await send(webhook).catch(() => {})
      if (webhook.isAcknowledged || seconds === undefined) return
      const waited = delay((seconds * 1000) / retrySpeed, false, { signal: stopping.signal })
      if (await waited.catch(() => true)) return
    }
  }
  return {
    all,
    add(...facts) {
      const webhook = make(...facts)
      all.push(webhook)
      if (!isHeld) {
        const work = deliver(webhook).finally(() => running.delete(work))
        running.add(work)
      }
      return webhook
    },
    send,
    settled: async () => void (await Promise.allSettled(running)),
    stop: () => stopping.abort(),
  }
}
