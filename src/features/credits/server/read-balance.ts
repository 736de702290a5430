// The balance as the profile shows it (C-29): kept by the ledger's trigger, never computed or written elsewhere.
import { asc } from 'drizzle-orm'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { usageLogs } from './tables.ts'

export interface Balance {
  readonly total: number
  readonly used: number
  readonly remaining: number
}

/** Undefined when there is no such profile. */
export async function readBalance(database: Queryable, userId: string): Promise<Balance | undefined> {
  const account = await findAccount(database, userId)
  if (!account) return undefined
  const { creditsTotal: total, creditsRemaining: remaining } = account
  return { total, remaining, used: total - remaining }
}

/** All entries of a person, oldest first; the row policies choose. Why an operator changed a balance is the operator's note (document 2 §4). */
export async function readOwnLedger(tx: Transaction) {
  const entries = await tx.select().from(usageLogs).orderBy(asc(usageLogs.createdAt))
  return entries.map((entry) => (entry.kind === 'adjust' ? { ...entry, details: null } : entry))
}
