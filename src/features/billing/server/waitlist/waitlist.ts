// A person's place on the waitlist of the purchase, read and changed under the row policies (decision 0146).
import { and, count, eq, isNull, lt } from 'drizzle-orm'
import { findListedAccount } from '#features/account/server/profile/account-list.store.ts'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import { PURCHASE_OPEN_TRIES } from '#rulebook/credits/waitlist.ts'
import type { WaitlistEntry } from '../../waitlist-contract.ts'
import { waitlist } from '../tables.ts'

interface WaitlistParts {
  readonly database: Database
  readonly mailer: Mailer
}

export async function readWaitlistEntry({ database, mailer }: WaitlistParts, userId: string): Promise<WaitlistEntry> {
  const joinedAt = await findJoinedAt(database, userId)
  const account = await findListedAccount(database.orm, userId)
  return {
    askedAt: joinedAt?.toISOString() ?? null,
    // Empty for who has given none.
    byMail: mailer.delivers && Boolean(account?.email),
  }
}

export async function joinWaitlist(parts: WaitlistParts, userId: string): Promise<WaitlistEntry> {
  await inUserScope(parts.database, userId, (tx) => tx.insert(waitlist).values({ userId }).onConflictDoNothing())
  return readWaitlistEntry(parts, userId)
}

export async function leaveWaitlist(parts: WaitlistParts, userId: string): Promise<WaitlistEntry> {
  await inUserScope(parts.database, userId, (tx) => tx.delete(waitlist).where(eq(waitlist.userId, userId)))
  return readWaitlistEntry(parts, userId)
}

export const findJoinedAt = (database: Database, userId: string): Promise<Date | undefined> =>
  inUserScope(database, userId, async (tx) => {
    const [row] = await tx.select({ createdAt: waitlist.createdAt }).from(waitlist).where(eq(waitlist.userId, userId))
    return row?.createdAt
  })

/** For the operator. Who could not be reached after all tries is not waiting any more. */
export async function countWaiting(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(waitlist)
    .where(and(isNull(waitlist.emailedAt), lt(waitlist.tries, PURCHASE_OPEN_TRIES)))
  return row?.n ?? 0
}
