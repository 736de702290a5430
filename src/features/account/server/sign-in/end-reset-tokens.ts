// The newest one-time token for a new password of each browser that asked lives (decision 0245): one that is used or overtaken by a changed
// password ends all of the account, and so does one that its owner or the operator was given by other ways (decision 0050).
import { and, eq, like, ne } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { authVerifications } from '../tables.ts'
import { endForGood } from './spent.store.ts'

/** As Better Auth names them. */
export const resetTokenIdentifier = (token: string): string => `reset-password:${token}`

const isAnyBut = (userId: string, newest: string) =>
  and(
    eq(authVerifications.value, userId),
    like(authVerifications.identifier, resetTokenIdentifier('%')),
    ne(authVerifications.identifier, resetTokenIdentifier(newest)),
  )

/** All of this account, but the one that was just made. */
export async function endResetTokens(db: Queryable, userId: string, newest = ''): Promise<void> {
  await endForGood(db, userId, (tx) => tx.delete(authVerifications).where(isAnyBut(userId, newest)))
}

/** The first of several links that are used at one moment ends the others; false for one that was ended. */
export const takeTurn = (db: Queryable, userId: string, token: string): Promise<boolean> =>
  endForGood(db, userId, async (tx) => {
    const isIt = eq(authVerifications.identifier, resetTokenIdentifier(token))
    const found = await tx.select({ id: authVerifications.id }).from(authVerifications).where(isIt)
    if (found.length > 0) await tx.delete(authVerifications).where(isAnyBut(userId, token))
    return found.length > 0
  })

/** Those that this browser asked for before the one that was just made. One at a time, or two at once leave each other's. */
export async function endEarlierOf(db: Queryable, userId: string, newest: string, browser: string): Promise<void> {
  const { askedIn, identifier } = authVerifications
  const end = async (tx: Transaction) => {
    const isNewest = eq(identifier, resetTokenIdentifier(newest))
    await tx.update(authVerifications).set({ askedIn: browser }).where(isNewest)
    await tx.delete(authVerifications).where(and(isAnyBut(userId, newest), eq(askedIn, browser)))
  }
  // Nothing of the account's other ways in: whoever asks may be a stranger.
  await endForGood(db, userId, end, browser)
}
