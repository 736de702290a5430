// What came in by day, and what a credit brings on average (ours).
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import type { sales } from '../../figures-contract.ts'
import { type DayRange, within } from '../day-range.ts'
import { EXPORT_QUERIES } from '../exports/export-queries.ts'

type Sales = z.infer<typeof sales>
type ExportedDay = Record<'day' | 'revenue_cny' | 'revenue_usd' | 'refunded_cny' | 'refunded_usd', string> & {
  readonly orders: number
}

/** The same days as the file of daily figures has. */
export async function readSales(db: Queryable, range: DayRange): Promise<Sales> {
  const { rows } = await db.execute<ExportedDay & Record<string, unknown>>(EXPORT_QUERIES.days(range))
  const counted = await db.execute<{ buyers: number }>(
    sql`select count(distinct user_id)::int as buyers from payment_orders where ${within(sql`paid_at`, range)}`,
  )
  return {
    days: rows.map(({ day, orders, revenue_cny, revenue_usd, refunded_cny, refunded_usd }) => ({
      day,
      orders,
      cny: { income: minor(revenue_cny), refunded: minor(refunded_cny) },
      usd: { income: minor(revenue_usd), refunded: minor(refunded_usd) },
    })),
    buyers: counted.rows[0]!.buyers,
  }
}

const minor = (major: string): number => Math.round(Number(major) * 100)

/**
 * US dollars that a spent credit brought on average: the list prices of all packs that were paid and kept, over all credits that were handed out,
 * free ones too. Currencies are never added up; every pack has its price in dollars (document 2 §9).
 */
export async function readIncomePerCredit(db: Queryable): Promise<number> {
  const { rows: packs } = await db.execute<{ packId: string; orders: number }>(sql`
    select pack_id as "packId", count(*)::int as orders from payment_orders where paid_at is not null and status <> 'refunded' group by 1`)
  const { rows: handedOut } = await db.execute<{ credits: number }>(
    sql`select coalesce(sum(credits_total), 0)::float8 as credits from user_profiles`,
  )
  const credits = handedOut[0]!.credits
  const priceOf = (packId: string) => CREDIT_PACKS.find(({ id }) => id === packId)?.price ?? 0
  const income = packs.reduce((sum, { packId, orders }) => sum + orders * priceOf(packId), 0)
  return credits === 0 ? 0 : income / credits
}
