// What the back office may do with codes: make many at once, read them again, stop them.
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  COUPON_BYTES,
  checkCoupons,
  couponCodeOf,
  type NewCouponBatch,
  shownCoupon,
} from '#rulebook/credits/coupons.ts'
import type { CouponBatch } from '../../coupon-contract.ts'
import { couponBatches, couponCodes } from './tables.ts'

export interface NewCoupons extends NewCouponBatch {
  /** Key of the form that was sent: a second request with it returns the same batch. */
  readonly requestKey?: string | undefined
}
interface MadeCoupons {
  readonly id: string
  readonly codes: string[]
  readonly logId: string
}

/** Returns the batch's id and its codes; `writeLog` returns the id of the line about it. Throws `coupon-input`. */
export async function makeCoupons(
  tx: Transaction,
  request: NewCoupons,
  now: Date,
  writeLog: () => Promise<string>,
): Promise<MadeCoupons> {
  const problem = checkCoupons(request, now)
  if (problem) throw new ServiceError(problem.code)
  const { name, credits, usesPerCode, endsAt = null, requestKey = null } = request
  // Waits for the same request where that one is still in progress.
  const [batch] = await tx
    .insert(couponBatches)
    .values({ name: name.trim(), credits, usesPerCode, endsAt, requestKey })
    .onConflictDoNothing({ target: couponBatches.requestKey })
    .returning({ id: couponBatches.id })
  if (!batch) return readMade(tx, requestKey!)
  const { id } = batch
  const logId = await writeLog()
  await tx.update(couponBatches).set({ logId }).where(eq(couponBatches.id, id))
  const codes = Array.from({ length: request.codes }, () => couponCodeOf(randomBytes(COUPON_BYTES)))
  await tx.insert(couponCodes).values(codes.map((code) => ({ batchId: id, code })))
  return { id, codes: codes.map(shownCoupon), logId }
}

async function readMade(tx: Transaction, requestKey: string): Promise<MadeCoupons> {
  const [batch] = await tx.select().from(couponBatches).where(eq(couponBatches.requestKey, requestKey))
  const { id, logId } = batch!
  return { id, codes: (await readCouponCodes(tx, id)).codes.map(({ code }) => code), logId: logId! }
}

/** Throws `coupon-missing` for an unknown batch and for one that was stopped before. */
export async function stopCoupons(tx: Transaction, id: string, now: Date): Promise<{ name: string }> {
  const [stopped] = await tx
    .update(couponBatches)
    .set({ stoppedAt: now })
    .where(and(eq(couponBatches.id, id), isNull(couponBatches.stoppedAt)))
    .returning({ name: couponBatches.name })
  if (!stopped) throw new ServiceError('coupon-missing')
  return stopped
}

/** Newest first. */
export async function readCouponBatches(db: Queryable): Promise<CouponBatch[]> {
  const rows = await db
    .select({
      batch: couponBatches,
      codes: sql<number>`(select count(*)::int from coupon_codes c where c.batch_id = coupon_batches.id)`,
      uses: sql<number>`(select coalesce(sum(c.uses), 0)::int from coupon_codes c where c.batch_id = coupon_batches.id)`,
    })
    .from(couponBatches)
    .orderBy(desc(couponBatches.createdAt))
  return rows.map(({ batch, codes, uses }) => ({
    id: batch.id,
    name: batch.name,
    credits: batch.credits,
    usesPerCode: batch.usesPerCode,
    codes,
    uses,
    endsAt: batch.endsAt?.toISOString() ?? null,
    isStopped: batch.stoppedAt !== null,
    createdAt: batch.createdAt.toISOString(),
  }))
}

/** Throws `coupon-missing`. */
export async function readCouponCodes(
  db: Queryable,
  id: string,
): Promise<{ name: string; codes: { code: string; uses: number }[] }> {
  const { code, uses } = couponCodes
  const rows = await db
    .select({ code, uses, name: couponBatches.name })
    .from(couponCodes)
    .innerJoin(couponBatches, eq(couponBatches.id, couponCodes.batchId))
    .where(eq(couponCodes.batchId, id))
    .orderBy(asc(code))
  const [first] = rows
  if (!first) throw new ServiceError('coupon-missing')
  return { name: first.name, codes: rows.map((row) => ({ code: shownCoupon(row.code), uses: row.uses })) }
}
