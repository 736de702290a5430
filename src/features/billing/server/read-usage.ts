// How many runs a person completed, this month and ever (P-04). Counted in the ledger, which deletion and cleanup never touch (C-54);
// it includes runs of unlimited tiers.
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
      select count(*) filter (where created_at >= ${monthStart(timeZone)})::int as "monthlyRuns", count(*)::int as "totalRuns"
        from usage_logs where kind = 'capture' or details ->> 'reason' = ${NO_EFFECT}`),
  )
  return rows[0]!
}
