// The credits of an account that is merged into another (C-53): its balance and its total arrive there as one entry of the ledger that names
// their lots. All that was paid for comes along; of the free credits of sign-ups an account never holds more than two (decision 0014), and a
// campaign gives once, so merging collects neither (decision 0227).
import { eq, sql } from 'drizzle-orm'
import type { MergePair, OwnedPart } from '#features/account/server/merge/owned-part.ts'
import { bringCredits } from '#features/credits/server/bring-credits.ts'
import { SIGN_UP_REFERENCE } from '#features/credits/server/grant-sign-up-credits.ts'
import { readBalance } from '#features/credits/server/read-balance.ts'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { MERGED_FREE_CREDITS_MAX } from '#rulebook/credits/credits.ts'
import { type Lot, mergedLots } from '#rulebook/credits/lots.ts'
import { couponBatches, couponRedemptions } from '../coupon/tables.ts'
import { readLots } from './read-lots.ts'

export const ownedCredits: OwnedPart = {
  name: 'credits',
  async count(database: Database, mergedId: string, primaryId: string) {
    return (await readShare(database.orm, { primaryId, mergedId })).share
  },
  async move(tx: Transaction, pair: MergePair) {
    const { primaryId, mergedId } = pair
    const { share, lots } = await readShare(tx, pair)
    const entries = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from usage_logs where user_id = ${mergedId}`,
    )
    const { remaining, total, ...left } = share
    const details = { entries: entries.rows[0]!.count, ...left, lots }
    await bringCredits(tx, { userId: primaryId, mergedUserId: mergedId, remaining, total, details })
    return share
  },
}

type Share = Readonly<Record<'remaining' | 'total' | 'free' | 'freeLeft' | 'campaignLeft', number>>

/**
 * What moves: balance and total, and how much of the total was free of sign-ups; `freeLeft` (sign-ups) and `campaignLeft` stay behind and end
 * with the account.
 */
async function readShare(
  db: Queryable,
  { primaryId, mergedId }: MergePair,
): Promise<{ share: Share; lots: readonly Lot[] }> {
  const { remaining, total } = (await readBalance(db, mergedId)) ?? { remaining: 0, total: 0 }
  const free = await freeCreditsOf(db, mergedId)
  const room = Math.max(0, MERGED_FREE_CREDITS_MAX - (await freeCreditsOf(db, primaryId)))
  const campaigns = await readRedeemed(db, mergedId)
  const redeemed = new Set((await readRedeemed(db, primaryId)).map(({ batchId }) => batchId))
  const { moving, freeLeft, campaignLeft } = mergedLots(await readLots(db, mergedId, { campaigns }), { room, redeemed })
  const left = freeLeft + campaignLeft
  return {
    share: { remaining: remaining - left, total: total - left, free: free - freeLeft, freeLeft, campaignLeft },
    lots: moving,
  }
}

/** Campaigns that this account and those merged into it have redeemed. */
const readRedeemed = (db: Queryable, userId: string) =>
  db
    .select({
      entryId: couponRedemptions.entryId,
      batchId: couponRedemptions.batchId,
      credits: couponBatches.credits,
    })
    .from(couponRedemptions)
    .innerJoin(couponBatches, eq(couponBatches.id, couponRedemptions.batchId))
    .where(eq(couponRedemptions.userId, userId))

/** All free credits that the account ever got: of its own sign-up and of those that were merged into it, spent ones too. */
async function freeCreditsOf(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.execute<{ free: number }>(sql`
    select coalesce(sum(case when kind = 'merge' then (details->>'free')::int else total_amount end), 0)::int as free
      from usage_logs
     where user_id = ${userId} and (kind = 'merge' or (kind = 'grant' and reference = ${SIGN_UP_REFERENCE}))`)
  return rows[0]!.free
}
