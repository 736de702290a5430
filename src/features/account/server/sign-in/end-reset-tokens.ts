// Of the one-time tokens for a new password only the newest of an account lives: one that is used, followed by a newer one or overtaken by a
// changed password opens nothing any more (decision 0050).
import { and, eq, like, ne } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { authVerifications } from '../tables.ts'
import { endForGood } from './spent.store.ts'

/** As Better Auth names them. */
export const resetTokenIdentifier = (token: string): string => `reset-password:${token}`

/** All of this account, but the one that was just made. */
export async function endResetTokens(db: Queryable, userId: string, newest = ''): Promise<void> {
  const isOlder = and(
    eq(authVerifications.value, userId),
    like(authVerifications.identifier, resetTokenIdentifier('%')),
    ne(authVerifications.identifier, resetTokenIdentifier(newest)),
  )
  await endForGood(db, userId, (tx) => tx.delete(authVerifications).where(isOlder))
}
