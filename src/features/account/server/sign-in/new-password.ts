// A new password, and the end of what the old one opened. The library stores the one and ends the other in statements of their own; the end comes
// first here, so that no session lives on behind a password that was changed because of it (decision 0215).
import { eq } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import { currentRequest, restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import { isMailboxOpen } from '../login-methods/mailbox-entrance.ts'
import { removeAllDevices, removeOtherDevices } from '../profile/device.store.ts'
import { authVerifications } from '../tables.ts'
import { forgetTrustedBrowsers } from '../two-factor/two-factor.ts'
import { endResetTokens, resetTokenIdentifier, takeTurn } from './end-reset-tokens.ts'
import { keepSession, putBack } from './spent.store.ts'

/**
 * Before the library stores it, ends all sessions and makes a new one. Where that fails, password and session are as before (noting-adapter.ts);
 * other devices, links for a new password and trusted browsers stay ended.
 */
export async function beforeChangedPassword(database: Database, userId: string, sessionId: string): Promise<void> {
  const [spentBy, begunAt] = [currentRequest(), new Date()]
  restoreIfServiceFails(() => putBack(database, spentBy, begunAt))
  await database.orm.transaction(async (tx) => {
    await endWhatPasswordOpened(tx, userId, sessionId)
    await keepSession(tx, sessionId)
  })
}

/** All but the session that changes it. */
export const endWhatPasswordOpened = (db: Queryable, userId: string, sessionId: string): Promise<void> =>
  db.transaction(async (orm) => {
    await removeOtherDevices({ orm }, userId, sessionId)
    await endResetTokens(orm, userId)
    await forgetTrustedBrowsers({ orm }, userId)
  })

/**
 * Before the library takes the token of a mailed link; nothing for one that it will refuse. Where the library fails, this link serves again;
 * the other links and all devices stay ended.
 */
export async function beforeResetPassword(database: Database, token: string, now: Date): Promise<void> {
  const { value, expiresAt, identifier } = authVerifications
  const [found] = await database.orm
    .select({ userId: value, expiresAt })
    .from(authVerifications)
    .where(eq(identifier, resetTokenIdentifier(token)))
  if (!found || found.expiresAt <= now) return
  await database.orm.transaction(async (tx) => {
    // Without its token the library refuses as for a link that was used.
    if (!(await isMailboxOpen(tx, found.userId))) return endResetTokens(tx, found.userId)
    if (await takeTurn(tx, found.userId, token)) await removeAllDevices(tx, found.userId, now)
  })
}
