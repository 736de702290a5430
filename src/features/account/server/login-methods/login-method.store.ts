// `user_login_methods`, the user's view of the own ways to sign in, kept in step with Better Auth's accounts (document 1 §3, §4).
// The value of an email method is the address; of a provider its account id there, which never changes hands.
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Connection, Database } from '#platform/server/database/database.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { LOGIN_METHOD_TYPES, type LoginMethodType } from '#rulebook/account/login-methods.ts'
import { accountName } from '#rulebook/account/placeholder-address.ts'
import { authAccounts, authUsers, userLoginMethods } from '../tables.ts'
import { hasNoPrimary } from './bind-login-method.ts'

/** What Better Auth calls the account of an email and password. */
export const CREDENTIAL_PROVIDER = 'credential'

export interface ProviderAccount {
  readonly userId: string
  readonly providerId: string
  readonly accountId: string
}

/**
 * Records a new way to sign in, with the address that it has at its provider (a nickname at WeChat); the first one of a user is the primary one. A method recorded
 * before stays as it is. Returns the owner's address when a provider came to an account that had another way in before.
 */
export async function recordLoginMethod(
  { orm }: Connection,
  account: ProviderAccount,
  email?: string,
): Promise<string | undefined> {
  const methodType = methodTypeOf(account.providerId)
  const [user] = await orm.select().from(authUsers).where(eq(authUsers.id, account.userId))
  if (!methodType || !user) return undefined
  const isEmail = methodType === 'email'
  const [recorded] = await orm
    .insert(userLoginMethods)
    .values({
      userId: user.id,
      methodType,
      methodValue: isEmail ? user.email : account.accountId,
      methodDisplay: email ?? accountName(user.email),
      verified: isEmail ? user.emailVerified : true,
      isPrimary: hasNoPrimary(user.id),
    })
    .onConflictDoNothing()
    .returning({ isPrimary: userLoginMethods.isPrimary })
  return recorded && !recorded.isPrimary && !isEmail ? user.email : undefined
}

/** Follows a confirmed or changed address; true when it is another one than before. */
export async function updateEmailMethod(
  { orm }: Connection,
  user: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
): Promise<boolean> {
  const isOwn = and(
    eq(userLoginMethods.userId, user.id),
    eq(userLoginMethods.methodType, 'email'),
    eq(userLoginMethods.status, 'active'),
  )
  const before = await orm.select({ address: userLoginMethods.methodValue }).from(userLoginMethods).where(isOwn)
  await orm
    .update(userLoginMethods)
    .set({ methodValue: user.email, methodDisplay: user.email, verified: user.emailVerified })
    .where(isOwn)
  return before.some(({ address }) => address !== user.email)
}

/** The active methods of the account with this address, or undefined without one. */
export async function methodsOfEmail(database: Database, email: string): Promise<LoginMethodType[] | undefined> {
  const address = normalizeEmail(email)
  const [holder] = await database.query<{ id: string }>(
    `select coalesce(existing_user_id, (select id from auth_users where email = $1)) as id
       from check_login_method_conflict('email', $1)`,
    [address],
  )
  if (!holder?.id) return undefined
  const rows = await database.orm
    .select({ type: userLoginMethods.methodType })
    .from(userLoginMethods)
    .where(and(eq(userLoginMethods.userId, holder.id), eq(userLoginMethods.status, 'active')))
  return rows.map((row) => row.type as LoginMethodType)
}

/** How this user signed up, for `app_metadata.provider`. */
export async function primaryMethodOf(database: Database, userId: string): Promise<LoginMethodType> {
  const [row] = await database.orm
    .select({ type: userLoginMethods.methodType })
    .from(userLoginMethods)
    .where(and(eq(userLoginMethods.userId, userId), eq(userLoginMethods.isPrimary, true)))
  return (row?.type as LoginMethodType | undefined) ?? 'email'
}

export function methodTypeOf(providerId: string): LoginMethodType | undefined {
  if (providerId === CREDENTIAL_PROVIDER) return 'email'
  return LOGIN_METHOD_TYPES.find((type) => type === providerId)
}

export async function hasPassword(database: Database, userId: string): Promise<boolean> {
  const rows = await database.orm
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), isNotNull(authAccounts.password)))
  return rows.length > 0
}
