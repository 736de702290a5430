// The two charts of /admin/stats (document 2 §2; P-12, U-19): one row per day of the configured zone, days without anything too.
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import { ADMIN_CHART_DAYS } from '#rulebook/admin/admin.ts'
import type { creditUseDay, userGrowthDay } from '../../statistics-contract.ts'

/** The last days as `days`, and the moment at which they begin as `window_start`. */
const daysUntilToday = (count: number): SQL => sql`
  days as (
    select (now() at time zone app_time_zone())::date - back as day from generate_series(0, ${count - 1}::int) as back),
  span as (
    select (min(day)::timestamp at time zone app_time_zone()) as window_start from days)`

const dayOf = (column: SQL): SQL => sql`(${column} at time zone app_time_zone())::date`

type UserGrowthDay = z.infer<typeof userGrowthDay>
/** New accounts of each day and how many there were at its end; deleted accounts count nowhere. */
export async function readUserGrowth(db: Queryable): Promise<UserGrowthDay[]> {
  const { rows } = await db.execute<UserGrowthDay & Record<string, unknown>>(sql`
      with ${daysUntilToday(ADMIN_CHART_DAYS.userGrowth)},
      joined as (
        select ${dayOf(sql`created_at`)} as day, count(*) as users from user_profiles
         where created_at >= (select window_start from span) group by 1),
      earlier as (
        select count(*) as users from user_profiles where created_at < (select window_start from span))
      select to_char(day, 'YYYY-MM-DD') as day, coalesce(joined.users, 0)::int as "newUsers",
             ((select users from earlier) + coalesce(sum(joined.users) over (order by day), 0))::int as "totalUsers"
        from days left join joined using (day) order by day`)
  return rows
}

type CreditUseDay = z.infer<typeof creditUseDay>
/** What consumers used: completed runs by list price (C-05), also of accounts that are gone, without those that gave it back. The pool counts what the provider took. */
export async function readCreditUse(db: Queryable): Promise<CreditUseDay[]> {
  const { rows } = await db.execute<CreditUseDay & Record<string, unknown>>(sql`
      with ${daysUntilToday(ADMIN_CHART_DAYS.creditUse)},
      used as (
        select ${dayOf(sql`created_at`)} as day, sum(list_credits) filter (where returned_for is null) as credits, count(*) as runs
          from runs_ever
         where created_at >= (select window_start from span) and status = 'completed' group by 1)
      select to_char(day, 'YYYY-MM-DD') as day, coalesce(credits, 0)::int as credits, coalesce(runs, 0)::int as runs
        from days left join used using (day) order by day`)
  return rows
}
