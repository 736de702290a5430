// What an operator gave back of runs' prices (decision 0095 gives back by itself).
import type { Database } from '#platform/server/database/database.ts'
import type { JobRow } from './job.store.ts'

/** Credits by the run's id, in one statement for all that were charged; none for the others. */
export async function readGivenBack(
  database: Database,
  rows: readonly Pick<JobRow, 'id' | 'creditsConsumed'>[],
): Promise<ReadonlyMap<string, number>> {
  const charged = rows.filter(({ creditsConsumed }) => creditsConsumed > 0).map(({ id }) => id)
  if (charged.length === 0) return new Map()
  const back = await database.query<{ id: string; credits: number }>(
    `select job_id as id, sum(amount)::int as credits from usage_logs
      where job_id = any($1) and kind = 'reverse' group by job_id`,
    [charged],
  )
  return new Map(back.map(({ id, credits }) => [id, credits]))
}
