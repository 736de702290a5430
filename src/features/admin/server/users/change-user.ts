// What every change of a user by an admin has in common: one transaction with its log row, the locks, and that somebody who can act is
// left (document 2 §6; C-40, U-25).
import { eq } from 'drizzle-orm'
import { isLastAdmin, lockAdmins } from '#features/account/server/last-admin.ts'
import { findAccount, type StoredAccount, updateAccount } from '#features/account/server/profile/account.store.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { AdminAction, AdminErrorCode } from '#rulebook/admin/admin.ts'
import { isAdmin, isSuspended } from '#rulebook/credits/tiers.ts'
import type { Problem } from '#rulebook/problem.ts'
import type { AdminUserChange } from '../../users-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { adminSessions } from '../tables.ts'
import { writeActionLog } from '../write-action-log.ts'
import { readUser } from './user.store.ts'

/** As the log keeps a change. */
export interface Change {
  readonly from: unknown
  readonly to: unknown
}
export interface Changing {
  readonly tx: Transaction
  readonly profile: StoredAccount
  /** Sets columns of the locked profile. */
  readonly set: (columns: Partial<Pick<StoredAccount, 'userType' | 'status' | 'adminRole'>>) => Promise<void>
}

interface UserChange {
  readonly id: string
  readonly reason: string
  /** Why the rulebook refuses the change; answered to admins only. */
  readonly problem: Problem<AdminErrorCode> | undefined
  /** Default: an edit. */
  readonly action?: AdminAction
  /** Changes what it has to and answers what it changed, by the column's name. */
  work(changing: Changing): Promise<Readonly<Record<string, Change>>>
  /** Runs when the log row stands. */
  after?(tx: Transaction, logId: string): Promise<void>
}

/** Throws ServiceError with the problem's code, `user-missing`, `admin-last` or `guard-not-admin`. */
export async function changeUser(
  parts: AdminParts,
  context: AdminContext,
  { id, reason, problem, action = 'update_user', work, after }: UserChange,
): Promise<AdminUserChange> {
  const { adminId } = context
  if (problem) throw new ServiceError(problem.code)
  return parts.database.orm.transaction(async (tx) => {
    const admins = await lockAdmins(tx, id)
    // An admin who was demoted while this call waited for the locks changes nothing any more.
    const actor = await findAccount(tx, adminId)
    if (!actor || !canAct(actor)) throw new ServiceError('guard-not-admin')
    const profile = await readProfile(tx, id)
    // Who may not do everything changes no administrator.
    if (isAdmin(profile) && !admins.includes(adminId)) throw new ServiceError('admin-role-lacks')
    const changes = await work({ tx, profile, set: (columns) => updateAccount(tx, id, columns) })
    await endRightsOfFormerAdmin(tx, { id, before: profile, after: await readProfile(tx, id) }, admins)
    const logId = await writeActionLog(tx, context, {
      action,
      targetUserId: id,
      details: { reason: reason.trim(), changes },
    })
    await after?.(tx, logId)
    return { user: (await readUser(tx, id))!, logId }
  })
}

async function readProfile(tx: Transaction, id: string): Promise<StoredAccount> {
  const profile = await findAccount(tx, id)
  if (!profile) throw new ServiceError('user-missing')
  return profile
}

const canAct = (profile: StoredAccount): boolean => isAdmin(profile) && !isSuspended(profile)

async function endRightsOfFormerAdmin(
  tx: Transaction,
  { id, before, after }: { readonly id: string; readonly before: StoredAccount; readonly after: StoredAccount },
  admins: readonly string[],
): Promise<void> {
  if (!canAct(before)) return
  const mayAll = (profile: StoredAccount) => canAct(profile) && profile.adminRole === null
  if (mayAll(before) && !mayAll(after) && isLastAdmin(admins, id)) throw new ServiceError('admin-last')
  if (canAct(after)) return
  await tx.delete(adminSessions).where(eq(adminSessions.userId, id))
}
