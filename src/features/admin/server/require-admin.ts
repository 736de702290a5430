// Who may use the back office: an admin whose account is active, with a living admin session (document 2 §6; U-14, U-25).
// The type is read from the database for every call, so a demotion works at once although tokens live for minutes.
import { and, eq, gt } from 'drizzle-orm'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isAdmin, isSuspended } from '#rulebook/credits/tiers.ts'
import type { AdminParts } from './admin-parts.ts'
import { adminSessions } from './tables.ts'

type Caller = Pick<SignedInContext, 'userId'>

/** The admin's id; throws `guard-not-admin` or `admin-session-expired`. */
export async function requireAdmin(parts: Pick<AdminParts, 'database' | 'clock'>, caller: Caller): Promise<string> {
  const userId = await requireAdminRole(parts, caller)
  const [session] = await parts.database.orm
    .select({ id: adminSessions.id })
    .from(adminSessions)
    .where(and(eq(adminSessions.userId, userId), gt(adminSessions.expiresAt, parts.clock.now())))
    .limit(1)
  if (!session) throw new ServiceError('admin-session-expired')
  return userId
}

/** The same without the admin session. */
export async function requireAdminRole(
  { database }: Pick<AdminParts, 'database'>,
  { userId }: Caller,
): Promise<string> {
  const account = await findAccount(database.orm, userId)
  if (!account || !isAdmin(account) || isSuspended(account)) throw new ServiceError('guard-not-admin')
  return userId
}
