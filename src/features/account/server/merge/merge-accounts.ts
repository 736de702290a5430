// Two accounts of one person become one (document 1 §4; C-53, U-39, U-46), in one transaction: everything of the other account moves to the
// primary one, a row says what moved, and the other account ends. The caller has proven the other account.
import { eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { EndedMethods, MergedCredits } from '#rulebook/account/email-texts.ts'
import { higherTier, isAdmin, restrictionOf } from '#rulebook/credits/tiers.ts'
import { fitTogether } from '../passkeys/passkey-room.ts'
import { accountMergeHistory, authUsers, userProfiles } from '../tables.ts'
import { moveLoginMethods } from './merge-login-methods.ts'
import { type MergeProof, spendProof } from './merge-proof.ts'
import type { MergePair, OwnedPart } from './owned-part.ts'

export interface MergedAccounts extends EndedMethods {
  /** Addresses that get an email. */
  readonly primaryEmail: string
  readonly mergedEmail: string
  /** What the emails say of them. */
  readonly credits: MergedCredits
}
type ProfileRow = typeof userProfiles.$inferSelect

/**
 * Throws ServiceError `merge-same`, `merge-account-missing`, `merge-not-allowed` (a banned or suspended one), `merge-admin`, `merge-expired`
 * (the proof was used or ended), `merge-passkeys`, and what the parts throw; then nothing has changed.
 */
export function mergeAccounts(
  database: Database,
  owned: readonly OwnedPart[],
  mergedId: string,
  proof: MergeProof,
): Promise<MergedAccounts> {
  const pair: MergePair = { primaryId: proof.primaryId, mergedId }
  if (pair.primaryId === mergedId) throw new ServiceError('merge-same')
  return database.orm.transaction(async (tx) => {
    const { primary, merged } = await lockAccounts(tx, pair)
    // Under the lock that a new passkey takes, too (passkey-room.ts).
    await demandRoomForPasskeys(tx, pair)
    await spendProof(tx, proof)
    const { moved: methods, ended } = await moveLoginMethods(tx, pair)
    const { userType } = merged.profile
    const mergedData: Record<string, unknown> = { email: merged.email, userType, methods }
    const counts: Record<string, number> = {}
    for (const part of owned) {
      const moved = await part.move(tx, pair)
      mergedData[part.name] = moved
      Object.assign(counts, moved)
    }
    await keepHigherTier(tx, primary.profile, merged.profile)
    await tx
      .update(accountMergeHistory)
      .set({ primaryUserId: pair.primaryId })
      .where(eq(accountMergeHistory.primaryUserId, pair.mergedId))
    await tx.insert(accountMergeHistory).values({
      primaryUserId: pair.primaryId,
      mergedUserId: pair.mergedId,
      mergeReason: 'asked by the owner of both accounts',
      mergeType: 'user',
      mergedData,
    })
    await tx.delete(authUsers).where(eq(authUsers.id, pair.mergedId))
    const credits = {
      moved: counts.remaining ?? 0,
      freeLeft: counts.freeLeft ?? 0,
      campaignLeft: counts.campaignLeft ?? 0,
    }
    return { primaryEmail: primary.email, mergedEmail: merged.email, credits, ...ended }
  })
}

/** All passkeys move. Throws ServiceError `merge-passkeys` where they are more than an account may hold. */
export async function demandRoomForPasskeys(db: Queryable, { primaryId, mergedId }: MergePair): Promise<void> {
  if (!(await fitTogether(db, [primaryId, mergedId]))) throw new ServiceError('merge-passkeys')
}

/** Both rows in the order of their ids, so that two merges of the same accounts wait instead of deadlocking; no job starts meanwhile. */
async function lockAccounts(tx: Transaction, { primaryId, mergedId }: MergePair) {
  const users = await tx
    .select({ id: authUsers.id, email: authUsers.email, deletionDueAt: authUsers.deletionDueAt })
    .from(authUsers)
    .where(inArray(authUsers.id, [primaryId, mergedId]))
    .orderBy(authUsers.id)
    .for('update')
  const profiles = await tx
    .select()
    .from(userProfiles)
    .where(inArray(userProfiles.id, [primaryId, mergedId]))
    .orderBy(userProfiles.id)
    .for('update')
  const find = (id: string) => {
    const user = users.find((row) => row.id === id)
    const profile = profiles.find((row) => row.id === id)
    // Nothing moves into an account that is about to end.
    if (!user || !profile || user.deletionDueAt) throw new ServiceError('merge-account-missing')
    if (restrictionOf(profile)) throw new ServiceError('merge-not-allowed')
    return { email: user.email, profile }
  }
  const accounts = { primary: find(primaryId), merged: find(mergedId) }
  if (isAdmin(accounts.merged.profile)) throw new ServiceError('merge-admin')
  return accounts
}

async function keepHigherTier(tx: Transaction, primary: ProfileRow, merged: ProfileRow): Promise<void> {
  const userType = higherTier(primary.userType, merged.userType)
  if (userType === primary.userType) return
  await tx.update(userProfiles).set({ userType, updatedAt: sql`now()` }).where(eq(userProfiles.id, primary.id))
}
