// Webhooks of a provider only trigger a poll (Topaz contract §8; decision 0069): they carry no signature, so their content is ignored. The address of
// a run cannot be guessed; a webhook wakes its worker, in whatever process, which asks the provider with our key.
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { BoundedMap } from '#platform/server/bounded-map.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isEqualSecret } from '#platform/server/is-equal-secret.ts'

export interface ProviderWebhooks {
  /** The webhook address of this run. */
  addressOf(jobId: string): string
  /** Resolves after `ms`, or when a webhook of this run comes; rejects when `signal` fires. */
  wait(jobId: string, ms: number, signal: AbortSignal): Promise<void>
}

interface WebhookParts {
  readonly database: Database
  readonly secret: string
  readonly publicOrigin: string
}

export const WEBHOOK_PATH = '/api/providers/topaz/notices'
const CHANNEL = 'provider_hint'
const EARLY_WEBHOOKS = 10_000

export function createProviderWebhooks({ database, secret, publicOrigin }: WebhookParts): ProviderWebhooks {
  const waiting = new Map<string, () => void>()
  /** Webhooks that came before anybody waited: between the task's acceptance and the first wait. Other processes' runs are among them. */
  const early = new BoundedMap<string, true>(EARLY_WEBHOOKS)
  const onWebhook = (id: string) => {
    const wake = waiting.get(id)
    if (wake) return wake()
    early.set(id, true)
  }
  let listening: Promise<unknown> | undefined
  return {
    addressOf: (jobId) => `${publicOrigin}${WEBHOOK_PATH}/${jobId}/${tokenOf(secret, jobId)}`,
    async wait(jobId, ms, signal) {
      // Without a database connection no webhook arrives, and the run is polled as usual.
      listening ??= database.listen(CHANNEL, onWebhook).catch(() => {
        listening = undefined
      })
      await listening
      if (early.delete(jobId)) return
      const woken = new AbortController()
      const wake = () => woken.abort()
      waiting.set(jobId, wake)
      try {
        await delay(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) })
      } catch (error) {
        if (signal.aborted || !woken.signal.aborted) throw error
      } finally {
        if (waiting.get(jobId) === wake) waiting.delete(jobId)
      }
    },
  }
}

/** To the process that has the run. */
export const passWebhook = (database: Database, jobId: string): Promise<unknown> =>
  database.query('select pg_notify($1, $2)', [CHANNEL, jobId])

const tokenOf = (secret: string, jobId: string): string =>
  createHmac('sha256', secret).update(`provider-hint:${jobId}`).digest('base64url')

export const isWebhookToken = (secret: string, jobId: string, token: string): boolean =>
  isEqualSecret(token, tokenOf(secret, jobId))
