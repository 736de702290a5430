// Measurements that need a query: how deep the queues are and in which states the jobs stand.
import type { Database } from '#platform/server/database/database.ts'
import type { Metrics } from '#platform/server/metrics.ts'

interface CountRow {
  readonly label: string
  readonly count: number
}

export function measureQueue(metrics: Metrics, database: Database): void {
  const counts = async (statement: string) => {
    const rows = await database.query<CountRow>(statement)
    return new Map(rows.map(({ label, count }) => [label, count]))
  }
  metrics.addGauge('huanying_queue_depth', 'Queue entries that wait or run, by queue', 'queue', () =>
    counts(
      `select name as label, count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') group by name`,
    ),
  )
  metrics.addGauge('huanying_jobs', 'Jobs of the last day, by status', 'status', () =>
    counts(
      `select status as label, count(*)::int as count from processing_history where created_at > now() - interval '1 day' group by status`,
    ),
  )
}
