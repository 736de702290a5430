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
import { couponBatches, couponCodes } from '../tables.ts'

export interface NewCoupons extends NewCouponBatch {
  /** The moment after the last one; absent: they do not end. */
  readonly endsAt?: Date
}

/** Returns the batch's id and its codes. Throws `coupon-input`. */
export async function makeCoupons(tx: Transaction, request: NewCoupons): Promise<{ id: string; codes: string[] }> {
  const problem = checkCoupons(request)
  if (problem) throw new ServiceError(problem.code)
  const { name, credits, usesPerCode, endsAt = null } = request
  const [batch] = await tx
    .insert(couponBatches)
    .values({ name: name.trim(), credits, usesPerCode, endsAt })
    .returning({ id: couponBatches.id })
  const { id } = batch!
  const codes = Array.from({ length: request.codes }, () => couponCodeOf(randomBytes(COUPON_BYTES)))
  await tx.insert(couponCodes).values(codes.map((code) => ({ batchId: id, code })))
  return { id, codes: codes.map(shownCoupon) }
}

/** Throws `coupon-missing` for one that there is not, or that was stopped before. */
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
export async function readCouponCodes(db: Queryable, id: string): Promise<{ code: string; uses: number }[]> {
  const { code, uses } = couponCodes
  const rows = await db.select({ code, uses }).from(couponCodes).where(eq(couponCodes.batchId, id)).orderBy(asc(code))
  if (rows.length === 0) throw new ServiceError('coupon-missing')
  return rows.map((row) => ({ code: shownCoupon(row.code), uses: row.uses }))
}
