// What each exported table holds, oldest first. Moments are those of the configured zone, as the back office shows them.
import { type SQL, sql } from 'drizzle-orm'
import { WENT_BACK } from '#features/billing/server/payment/went-back.ts'
import type { DayRange, ExportTable } from '#rulebook/admin/exports.ts'
import { isWithinDays, serviceDayOf } from '../day-range.ts'
import { COMPLETED_RUNS, EARNED_CREDITS, FAILED_RUNS, VENDOR_COST_USD, VENDOR_CREDITS } from '../run-sums.ts'

const momentOf = (column: SQL): SQL => sql`to_char(${column} at time zone app_time_zone(), 'YYYY-MM-DD HH24:MI:SS')`

/** Columns in the order of EXPORT_COLUMNS, rows oldest first; the caller appends `limit`. */
export const EXPORT_QUERIES: Readonly<Record<ExportTable, (range: DayRange) => SQL>> = {
  days: (range) => sql`
    with days as (select generate_series(${range.from}::date, ${range.to}::date, interval '1 day')::date as day),
    joined as (select ${serviceDayOf(sql`created_at`)} as day, count(*) as n from user_profiles
                where ${isWithinDays(sql`created_at`, range)} group by 1),
    used as (select ${serviceDayOf(sql`created_at`)} as day, count(*) as n,
                    sum(list_credits) filter (where returned_for is null) as credits
               from runs_ever where ${isWithinDays(sql`created_at`, range)} and status = 'completed' group by 1),
    taken as (select ${serviceDayOf(sql`paid_at`)} as day, count(*) as n,
                     sum(amount_minor) filter (where currency = 'CNY') as cny, sum(amount_minor) filter (where currency = 'USD') as usd
                from payment_orders where ${isWithinDays(sql`paid_at`, range)} group by 1),
    went_back as (${WENT_BACK}),
    given_back as (select ${serviceDayOf(sql`at`)} as day, sum(minor) filter (where currency = 'CNY') as cny,
                          sum(minor) filter (where currency = 'USD') as usd
                     from went_back where ${isWithinDays(sql`at`, range)} group by 1)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(joined.n, 0)::int as new_users, coalesce(used.n, 0)::int as runs,
           coalesce(used.credits, 0)::int as credits, coalesce(taken.n, 0)::int as orders,
           ${money(sql`taken.cny`)} as revenue_cny, ${money(sql`taken.usd`)} as revenue_usd,
           ${money(sql`given_back.cny`)} as refunded_cny, ${money(sql`given_back.usd`)} as refunded_usd
      from days left join joined using (day) left join used using (day) left join taken using (day) left join given_back using (day)
     order by day`,
  models: (range) => sql`
    select to_char(${serviceDayOf(sql`created_at`)}, 'YYYY-MM-DD') as day, model_key, ${COMPLETED_RUNS} as completed, ${FAILED_RUNS} as failed,
           ${EARNED_CREDITS} as credits, ${VENDOR_CREDITS}::int as vendor_credits,
           to_char(${VENDOR_COST_USD}, 'FM999999990.0000') as cost_usd
      from runs_ever where ${isWithinDays(sql`created_at`, range)} group by 1, 2 order by 1, 2`,
  users: (range) => sql`
    select id, username, initial_email as email, user_type, coalesce(status, 'active') as status, credits_remaining, credits_used,
           ${momentOf(sql`created_at`)} as created_at
      from user_profiles where ${isWithinDays(sql`user_profiles.created_at`, range)} order by user_profiles.created_at, id`,
  orders: (range) => sql`
    select id, user_id, provider, pack_name, credits, ${money(sql`amount_minor`)} as amount, currency, status,
           ${momentOf(sql`created_at`)} as created_at, ${momentOf(sql`paid_at`)} as paid_at
      from payment_orders where ${isWithinDays(sql`payment_orders.created_at`, range)} order by payment_orders.created_at, id`,
  ledger: (range) => sql`
    select ${momentOf(sql`created_at`)} as created_at, user_id, kind, amount, total_amount, job_id, reference
      from usage_logs where ${isWithinDays(sql`usage_logs.created_at`, range)} order by usage_logs.created_at, id`,
  logs: (range) => sql`
    select ${momentOf(sql`l.created_at`)} as created_at, l.action, l.admin_id, coalesce(p.username, p.initial_email) as admin,
           l.target_user_id, l.ip_address, l.action_details::text as details
      from admin_action_logs l left join user_profiles p on p.id = l.admin_id
     where ${isWithinDays(sql`l.created_at`, range)} order by l.seq`,
}

function money(minor: SQL): SQL {
  return sql`to_char(coalesce(${minor}, 0) / 100.0, 'FM999999990.00')`
}
