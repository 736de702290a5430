// `user_profiles` of one user (document 1 §3, §7 "Profile"; C-01, C-29): made when first asked for, read and changed by its owner.
import { eq, sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type Database, inUserScope, type Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { realAddress } from '#rulebook/account/placeholder-address.ts'
import { ALREADY_EXISTS_CODE } from '#rulebook/errors/database-errors.ts'
import type { Profile } from '../../contract.ts'
import {
  accountMergeHistory,
  authPasskeys,
  authSessions,
  authUsers,
  securityEvents,
  termsConsents,
  userLoginMethods,
  userProfiles,
} from '../tables.ts'

type ProfileRow = typeof userProfiles.$inferSelect
/** Grants the free credits of a new account; asked again for the same user it changes nothing. */
export type OnSignUp = (userId: string) => Promise<void>

/** The profile of this user, made with the free credits when it is missing. Any number of calls leave one profile and one grant. */
export async function getOrCreateProfile(database: Database, userId: string, onSignUp: OnSignUp): Promise<Profile> {
  const existing = await findProfile(database, userId)
  // A total of 0 means that the service stopped between the profile and its grant.
  if (existing && existing.creditsTotal > 0) return toProfile(existing)
  if (!existing) await insertProfile(database, userId)
  await onSignUp(userId)
  return toProfile((await findProfile(database, userId))!)
}

/**
 * Changes the user name; `username` is checked and trimmed by the caller. Throws ServiceError `23505` when somebody has it, in whatever letter
 * case.
 */
export async function updateUsername(database: Database, userId: string, username: string): Promise<Profile> {
  const [row] = await inUserScope(database, userId, (tx) =>
    tx.update(userProfiles).set({ username, updatedAt: sql`now()` }).where(eq(userProfiles.id, userId)).returning(),
  ).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ServiceError(ALREADY_EXISTS_CODE) : error
  })
  if (!row) throw new ServiceError('user-unreadable')
  return toProfile(row)
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === ALREADY_EXISTS_CODE

const CONSENT = { version: termsConsents.version, acceptedAt: termsConsents.acceptedAt }
const { kind, browser, system, place, createdAt: at } = securityEvents
const SECURITY_EVENT = { kind, browser, system, place, at }
const PASSKEY = { name: authPasskeys.name, createdAt: authPasskeys.createdAt, lastUsedAt: authPasskeys.lastUsedAt }
const { ipAddress, userAgent, createdAt: signedInAt, expiresAt } = authSessions
const SESSION = { ipAddress, userAgent, signedInAt, expiresAt }
const MERGE = { mergedUserId: accountMergeHistory.mergedUserId, at: accountMergeHistory.createdAt }

/** A person's own account as it is stored, for the data export. */
export const readOwnAccount = async (tx: Transaction, userId: string) => ({
  profile: (await tx.select().from(userProfiles).where(eq(userProfiles.id, userId)))[0],
  loginMethods: await tx.select().from(userLoginMethods).where(eq(userLoginMethods.userId, userId)),
  termsConsents: await tx.select(CONSENT).from(termsConsents).where(eq(termsConsents.userId, userId)),
  securityEvents: await tx.select(SECURITY_EVENT).from(securityEvents).where(eq(securityEvents.userId, userId)),
  merges: await tx.select(MERGE).from(accountMergeHistory).where(eq(accountMergeHistory.primaryUserId, userId)),
})

/** The ways in, without their secrets; of tables that no person's scope may read. */
export const readOwnSignIns = async ({ orm }: Database, userId: string) => ({
  passkeys: await orm.select(PASSKEY).from(authPasskeys).where(eq(authPasskeys.userId, userId)),
  sessions: await orm.select(SESSION).from(authSessions).where(eq(authSessions.userId, userId)),
})

async function findProfile(database: Database, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await inUserScope(database, userId, (tx) =>
    tx.select().from(userProfiles).where(eq(userProfiles.id, userId)),
  )
  return row
}

async function insertProfile(database: Database, userId: string): Promise<void> {
  const [user] = await database.orm.select().from(authUsers).where(eq(authUsers.id, userId))
  // The token outlives a removed account by minutes.
  if (!user) throw new ServiceError('session-expired')
  await database.orm
    .insert(userProfiles)
    .values({ id: userId, initialEmail: realAddress(user.email) })
    .onConflictDoNothing()
}

const toProfile = (row: ProfileRow): Profile => ({
  id: row.id,
  username: row.username,
  initial_email: row.initialEmail,
  avatar_url: row.avatarUrl,
  user_type: row.userType,
  status: row.status,
  phone: row.phone,
  phone_region: row.phoneRegion,
  phone_verified: row.phoneVerified,
  phone_verified_at: row.phoneVerifiedAt?.toISOString() ?? null,
  credits: { used: row.creditsUsed ?? 0, total: row.creditsTotal, remaining: row.creditsRemaining },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
