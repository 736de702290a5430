// At most so many requests per second towards a provider, whichever process sends them; more of them wait in line and none is refused
// (document 2 §9, C-41; decision 0062).
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#platform/server/database/database.ts'

export interface RequestPacer {
  /** Resolves when the caller may send; rejects when `signal` fires first. */
  turn(signal?: AbortSignal): Promise<void>
}

/** A turn taken later than this after its moment could share a second with five others; another turn is taken instead. */
const TOLERANCE_MS = 100
/** One request may take so much longer on its way than another: six noted in one second by the vendor were five here (bench/topaz.ts, load 12). */
const WAY_MS = 100
const MOST_AHEAD_MS = 5000
/** A comparison of the two clocks is used for this long. */
const CLOCKS_KEPT_MS = 60_000

/**
 * The row holds the moment of the next turn; advancing it takes the one before. Turns are spaced so that any six of them span a
 * second, the tolerance and the way. An abandoned turn stays unused, which only slows the queue a little. Where the clock was set back since the last
 * turn was taken, the line keeps its length and moves back with it (decision 0113).
 */
export function createSharedPacer(database: Database, name: string, perSecond: number): RequestPacer {
  const gapMs = (1000 + TOLERANCE_MS + WAY_MS) / perSecond
  const toLocal = createClockComparison()
  /** The moment of a turn that is not before `leadMs` from now, by this process's clock. */
  const reserve = async (leadMs: number): Promise<number> => {
    const askedAtMs = performance.now()
    const [row] = await database.query<{ turn_ms: number; now_ms: number }>(
      `insert into provider_gates as gate (name, next_request_at, taken_at)
         values ($1, clock_timestamp() + ($2::float8 + $3::float8) * interval '1 ms', clock_timestamp())
       on conflict (name) do update set taken_at = clock_timestamp(), next_request_at =
         greatest(gate.next_request_at - greatest(gate.taken_at - clock_timestamp(), interval '0'),
                  clock_timestamp() + $3::float8 * interval '1 ms') + $2::float8 * interval '1 ms'
       returning (extract(epoch from next_request_at) * 1000)::float8 - $2::float8 as turn_ms,
                 (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`,
      [name, gapMs, leadMs],
    )
    return toLocal(row!.turn_ms, { askedAtMs, databaseMs: row!.now_ms, answeredAtMs: performance.now() })
  }
  return {
    async turn(signal) {
      let leadMs = 0
      for (;;) {
        signal?.throwIfAborted()
        const dueAtMs = await reserve(leadMs)
        const waitMs = dueAtMs - performance.now()
        if (waitMs > 0) await delay(waitMs, undefined, signal && { signal })
        const lateMs = performance.now() - dueAtMs
        if (lateMs <= TOLERANCE_MS) return
        // Where this machine or the database is slow, the next turn is asked for far enough ahead to be met.
        leadMs = Math.min(MOST_AHEAD_MS, 2 * lateMs)
      }
    },
  }
}

interface Comparison {
  readonly askedAtMs: number
  readonly databaseMs: number
  readonly answeredAtMs: number
}

/**
 * How far the database's clock is from this process's own. The quickest answer of the last minute counts: a slow one says little about the moment that it
 * was made at, and taking its turn for later than it is has let six requests into one second (bench/topaz.ts, load 23). One that cannot be true beside
 * it shows that the clock was set.
 */
function createClockComparison() {
  let best: { readonly offsetMs: number; readonly widthMs: number; readonly atMs: number } | undefined
  return (databaseMoment: number, { askedAtMs, databaseMs, answeredAtMs }: Comparison): number => {
    const widthMs = answeredAtMs - askedAtMs
    const offsetMs = databaseMs - (askedAtMs + answeredAtMs) / 2
    const isOld = best !== undefined && answeredAtMs - best.atMs > CLOCKS_KEPT_MS
    const wasSet = best !== undefined && Math.abs(offsetMs - best.offsetMs) > (widthMs + best.widthMs) / 2
    if (!best || isOld || wasSet || widthMs <= best.widthMs) best = { offsetMs, widthMs, atMs: answeredAtMs }
    return databaseMoment - best.offsetMs
  }
}
