// Who may use the back office: an admin whose account is active, with a living admin session (document 2 §6; U-14, U-25).
// The type is read from the database for every call, so a demotion works at once although tokens live for minutes.
import { and, eq, gt } from 'drizzle-orm'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { ADMIN_PROOF_FRESH_MS } from '#rulebook/admin/admin-proof.ts'
import { type AdminRole, adminRoleOf, mayCall } from '#rulebook/admin/admin-roles.ts'
import { isAdmin, isSuspended } from '#rulebook/credits/tiers.ts'
import type { AdminParts } from './admin-parts.ts'
import { adminSessions } from './tables.ts'

type Caller = Pick<SignedInContext, 'userId'>
export type RequireParts = Pick<AdminParts, 'database' | 'clock' | 'settings' | 'accounts'>

/** The admin's id; throws `guard-not-admin`, `admin-role-lacks`, `admin-session-expired` or `admin-proof-needed`. */
export async function requireAdmin(parts: RequireParts, caller: Caller, call: string): Promise<string> {
  const { userId, role } = await requireAdminRole(parts, caller)
  if (!mayCall(role, call)) throw new ServiceError('admin-role-lacks')
  const [session] = await parts.database.orm
    .select({ provenAt: adminSessions.provenAt })
    .from(adminSessions)
    .where(and(eq(adminSessions.userId, userId), gt(adminSessions.expiresAt, parts.clock.now())))
    .limit(1)
  if (!session) throw new ServiceError('admin-session-expired')
  if (parts.settings.adminSecondFactor && !session.provenAt) throw await proofNeeded(parts, userId)
  return userId
}

/**
 * Before roles and credits change: a second factor of the last minutes, not of this morning. Throws `admin-proof-needed`. Asks nothing
 * where the back office asks for no second factor.
 */
export async function requireFreshProof(parts: RequireParts, { userId }: Caller): Promise<void> {
  if (!parts.settings.adminSecondFactor) return
  const since = new Date(parts.clock.now().getTime() - ADMIN_PROOF_FRESH_MS)
  const [fresh] = await parts.database.orm
    .select({ id: adminSessions.id })
    .from(adminSessions)
    .where(and(eq(adminSessions.userId, userId), gt(adminSessions.provenAt, since)))
    .limit(1)
  if (!fresh) throw await proofNeeded(parts, userId)
}

/** With what the admin can prove himself by: the page offers nothing else. */
const proofNeeded = async ({ accounts }: RequireParts, userId: string): Promise<ServiceError> =>
  new ServiceError('admin-proof-needed', await accounts.secondFactorsOf(userId))

/** The same without the admin session. */
export async function requireAdminRole(
  { database }: Pick<AdminParts, 'database'>,
  { userId }: Caller,
): Promise<{ userId: string; role: AdminRole }> {
  const account = await findAccount(database.orm, userId)
  if (!account || !isAdmin(account) || isSuspended(account)) throw new ServiceError('guard-not-admin')
  return { userId, role: adminRoleOf(account.adminRole) }
}
