// Who an account belongs to before anybody has proven its address (decision 0050). Whoever registers somebody else's address must gain nothing
// by having been there first: the first confirmation cuts every tie and session made before it, and so does a reset as long as the
// address and the way in were never shown to be in the same hands. They are when the mailed link is opened, or a mailed code typed, in a browser that
// registered or typed the password, or when the browser that opened the link signs in with the password.
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { CREDENTIAL_PROVIDER } from '../login-methods/login-method.store.ts'
import { clearPhone } from '../phone/phone-profile.store.ts'
import { noteSecurityEvent } from '../security/security-event.store.ts'
import {
  authAccounts,
  authPasskeys,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
  userLoginMethods,
} from '../tables.ts'
import { endForGood } from './spent.store.ts'

/** Everything that opens the account but its password: sessions, providers, passkeys, phone, second factor, remembered browsers, reset links. */
export const cutUnprovenTies = (db: Queryable, userId: string): Promise<void> =>
  endForGood(db, userId, async (tx) => {
    await tx.delete(authSessions).where(eq(authSessions.userId, userId))
    await tx.delete(authVerifications).where(eq(authVerifications.value, userId))
    await tx
      .delete(authAccounts)
      .where(and(eq(authAccounts.userId, userId), ne(authAccounts.providerId, CREDENTIAL_PROVIDER)))
    await keepEmailOnly(tx, userId)
    await clearPhone(tx, userId)
    await tx.delete(authPasskeys).where(eq(authPasskeys.userId, userId))
    await tx.delete(authTwoFactors).where(eq(authTwoFactors.userId, userId))
    await tx.update(authUsers).set({ twoFactorEnabled: false }).where(eq(authUsers.id, userId))
  })

async function keepEmailOnly(tx: Transaction, userId: string): Promise<void> {
  const isEmail = sql<boolean>`${userLoginMethods.methodType} = 'email'`
  await tx
    .update(userLoginMethods)
    .set({ status: sql`case when ${isEmail} then status else 'disabled' end`, isPrimary: isEmail })
    .where(and(eq(userLoginMethods.userId, userId), eq(userLoginMethods.status, 'active')))
}

export async function isOwnerProven(database: Database, userId: string): Promise<boolean> {
  const [user] = await database.orm
    .select({ at: authUsers.ownerProvenAt })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
  return Boolean(user?.at)
}

export async function markOwnerProven(database: Database, userId: string, at: Date | null): Promise<void> {
  await database.orm.update(authUsers).set({ ownerProvenAt: at }).where(eq(authUsers.id, userId))
}

/** A used reset link proves the address as well as the email of confirmation does. */
export async function proveByReset(database: Database, userId: string, now: Date): Promise<void> {
  if (!(await isOwnerProven(database, userId))) await cutUnprovenTies(database.orm, userId)
  await database.orm.update(authUsers).set({ emailVerified: true, ownerProvenAt: now }).where(eq(authUsers.id, userId))
  await database.orm
    .update(userLoginMethods)
    .set({ verified: true })
    .where(and(eq(userLoginMethods.userId, userId), eq(userLoginMethods.methodType, 'email')))
}

/**
 * Whoever reads the mail of an account whose owner is not proven takes it over: its password goes with the ties, as at a reset (decision 0239). False
 * where the owner was proven meanwhile. The event stands with it: an answer that is lost afterwards tells nobody.
 */
export const handToMailbox = ({ orm }: Database, userId: string, now: Date): Promise<boolean> =>
  endForGood(orm, userId, async (tx) => {
    const isUnproven = and(eq(authUsers.id, userId), isNull(authUsers.ownerProvenAt))
    const [unproven] = await tx
      .update(authUsers)
      .set({ ownerProvenAt: now })
      .where(isUnproven)
      .returning({ id: authUsers.id })
    if (!unproven) return false
    await tx
      .delete(authAccounts)
      .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL_PROVIDER)))
    await cutUnprovenTies(tx, userId)
    await noteSecurityEvent({ orm: tx }, { userId, kind: 'login-methods-changed', at: now })
    return true
  })

/** The address is proven, or a proof was never asked for. */
export async function mayEnter(database: Database, userId: string): Promise<boolean> {
  const [user] = await database.orm
    .select({ isProven: authUsers.emailVerified, isExempt: authUsers.madeWithoutMail })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
  return Boolean(user?.isProven || user?.isExempt)
}
