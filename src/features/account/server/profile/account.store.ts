// What other features may ask of the accounts of anybody: rights (type, status), balance, name, address. Within a
// user's scope the row policies leave the own row only.
import { eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { authUsers, userProfiles } from '../tables.ts'

const STANDING = {
  userType: userProfiles.userType,
  status: userProfiles.status,
  adminRole: userProfiles.adminRole,
  creditsTotal: userProfiles.creditsTotal,
  creditsRemaining: userProfiles.creditsRemaining,
}

export interface StoredAccount {
  readonly userType: string
  readonly status: string | null
  readonly adminRole: string | null
  readonly creditsTotal: number
  readonly creditsRemaining: number
}

/** Undefined when there is no such profile. */
export async function findAccount(db: Queryable, userId: string): Promise<StoredAccount | undefined> {
  const [row] = await db.select(STANDING).from(userProfiles).where(eq(userProfiles.id, userId))
  return row
}

/** The same, and nobody else changes the profile until the transaction ends. */
export async function lockAccount(tx: Transaction, userId: string): Promise<StoredAccount | undefined> {
  const [row] = await tx.select(STANDING).from(userProfiles).where(eq(userProfiles.id, userId)).for('update')
  return row
}

/** Its owner asked for its end, which is not reached yet. */
export async function isLeaving(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.select({ dueAt: authUsers.deletionDueAt }).from(authUsers).where(eq(authUsers.id, userId))
  return row?.dueAt !== null
}

/** The balance is not among them: it changes by entries of the ledger only. */
export async function updateAccount(
  tx: Transaction,
  userId: string,
  columns: Partial<Pick<StoredAccount, 'userType' | 'status' | 'adminRole'>>,
): Promise<void> {
  await tx
    .update(userProfiles)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(userProfiles.id, userId))
}

export interface AccountNames {
  readonly username: string | null
  readonly initialEmail: string | null
}

/** By id; accounts that are gone are missing. */
export async function namesOfAccounts(db: Queryable, ids: readonly string[]): Promise<Map<string, AccountNames>> {
  if (ids.length === 0) return new Map()
  const { id, username, initialEmail } = userProfiles
  const rows = await db
    .select({ id, username, initialEmail })
    .from(userProfiles)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, { username: row.username, initialEmail: row.initialEmail }]))
}

/** By id; accounts that are gone are missing. Who has given none has a placeholder (decision 0115). */
export async function addressesOfAccounts(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, email } = authUsers
  const rows = await db
    .select({ id, email })
    .from(authUsers)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.email]))
}
