// Who may use the back office: an admin whose account is active, with a living admin session (document 2 §6; U-14, U-25).
// It opens to the sign-in that opened it alone (decision 0193).
// The type is read from the database for every call, so a demotion works at once although tokens live for minutes.
import { and, eq, gt, type SQL } from 'drizzle-orm'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { type AdminRole, adminRoleOf, mayCall } from '#rulebook/admin/admin-roles.ts'
import { isAdmin, isSuspended } from '#rulebook/credits/tiers.ts'
import type { AdminParts, RequireParts } from './admin-parts.ts'
import { demandFreshProof, demandSecondFactor } from './admin-proof.ts'
import { adminSessions } from './tables.ts'

interface Call {
  readonly place: string
  readonly needsProof: boolean
}

/** The admin's id; throws `guard-not-admin`, `admin-role-lacks`, `admin-session-expired` or `admin-proof-needed`. */
export async function requireAdmin(parts: RequireParts, caller: Caller, call: Call): Promise<string> {
  const { userId, role } = await requireAdminRole(parts, caller)
  if (!mayCall(role, call.place)) throw new ServiceError('admin-role-lacks')
  const [session] = await parts.database.orm
    .select({ provenAt: adminSessions.provenAt })
    .from(adminSessions)
    .where(and(ofSignIn(caller), gt(adminSessions.expiresAt, parts.clock.now())))
    .limit(1)
  if (!session) throw new ServiceError('admin-session-expired')
  await demandSecondFactor(parts, userId, session.provenAt)
  if (call.needsProof) await demandFreshProof(parts, caller)
  return userId
}

/** Which rows of `admin_sessions` are of this person at this browser. */
export const ofSignIn = ({ userId, signInId }: Caller): SQL | undefined =>
  and(eq(adminSessions.userId, userId), eq(adminSessions.signInId, signInId))

/** The same without the admin session. */
export async function requireAdminRole(
  { database }: Pick<AdminParts, 'database'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<{ userId: string; role: AdminRole }> {
  const account = await findAccount(database.orm, userId)
  if (!account || !isAdmin(account) || isSuspended(account)) throw new ServiceError('guard-not-admin')
  return { userId, role: adminRoleOf(account.adminRole) }
}
