// The credits of an account that is merged into another (C-53): its balance and its total arrive there as one entry of the ledger. All that
// was paid for comes along; of the free credits of sign-ups an account never holds more than two, or merging would collect them
// (docs/decisions/0014). Free credits count as spent first.
import { sql } from 'drizzle-orm'
import type { MergePair, OwnedPart } from '#features/account/server/merge/owned-part.ts'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { MERGED_FREE_CREDITS_MAX } from '#rulebook/credits/credits.ts'
import { SIGN_UP_REFERENCE } from './grant-sign-up-credits.ts'
import { readBalance } from './read-balance.ts'
import { usageLogs } from './tables.ts'

export const ownedCredits: OwnedPart = {
  name: 'credits',
  count: (database: Database, mergedId: string, primaryId: string) => readShare(database.orm, { primaryId, mergedId }),
  async move(tx: Transaction, pair: MergePair) {
    const { primaryId, mergedId } = pair
    const share = await readShare(tx, pair)
    const entries = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from usage_logs where user_id = ${mergedId}`,
    )
    const details = { mergedUserId: mergedId, entries: entries.rows[0]!.count, ...share }
    await tx.insert(usageLogs).values({
      userId: primaryId,
      kind: 'merge',
      amount: share.remaining,
      totalAmount: share.total,
      reference: mergedId,
      details,
    })
    return share
  },
}

type Share = Readonly<Record<'remaining' | 'total' | 'free' | 'freeLeft', number>>

/** What moves: balance and total, and how much of the total was free; `freeLeft` stays behind and ends with the account. */
async function readShare(db: Queryable, { primaryId, mergedId }: MergePair): Promise<Share> {
  const { remaining, total, used } = (await readBalance(db, mergedId)) ?? { remaining: 0, total: 0, used: 0 }
  const free = await freeCreditsOf(db, mergedId)
  const unspent = Math.min(remaining, Math.max(0, free - used))
  const room = Math.max(0, MERGED_FREE_CREDITS_MAX - (await freeCreditsOf(db, primaryId)))
  const freeLeft = Math.max(0, unspent - room)
  return { remaining: remaining - freeLeft, total: total - freeLeft, free: free - freeLeft, freeLeft }
}

/** All free credits that the account ever got: of its own sign-up and of those that were merged into it, spent ones too. */
async function freeCreditsOf(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.execute<{ free: number }>(sql`
    select coalesce(sum(case when kind = 'merge' then (details->>'free')::int else total_amount end), 0)::int as free
      from usage_logs
     where user_id = ${userId} and (kind = 'merge' or (kind = 'grant' and reference = ${SIGN_UP_REFERENCE}))`)
  return rows[0]!.free
}
