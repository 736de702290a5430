// What an operator gave back of a run's price (decision 0095 gives back by itself).
import type { Database } from '#platform/server/database/database.ts'
import type { JobRow } from './job.store.ts'

export async function readGivenBack(database: Database, row: JobRow): Promise<number> {
  if (row.creditsConsumed === 0) return 0
  const [back] = await database.query<{ credits: number }>(
    `select coalesce(sum(amount), 0)::int as credits from usage_logs where job_id = $1 and user_id = $2 and kind = 'reverse'`,
    [row.id, row.userId],
  )
  return back!.credits
}
