// How many runs a person completed, this month and ever (P-04). Counted in the ledger, which deletion and cleanup never touch (C-54);
// it includes runs of unlimited tiers. The ledger of an account that was merged into this one ended with it, but its runs came along (C-53).
import { sql } from 'drizzle-orm'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { monthStart } from '#platform/server/database/month-start.ts'
import { NO_EFFECT } from '#rulebook/runs/no-effect.ts'

export async function readUsage(
  database: Database,
  userId: string,
  timeZone: string,
): Promise<{ monthlyRuns: number; totalRuns: number }> {
  const { rows } = await inUserScope(database, userId, (tx) =>
    tx.execute<{ monthlyRuns: number; totalRuns: number }>(sql`
      with completed as (
        select job_id, created_at as at from usage_logs where kind = 'capture' or details ->> 'reason' = ${NO_EFFECT}
        union all
        select id, completed_at from processing_history h
         where status = 'completed' and not exists (select 1 from usage_logs l where l.job_id = h.id))
      select count(*) filter (where at >= ${monthStart(timeZone)})::int as "monthlyRuns", count(*)::int as "totalRuns"
        from completed`),
  )
  return rows[0]!
}
