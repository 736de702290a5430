// The admin area's own session (document 1 §4, §7; document 2 §6; U-25): a record beside the sign-in, for a limited time after it.
// It opens to that sign-in alone (decision 0193) and hangs on its row: signing out, being signed out elsewhere and a changed password end it.
import { and, eq, lte, or } from 'drizzle-orm'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { AdminRole } from '#rulebook/admin/admin-roles.ts'
import type { AdminParts } from './admin-parts.ts'
import { ofSignIn, requireAdminRole } from './require-admin.ts'
import { adminSessions } from './tables.ts'
import { writeActionLog } from './write-action-log.ts'

/** Starts a new admin session of the caller. Wants the cookie of the sign-in: a copied access token opens nothing. */
export async function openAdminSession(
  parts: AdminParts,
  context: Pick<SignedInContext, 'userId' | 'headers' | 'clientAddress' | 'userAgent'>,
): Promise<{ expiresAt: string; timeZone: string; role: AdminRole }> {
  const { userId, role } = await requireAdminRole(parts, context)
  const signIn = await parts.accounts.signInOf(context.headers, userId)
  const expiresAt = new Date((signIn?.at.getTime() ?? 0) + parts.settings.adminSessionMs)
  if (!signIn || expiresAt <= parts.clock.now()) throw new ServiceError('admin-session-expired')
  await parts.database.orm.transaction(async (tx) => {
    const isOver = and(eq(adminSessions.userId, userId), lte(adminSessions.expiresAt, parts.clock.now()))
    const own = ofSignIn({ userId, signInId: signIn.id })
    const ended = await tx.delete(adminSessions).where(or(own, isOver)).returning()
    // Reopened with every load of the page: logged once per sign-in.
    if (!ended.some(({ signInId }) => signInId === signIn.id))
      await writeActionLog(tx, { ...context, adminId: userId }, { action: 'admin_sign_in', details: {} })
    await tx.insert(adminSessions).values({ userId, signInId: signIn.id, provenAt: signIn.strongAt, expiresAt })
  })
  return { expiresAt: expiresAt.toISOString(), timeZone: parts.settings.timeZone, role }
}

export async function closeAdminSession(parts: AdminParts, caller: Caller): Promise<void> {
  await requireAdminRole(parts, caller)
  await parts.database.orm.delete(adminSessions).where(ofSignIn(caller))
}

/** The password again. Throws what proveOwner throws: wrong ones are counted. Wants the cookie of the sign-in, as the opening does. */
export async function provePassword(
  parts: AdminParts,
  context: Pick<SignedInContext, 'userId' | 'headers'>,
  password: string,
): Promise<void> {
  const { userId } = await requireAdminRole(parts, context)
  await parts.accounts.provePassword({ userId, headers: context.headers, password })
}
