// Webhooks of a provider only trigger a poll (Topaz contract §8; decision 0069): they carry no signature, so their content is ignored. The address of
// a run cannot be guessed; a webhook wakes its worker, in whatever process, which asks the provider with our key.
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#platform/server/database/database.ts'
import { isEqualSecret } from '#platform/server/is-equal-secret.ts'

export interface ProviderHints {
  /** The webhook address of this run. */
  addressOf(jobId: string): string
  /** Resolves after `ms`, or when a notice of this run comes; rejects when `signal` fires. */
  wait(jobId: string, ms: number, signal: AbortSignal): Promise<void>
}

interface HintParts {
  readonly database: Database
  readonly secret: string
  readonly publicOrigin: string
}

export const HINT_PATH = '/api/providers/topaz/notices'
const CHANNEL = 'provider_hint'
const MOST_EARLY = 10_000

export function createProviderHints({ database, secret, publicOrigin }: HintParts): ProviderHints {
  const waiting = new Map<string, () => void>()
  /** Hints that came before anybody waited: between the task's acceptance and the first wait. Other processes' runs are among them. */
  const early = new Set<string>()
  const onHint = (id: string) => {
    const wake = waiting.get(id)
    if (wake) return wake()
    if (early.size >= MOST_EARLY) early.clear()
    early.add(id)
  }
  let listening: Promise<unknown> | undefined
  return {
    addressOf: (jobId) => `${publicOrigin}${HINT_PATH}/${jobId}/${tokenOf(secret, jobId)}`,
    async wait(jobId, ms, signal) {
      // Without a database connection no hint arrives, and the run is polled as usual.
      listening ??= database.listen(CHANNEL, onHint).catch(() => {
        listening = undefined
      })
      await listening
      if (early.delete(jobId)) return
      const hinted = new AbortController()
      const wake = () => hinted.abort()
      waiting.set(jobId, wake)
      try {
        await delay(ms, undefined, { signal: AbortSignal.any([signal, hinted.signal]) })
      } catch (error) {
        if (signal.aborted || !hinted.signal.aborted) throw error
      } finally {
        if (waiting.get(jobId) === wake) waiting.delete(jobId)
      }
    },
  }
}

/** To the process that has the run. */
export const passHint = (database: Database, jobId: string): Promise<unknown> =>
  database.query('select pg_notify($1, $2)', [CHANNEL, jobId])

const tokenOf = (secret: string, jobId: string): string =>
  createHmac('sha256', secret).update(`provider-hint:${jobId}`).digest('base64url')

export const isHintToken = (secret: string, jobId: string, token: string): boolean =>
  isEqualSecret(token, tokenOf(secret, jobId))
