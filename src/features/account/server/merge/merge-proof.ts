// What the ticket of a merge says: who owns the primary account, since when that is proven, and by which password. A ticket serves one merge, and ends with
// the account's sessions and its password: an attacker who held an account for a moment must not add a login method afterwards.
import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { CREDENTIAL_PROVIDER } from '../login-methods/login-method.store.ts'
import { type Begun, finishBegun, noteBegun } from '../sign-in/begun.store.ts'
import { authAccounts } from '../tables.ts'

/** Time for signing in to the other account. */
export const MERGE_TICKET_MS = 15 * 60_000

export type MergeProof = {
  readonly id: string
  readonly primaryId: string
  readonly issuedAtMs: number
  /** Changes with the password; empty without one. */
  readonly passwordMark: string
}

export async function newMergeProof(database: Queryable, primaryId: string, now: Date): Promise<MergeProof> {
  const proof = {
    id: randomUUID(),
    primaryId,
    issuedAtMs: now.getTime(),
    passwordMark: await passwordMarkOf(database, primaryId),
  }
  await noteBegun(database, begunBy(proof), new Date(now.getTime() + MERGE_TICKET_MS))
  return proof
}

const begunBy = ({ id, primaryId }: MergeProof): Begun => ({ kind: 'merge', token: id, userId: primaryId })

/** Within the merge's transaction, after the accounts are locked. Throws ServiceError `merge-expired`. */
export async function spendProof(tx: Transaction, proof: MergeProof): Promise<void> {
  const isSamePassword = (await passwordMarkOf(tx, proof.primaryId)) === proof.passwordMark
  if (!isSamePassword || !(await finishBegun(tx, begunBy(proof)))) throw new ServiceError('merge-expired')
}

async function passwordMarkOf(database: Queryable, userId: string): Promise<string> {
  const [account] = await database
    .select({ password: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL_PROVIDER)))
  return account?.password ? createHash('sha256').update(account.password).digest('base64url') : ''
}
