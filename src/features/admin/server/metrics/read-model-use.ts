// What each model did in some days, also for accounts that are gone, and how many of those who came then stayed (ours). Days are those of the
// configured zone.
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import type { DayRange } from '#rulebook/admin/exports.ts'
import type { funnel, modelUse } from '../../statistics-contract.ts'
import { isWithinDays } from '../day-range.ts'
import { COMPLETED_RUNS, EARNED_CREDITS, FAILED_RUNS, VENDOR_COST_USD } from '../run-sums.ts'
import { readIncomePerCredit } from './read-sales.ts'

const secondsOf = (part: number): SQL => sql`
  (percentile_cont(${part}::float8) within group (order by seconds)
    filter (where status = 'completed' and seconds is not null))::float8`

const RUN_COLUMNS = sql`created_at, model_key, status, error_code, list_credits, returned_for, vendor_credits, ai_service`
/** Only the measured time of a run whose row went is kept, not its way through the service. By two indexes of "created_at", not by the view. */
const runsWithin = (range: DayRange): SQL => sql`
  select ${RUN_COLUMNS}, extract(epoch from completed_at - started_at)::float8 as seconds from processing_history where ${isWithinDays(sql`created_at`, range)}
  union all select ${RUN_COLUMNS}, processing_time_seconds from ended_runs where ${isWithinDays(sql`created_at`, range)}`

type ModelUse = z.infer<typeof modelUse>
/** What a credit brought and what the provider's costs are estimates: the price of a pack, and the newest cost that was entered. */
export async function readModelUse(db: Queryable, range: DayRange): Promise<ModelUse[]> {
  const incomePerCredit = await readIncomePerCredit(db)
  const { rows } = await db.execute<Omit<ModelUse, 'incomeUsd'> & Record<string, unknown>>(sql`
      select model_key as "modelKey", ${COMPLETED_RUNS} as completed, ${FAILED_RUNS} as failed,
             ${secondsOf(0.5)} as "medianSeconds", ${secondsOf(0.9)} as "p90Seconds",
             ${EARNED_CREDITS} as credits, ${VENDOR_COST_USD}::float8 as "costUsd"
        from (${runsWithin(range)}) as runs
       group by model_key order by completed desc, model_key`)
  return rows.map((row) => ({ ...row, incomeUsd: row.credits * incomePerCredit }))
}

type Funnel = z.infer<typeof funnel>
export async function readFunnel(db: Queryable, range: DayRange): Promise<Funnel> {
  const { rows } = await db.execute<Funnel & Record<string, unknown>>(sql`
      select count(*)::int as "signUps",
             count(*) filter (where exists (select from processing_history h where h.user_id = p.id and h.status = 'completed'))::int as ran,
             count(*) filter (where exists (select from payment_orders o where o.user_id = p.id and o.paid_at is not null))::int as bought
        from user_profiles p where ${isWithinDays(sql`p.created_at`, range)}`)
  return rows[0]!
}
