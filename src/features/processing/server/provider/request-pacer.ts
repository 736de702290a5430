// At most so many requests per second towards a provider, whichever process sends them; more of them wait in line and none is refused
// (document 2 §9, C-41; decision 0062).
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#platform/server/database/database.ts'

export interface RequestPacer {
  /** Resolves when the caller may send; rejects when `signal` fires first. */
  turn(signal?: AbortSignal): Promise<void>
}

/** A turn taken later than this after its moment could fall into one second with five others; it is taken anew. */
const TOLERANCE_MS = 100

/**
 * The row holds the moment of the next turn; whoever moves it on has the one before. Turns stand so far apart that any six of them span a
 * second and the tolerance. A turn given up stays empty, which only makes the line a little slower.
 */
export function createSharedPacer(database: Database, name: string, perSecond: number): RequestPacer {
  const gapMs = (1000 + TOLERANCE_MS) / perSecond
  const reserve = async (): Promise<number> => {
    const [row] = await database.query<{ wait_ms: number }>(
      `insert into provider_gates as gate (name, next_request_at) values ($1, clock_timestamp() + $2::float8 * interval '1 ms')
       on conflict (name) do update
         set next_request_at = greatest(gate.next_request_at, clock_timestamp()) + $2::float8 * interval '1 ms'
       returning (extract(epoch from next_request_at - clock_timestamp()) * 1000)::float8 - $2::float8 as wait_ms`,
      [name, gapMs],
    )
    return row!.wait_ms
  }
  return {
    async turn(signal) {
      for (;;) {
        signal?.throwIfAborted()
        const askedAtMs = performance.now()
        const waitMs = await reserve()
        const dueAtMs = performance.now() + waitMs
        if (waitMs > 0) await delay(waitMs, undefined, signal && { signal })
        const lateMs = Math.max(performance.now() - dueAtMs, waitMs > 0 ? 0 : performance.now() - askedAtMs)
        if (lateMs <= TOLERANCE_MS) return
      }
    },
  }
}
