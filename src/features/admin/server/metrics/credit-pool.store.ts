// The row of the credit pool (document 2 §3, §7). There is one, and an update overwrites it; what was bought when stands in rows of its own.
import { desc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { poolBalance } from '#rulebook/admin/pool.ts'
import type { creditPool, poolPurchase } from '../../statistics-contract.ts'
import { apiCreditPool, poolPurchases } from '../tables.ts'
import { readTotalConsumed } from './server-function-answers.ts'

export type CreditPool = z.infer<typeof creditPool>

/** The newest row, null without one (U-21). */
export async function readPool(tx: Queryable): Promise<CreditPool | null> {
  const [row] = await tx.select().from(apiCreditPool).orderBy(desc(apiCreditPool.lastUpdated)).limit(1)
  if (!row) return null
  return {
    total_purchased: row.totalPurchased,
    consumed: row.consumed,
    remaining: row.remaining,
    cost_per_credit: Number(row.costPerCreditUsd),
    total_cost: Number(row.totalCostUsd),
    last_updated: row.lastUpdated.toISOString(),
    consumed_since: await readConsumedSince(tx, row.lastUpdated),
  }
}

/** Nothing is left of what was entered, runs since then counted; false while nothing was entered (U-21). */
export async function readPoolIsEmpty(tx: Queryable): Promise<boolean> {
  const pool = await readPool(tx)
  return pool !== null && pool.remaining - pool.consumed_since <= 0
}

/**
 * The row shows the state when it was written; without this its low-balance warning would never appear by itself.
 * No run lasts a day: the condition on `created_at` is for the index.
 */
async function readConsumedSince(tx: Queryable, since: Date): Promise<number> {
  const { rows } = await tx.execute<{ credits: number }>(
    sql`select coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0)::float8 as credits
          from runs_ever
         where completed_at > ${since.toISOString()}::timestamptz
           and created_at > ${since.toISOString()}::timestamptz - interval '1 day'`,
  )
  return rows[0]!.credits
}

/** Serialises updates: the lock also covers the time before there is a row. */
export const lockPool = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('api_credit_pool'))`)

/** Writes the row with its computed values (document 2 §7); under `lockPool`. */
export async function writePool(tx: Transaction, totalPurchased: number, costPerCreditUsd: number): Promise<void> {
  const consumed = await readTotalConsumed(tx)
  const { remaining, totalCostUsd } = poolBalance(totalPurchased, consumed, costPerCreditUsd)
  const values = {
    totalPurchased,
    consumed,
    remaining,
    costPerCreditUsd: sql`${costPerCreditUsd}::numeric(12, 4)`,
    totalCostUsd: sql`${totalCostUsd}::numeric`,
    // The clock of the statement, not of the transaction: it may have waited for another admin's.
    lastUpdated: sql`clock_timestamp()`,
  }
  const newest = sql`${apiCreditPool.id} = (select id from api_credit_pool order by last_updated desc limit 1)`
  const updated = await tx.update(apiCreditPool).set(values).where(newest).returning({ id: apiCreditPool.id })
  if (updated.length === 0) await tx.insert(apiCreditPool).values(values)
}

export interface NewPurchase {
  readonly credits: number
  readonly costPerCreditUsd: number
  readonly notes: string
}

/** Under `lockPool`. An update that changes no figure but its cost is a purchase of nothing at the new cost. */
export async function addPurchase(tx: Transaction, adminId: string, purchase: NewPurchase): Promise<void> {
  const costPerCreditUsd = sql`${purchase.costPerCreditUsd}::numeric(12, 4)`
  await tx.insert(poolPurchases).values({ ...purchase, costPerCreditUsd, adminId, createdAt: sql`clock_timestamp()` })
}

const PURCHASES_SHOWN = 50

/** Newest first. */
export async function readPurchases(db: Queryable): Promise<z.infer<typeof poolPurchase>[]> {
  const rows = await db.select().from(poolPurchases).orderBy(desc(poolPurchases.createdAt)).limit(PURCHASES_SHOWN)
  return rows.map(({ id, credits, costPerCreditUsd, notes, createdAt }) => ({
    id,
    credits,
    cost_per_credit: Number(costPerCreditUsd),
    notes,
    at: createdAt.toISOString(),
  }))
}
