// How long a run of a model usually takes here: the median of the last days, once there are enough runs (C-12).
import type { Database } from '#platform/server/database/database.ts'

const WINDOW_DAYS = 7
const MIN_RUNS = 5
const CACHE_MS = 60_000

export interface UsualSeconds {
  /** Null until enough runs exist. */
  of(modelKey: string): Promise<number | null>
}

export function createUsualSeconds(database: Database): UsualSeconds {
  const cache = new Map<string, { readonly seconds: number | null; readonly readAtMs: number }>()
  return {
    async of(modelKey) {
      const nowMs = performance.now()
      const known = cache.get(modelKey)
      if (known && nowMs - known.readAtMs < CACHE_MS) return known.seconds
      const seconds = await readMedian(database, modelKey)
      cache.set(modelKey, { seconds, readAtMs: nowMs })
      return seconds
    },
  }
}

async function readMedian(database: Database, modelKey: string): Promise<number | null> {
  const [row] = await database.query<{ runs: number; median: number | null }>(
    `select count(*)::int as runs,
            percentile_cont(0.5) within group (order by extract(epoch from completed_at - started_at))::float8 as median
       from processing_history
      where model_key = $1 and status = 'completed' and created_at > now() - make_interval(days => ${WINDOW_DAYS})`,
    [modelKey],
  )
  return row && row.runs >= MIN_RUNS && row.median !== null ? Math.round(row.median * 10) / 10 : null
}
