// A person's wish to be notified once packs can be bought, read and changed under the row policies (decision 0146).
import { and, count, eq, isNull, lt } from 'drizzle-orm'
import { findListedAccount } from '#features/account/server/profile/account-list.store.ts'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import { PURCHASE_OPEN_TRIES } from '#rulebook/credits/purchase-wish-texts.ts'
import type { PurchaseWish } from '../../wish-contract.ts'
import { purchaseWishes } from '../tables.ts'

interface WishParts {
  readonly database: Database
  readonly mailer: Mailer
}

export async function readPurchaseWish({ database, mailer }: WishParts, userId: string): Promise<PurchaseWish> {
  const askedAt = await findWish(database, userId)
  const account = await findListedAccount(database.orm, userId)
  return {
    askedAt: askedAt?.toISOString() ?? null,
    // Empty for who has given none.
    byMail: mailer.delivers && Boolean(account?.email),
  }
}

export async function askPurchaseWish(parts: WishParts, userId: string): Promise<PurchaseWish> {
  await inUserScope(parts.database, userId, (tx) => tx.insert(purchaseWishes).values({ userId }).onConflictDoNothing())
  return readPurchaseWish(parts, userId)
}

export async function withdrawPurchaseWish(parts: WishParts, userId: string): Promise<PurchaseWish> {
  await inUserScope(parts.database, userId, (tx) => tx.delete(purchaseWishes).where(eq(purchaseWishes.userId, userId)))
  return readPurchaseWish(parts, userId)
}

/** When it was asked. */
export const findWish = (database: Database, userId: string): Promise<Date | undefined> =>
  inUserScope(database, userId, async (tx) => {
    const [row] = await tx
      .select({ createdAt: purchaseWishes.createdAt })
      .from(purchaseWishes)
      .where(eq(purchaseWishes.userId, userId))
    return row?.createdAt
  })

/** People who wait for it, for the operator. Who could not be reached after all tries waits for nothing any more. */
export async function countPurchaseWishes(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(purchaseWishes)
    .where(and(isNull(purchaseWishes.emailedAt), lt(purchaseWishes.tries, PURCHASE_OPEN_TRIES)))
  return row?.n ?? 0
}
