// A new password, and the end of what the old one opened. The library stores the one and ends the other in statements of their own; the end comes
// first here, so that no session lives on behind a password that was changed because of it (decision 0215).
import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import { CREDENTIAL_PROVIDER } from '../login-methods/login-method.store.ts'
import { isMailboxOpen } from '../login-methods/mailbox-entrance.ts'
import { removeAllDevices, removeOtherDevices } from '../profile/device.store.ts'
import { authAccounts, authSessions, authVerifications } from '../tables.ts'
import { forgetTrustedBrowsers } from '../two-factor/two-factor.ts'
import { endResetTokens, resetTokenIdentifier } from './end-reset-tokens.ts'

interface Changing {
  readonly userId: string
  /** The one that changes it. */
  readonly sessionId: string
  /** As it will be stored. */
  readonly hash: string
}

/** Before the library stores it. Told that it failed, the owner types the old one again: then it is the old one. */
export async function beforeChangedPassword(database: Database, { userId, sessionId, hash }: Changing): Promise<void> {
  const { password } = authAccounts
  const isOwn = and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL_PROVIDER))
  const [before] = await database.orm.select({ password }).from(authAccounts).where(isOwn)
  const [session] = await database.orm.select().from(authSessions).where(eq(authSessions.id, sessionId))
  restoreIfServiceFails(async () => {
    await database.orm.transaction(async (tx) => {
      const restored = await tx
        .update(authAccounts)
        .set({ password: before?.password ?? null })
        .where(and(isOwn, eq(password, hash)))
        .returning({ id: authAccounts.id })
      // The library ends all, and makes a new one.
      if (session && restored.length > 0) await tx.insert(authSessions).values(session).onConflictDoNothing()
    })
  })
  await endWhatPasswordOpened(database, userId, sessionId)
}

/** All but the session that changes it. */
export const endWhatPasswordOpened = (database: Database, userId: string, sessionId: string): Promise<void> =>
  database.orm.transaction(async (orm) => {
    await removeOtherDevices({ orm }, userId, sessionId)
    await endResetTokens(orm, userId)
    await forgetTrustedBrowsers({ orm }, userId)
  })

/** Before the library takes the token of a mailed link; nothing for one that it will refuse. */
export async function beforeResetPassword(database: Database, token: string, now: Date): Promise<void> {
  const { value, expiresAt, identifier } = authVerifications
  const [found] = await database.orm
    .select({ userId: value, expiresAt })
    .from(authVerifications)
    .where(eq(identifier, resetTokenIdentifier(token)))
  if (!found || found.expiresAt <= now) return
  await database.orm.transaction(async (tx) => {
    if (await isMailboxOpen(tx, found.userId)) await removeAllDevices(tx, found.userId, now)
    // Without its token the library refuses as for a link that was used.
    else await endResetTokens(tx, found.userId)
  })
}
