// What came in by day, and what a credit brings on average (ours).
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { BACK_OF_ORDER, WENT_BACK } from '#features/billing/server/payment/went-back.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import type { DayRange } from '#rulebook/admin/exports.ts'
import type { Currency } from '#rulebook/credits/orders.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import type { sales } from '../../statistics-contract.ts'
import { isWithinDays, serviceDayOf } from '../day-range.ts'

type Sales = z.infer<typeof sales>
interface Row extends Record<string, unknown> {
  readonly day: string
  readonly orders: number
  readonly cny: number
  readonly usd: number
  readonly cnyBack: number
  readonly usdBack: number
}

export async function readSales(db: Queryable, range: DayRange): Promise<Sales> {
  const { rows } = await db.execute<Row>(sql`
    with days as (select generate_series(${range.from}::date, ${range.to}::date, interval '1 day')::date as day),
    taken as (select ${serviceDayOf(sql`paid_at`)} as day, count(*) as n, ${ofCurrency(sql`amount_minor`, 'CNY')} as cny,
                     ${ofCurrency(sql`amount_minor`, 'USD')} as usd
                from payment_orders where ${isWithinDays(sql`paid_at`, range)} group by 1),
    went_back as (${WENT_BACK}),
    given_back as (select ${serviceDayOf(sql`at`)} as day, ${ofCurrency(sql`minor`, 'CNY')} as cny, ${ofCurrency(sql`minor`, 'USD')} as usd
                     from went_back where ${isWithinDays(sql`at`, range)} group by 1)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(taken.n, 0)::int as orders, coalesce(taken.cny, 0)::int as cny,
           coalesce(taken.usd, 0)::int as usd, coalesce(given_back.cny, 0)::int as "cnyBack", coalesce(given_back.usd, 0)::int as "usdBack"
      from days left join taken using (day) left join given_back using (day) order by day`)
  const counted = await db.execute<{ buyers: number }>(
    sql`select count(distinct user_id)::int as buyers from payment_orders where ${isWithinDays(sql`paid_at`, range)}`,
  )
  return {
    days: rows.map(({ day, orders, cny, usd, cnyBack, usdBack }) => ({
      day,
      orders,
      cny: { income: cny, refunded: cnyBack },
      usd: { income: usd, refunded: usdBack },
    })),
    buyers: counted.rows[0]!.buyers,
  }
}

const ofCurrency = (column: SQL, currency: Currency): SQL => sql`sum(${column}) filter (where currency = ${currency})`

/**
 * US dollars that a spent credit brought on average: the list prices of all packs that were paid and kept, each as it was when it was bought and in the
 * share of its money that did not go back, over all credits that were handed out, also free ones and those of deleted accounts. Currencies are never added up; every pack has its price in dollars (document 2 §9).
 */
export async function readIncomePerCredit(db: Queryable): Promise<number> {
  const { rows: packs } = await db.execute<{ packId: string; usdCents: number | null; kept: number }>(sql`
    select o.pack_id as "packId", v.usd_cents as "usdCents",
           sum(greatest(0, o.amount_minor - ${BACK_OF_ORDER}) / o.amount_minor::float8) as kept
      from payment_orders o left join credit_pack_versions v on v.pack_id = o.pack_id and v.version = o.pack_version
     where o.paid_at is not null and o.status <> 'refunded' group by 1, 2`)
  // What a merge brought was handed out to the account that it ended.
  const { rows: handedOut } = await db.execute<{ credits: number }>(sql`
    select ((select coalesce(sum(credits_total), 0) from user_profiles)
      + (select coalesce(sum(total_amount), 0) from ended_ledger_entries where kind <> 'merge')
      - (select coalesce(sum(total_amount), 0) from usage_logs
          where kind = 'merge' and user_id in (select primary_user_id from account_merge_history)))::float8 as credits`)
  const credits = handedOut[0]!.credits
  const statedUsd = (packId: string) => CREDIT_PACKS.find(({ id }) => id === packId)?.price ?? 0
  const income = packs.reduce(
    (sum, { packId, usdCents, kept }) => sum + kept * (usdCents === null ? statedUsd(packId) : usdCents / 100),
    0,
  )
  return credits === 0 ? 0 : income / credits
}
