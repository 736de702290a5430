// The clock of the database's machine may be set while runs are open: by hand, by a time server, or because a virtual machine slept. Deadlines and
// heartbeats are moments of that clock, so each process compares it with the seconds that it counted itself (decision 0113).
import type { Database } from '#platform/server/database/database.ts'
import { SERVICE_POLL_LIMIT, TOOL_PAGE_POLL_LIMIT } from '#rulebook/runs/polling.ts'

/** More than two comparisons can differ by on a machine that is merely busy; less than what makes a heartbeat stale. */
const SET_BY_MS = 5000

export interface ClockWatch {
  /** Compares once; if the clock was set since the last time, the limits of open runs start again. Returns whether it was. */
  look(): Promise<boolean>
}

export function createClockWatch(database: Database): ClockWatch {
  let known: { readonly leastMs: number; readonly mostMs: number } | undefined
  return {
    async look() {
      const askedMs = performance.now()
      const [row] = await database.query<{ now_ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
      )
      // The answer was read between asking and getting it.
      const ahead = { leastMs: row!.now_ms - performance.now(), mostMs: row!.now_ms - askedMs }
      const wasSet =
        known !== undefined && (ahead.leastMs > known.mostMs + SET_BY_MS || ahead.mostMs < known.leastMs - SET_BY_MS)
      if (wasSet) await renewOpenRuns(database)
      known = ahead
      return wasSet
    },
  }
}

/** As if each run had started now, with a heartbeat of now; two processes that do it agree. */
async function renewOpenRuns(database: Database): Promise<void> {
  await database.query(
    `update processing_history
        set deadline_at = now() + least(greatest(deadline_at - created_at, make_interval(secs => $1)), make_interval(secs => $2)),
            heartbeat_at = now()
      where status in ('pending', 'processing')`,
    [SERVICE_POLL_LIMIT.timeoutMs / 1000, TOOL_PAGE_POLL_LIMIT.timeoutMs / 1000],
  )
}
