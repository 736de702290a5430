// Users as the back office lists them (document 2 §7; U-36, U-52): accounts with when they were last active.
import {
  type AccountFilter,
  findListedAccount,
  type ListedAccount,
  listAccounts,
} from '#features/account/server/profile/account-list.store.ts'
import { newestJobAtOf } from '#features/processing/server/jobs/job.store.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import { adminRoleOf } from '#rulebook/admin/admin-roles.ts'
import type { AdminUser } from '../../users-contract.ts'

/** One page of 20, newest first, and how many there are on all pages. Pages count from 1. */
export async function listUsers(
  db: Queryable,
  { page, ...filter }: AccountFilter & { readonly page: number },
): Promise<{ users: AdminUser[]; total: number }> {
  const offset = (page - 1) * ADMIN_PAGE_SIZE
  const { accounts, total } = await listAccounts(db, filter, { limit: ADMIN_PAGE_SIZE, offset })
  return { users: await toUsers(db, accounts), total }
}

/** Undefined when the account is gone. */
export async function readUser(db: Queryable, id: string): Promise<AdminUser | undefined> {
  const account = await findListedAccount(db, id)
  return account && (await toUsers(db, [account]))[0]
}

async function toUsers(db: Queryable, accounts: readonly ListedAccount[]): Promise<AdminUser[]> {
  const newestJobs = await newestJobAtOf(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.map(({ updatedAt, lastSignInAt, createdAt, deletionDueAt, ...account }) => ({
    ...account,
    adminRole: account.userType === 'admin' ? adminRoleOf(account.adminRole) : null,
    createdAt: createdAt.toISOString(),
    deletionDueAt: deletionDueAt?.toISOString() ?? null,
    lastActiveAt: (newestOf(lastSignInAt, newestJobs.get(account.id)) ?? updatedAt).toISOString(),
  }))
}

/** The later of last sign-in and last job; undefined for an account that has neither. */
const newestOf = (...moments: (Date | null | undefined)[]): Date | undefined =>
  moments.reduce<Date | undefined>((newest, at) => (at && (!newest || at > newest) ? at : newest), undefined)
