// What the ticket of a merge says: who owns the primary account, since when that is proven, and by which password. A ticket serves one merge,
// and a changed password ends it: an attacker who held an account for a moment must not add a login method afterwards.
import { createHash, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { CREDENTIAL_PROVIDER } from '../login-methods/login-method.store.ts'
import { accountMergeHistory, authAccounts } from '../tables.ts'

export type MergeProof = {
  readonly id: string
  readonly primaryId: string
  readonly issuedAtMs: number
  /** Changes with the password; empty without one. */
  readonly passwordMark: string
}

export const newMergeProof = async (database: Queryable, primaryId: string, now: Date): Promise<MergeProof> => ({
  id: randomUUID(),
  primaryId,
  issuedAtMs: now.getTime(),
  passwordMark: await passwordMarkOf(database, primaryId),
})

/** Within the merge's transaction, after the accounts are locked. Throws ServiceError `merge-expired`. */
export async function assertStillProven(tx: Transaction, proof: MergeProof): Promise<void> {
  const used = await tx
    .select({ id: accountMergeHistory.id })
    .from(accountMergeHistory)
    .where(
      and(
        eq(accountMergeHistory.primaryUserId, proof.primaryId),
        sql`${accountMergeHistory.mergedData} ->> 'proof' = ${proof.id}`,
      ),
    )
  const isSamePassword = (await passwordMarkOf(tx, proof.primaryId)) === proof.passwordMark
  if (used.length > 0 || !isSamePassword) throw new ServiceError('merge-expired')
}

async function passwordMarkOf(database: Queryable, userId: string): Promise<string> {
  const [account] = await database
    .select({ password: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL_PROVIDER)))
  return account?.password ? createHash('sha256').update(account.password).digest('base64url') : ''
}
