// The ways to sign in of an account that is merged into another (document 1 §4; MERGE-01): all rows move, none stays primary. Providers and
// passkeys go on signing in. An address with its password does not, because an account has one password; nor does a second phone number.
import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { EndedMethods } from '#rulebook/account/email-texts.ts'
import { CREDENTIAL_PROVIDER } from '../login-methods/login-method.store.ts'
import { authAccounts, authPasskeys, userLoginMethods, userProfiles } from '../tables.ts'
import type { MergePair } from './owned-part.ts'

/** How many of each kind moved, and what signs in no more. */
export async function moveLoginMethods(
  tx: Transaction,
  pair: MergePair,
): Promise<{ moved: Record<string, number>; ended: EndedMethods }> {
  const { primaryId, mergedId } = pair
  const ofMerged = eq(userLoginMethods.userId, mergedId)
  const disable = (type: 'email' | 'phone') =>
    tx
      .update(userLoginMethods)
      .set({ status: 'disabled' })
      .where(and(ofMerged, eq(userLoginMethods.methodType, type), eq(userLoginMethods.status, 'active')))
      .returning({ id: userLoginMethods.id })
  const passwords = await disable('email')
  const phones = (await takePhone(tx, pair)) ? [] : await disable('phone')
  const rows = await tx
    .update(userLoginMethods)
    .set({ userId: primaryId, isPrimary: false })
    .where(ofMerged)
    .returning({ type: userLoginMethods.methodType })
  await tx
    .update(authAccounts)
    .set({ userId: primaryId })
    .where(and(eq(authAccounts.userId, mergedId), ne(authAccounts.providerId, CREDENTIAL_PROVIDER)))
  await tx.update(authPasskeys).set({ userId: primaryId }).where(eq(authPasskeys.userId, mergedId))
  const moved: Record<string, number> = {}
  for (const { type } of rows) moved[type] = (moved[type] ?? 0) + 1
  return { moved, ended: { losesPassword: passwords.length > 0, losesPhone: phones.length > 0 } }
}

/** True when the primary account had no number and got this one. */
async function takePhone(tx: Transaction, { primaryId, mergedId }: MergePair): Promise<boolean> {
  const read = async (id: string) => (await tx.select().from(userProfiles).where(eq(userProfiles.id, id)))[0]
  const [primary, merged] = [await read(primaryId), await read(mergedId)]
  if (!merged?.phone || primary?.phone) return false
  const { phone, phoneRegion, phoneVerified, phoneVerifiedAt } = merged
  await tx
    .update(userProfiles)
    .set({ phone, phoneRegion, phoneVerified, phoneVerifiedAt })
    .where(eq(userProfiles.id, primaryId))
  return true
}
