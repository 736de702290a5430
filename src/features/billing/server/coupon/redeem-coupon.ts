// A code becomes credits: counted, given and written into the ledger in one transaction (decision 0107).
import { and, eq, sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { grantCoupon } from '#features/credits/server/grant-coupon.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { countTry } from '#platform/server/rate-limit/counted-tries.ts'
import { createLongRateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { COUPON_TRIES, tidyCoupon } from '#rulebook/credits/coupons.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { couponBatches, couponCodes, couponRedemptions } from './tables.ts'

/** Credits that came. Throws the codes of COUPON_ERRORS. */
export async function redeemCoupon(
  { database, clock }: Pick<PaymentParts, 'database' | 'clock'>,
  { userId, code: typed }: { readonly userId: string; readonly code: string },
): Promise<{ credits: number }> {
  const isWithin = await countTry(createLongRateLimiter(database, clock), `coupon:${userId}`, COUPON_TRIES)
  if (!isWithin) throw new ServiceError('coupon-too-many-tries')
  return database.orm.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const [found] = await tx
      .select({ code: couponCodes, batch: couponBatches })
      .from(couponCodes)
      .innerJoin(couponBatches, eq(couponBatches.id, couponCodes.batchId))
      .where(eq(couponCodes.code, tidyCoupon(typed)))
    if (!found) throw new ServiceError('coupon-unknown')
    const { code, batch } = found
    if (batch.stoppedAt || (batch.endsAt && batch.endsAt <= clock.now())) throw new ServiceError('coupon-over')
    const isOwn = and(eq(couponRedemptions.batchId, batch.id), eq(couponRedemptions.userId, userId))
    if ((await tx.select({ id: couponRedemptions.id }).from(couponRedemptions).where(isOwn)).length > 0)
      throw new ServiceError('coupon-used-before')
    // One statement: many at once take no more than there are.
    const taken = await tx
      .update(couponCodes)
      .set({ uses: sql`${couponCodes.uses} + 1` })
      .where(and(eq(couponCodes.id, code.id), sql`${couponCodes.uses} < ${batch.usesPerCode}::int`))
      .returning({ id: couponCodes.id })
    if (taken.length === 0) throw new ServiceError('coupon-used-up')
    const { credits, name } = batch
    const entryId = await grantCoupon(tx, { userId, codeId: code.id, name, credits })
    await tx.insert(couponRedemptions).values({ batchId: batch.id, codeId: code.id, userId, entryId })
    return { credits }
  })
}
