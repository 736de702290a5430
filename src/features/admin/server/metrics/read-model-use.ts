// What each model did in the last days, and how many of those who came then stayed (ours). Days are those of the configured zone.
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import type { funnel, modelUse } from '../../statistics-contract.ts'

/** The moment at which the last `days` begin, today included. */
const beginOf = (days: number): SQL =>
  sql`(((now() at time zone app_time_zone())::date - ${days - 1}::int)::timestamp at time zone app_time_zone())`

const secondsOf = (part: number): SQL => sql`
  (percentile_cont(${part}::float8) within group (order by extract(epoch from completed_at - started_at))
    filter (where status = 'completed' and started_at is not null))::float8`

type ModelUse = z.infer<typeof modelUse>
export async function readModelUse(db: Queryable, days: number): Promise<ModelUse[]> {
  const { rows } = await db.execute<ModelUse & Record<string, unknown>>(sql`
      select model_key as "modelKey", count(*) filter (where status = 'completed')::int as completed,
             count(*) filter (where status = 'failed' and error_code is distinct from 'processing-cancelled')::int as failed,
             ${secondsOf(0.5)} as "medianSeconds", ${secondsOf(0.9)} as "p90Seconds",
             coalesce(sum(list_credits) filter (where status = 'completed' and returned_for is null), 0)::int as credits
        from processing_history where created_at >= ${beginOf(days)}
       group by model_key order by completed desc, model_key`)
  return rows
}

type Funnel = z.infer<typeof funnel>
export async function readFunnel(db: Queryable, days: number): Promise<Funnel> {
  const { rows } = await db.execute<Funnel & Record<string, unknown>>(sql`
      select count(*)::int as "signUps",
             count(*) filter (where exists (select from processing_history h where h.user_id = p.id and h.status = 'completed'))::int as ran,
             count(*) filter (where exists (select from payment_orders o where o.user_id = p.id and o.paid_at is not null))::int as bought
        from user_profiles p where p.created_at >= ${beginOf(days)}`)
  return rows[0]!
}
