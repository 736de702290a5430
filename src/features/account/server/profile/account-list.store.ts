// Lists of accounts for the back office (document 2 §7; U-36, U-52): profiles with their present address and their last sign-in.
import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { PLACEHOLDER_DOMAIN } from '#rulebook/account/placeholder-address.ts'
import { DEFAULT_USER_STATUS, type UserStatus } from '#rulebook/credits/tiers.ts'
import { authSessions, authUsers, userProfiles } from '../tables.ts'

export interface AccountFilter {
  readonly search?: string
  readonly userType?: string
  readonly status?: string
}

/** An absent status means active (document 2 §3). */
const statusOf = sql<UserStatus>`coalesce(${userProfiles.status}, ${DEFAULT_USER_STATUS})`
const lastSignInAt =
  sql<Date | null>`(select max(${authSessions.createdAt}) from ${authSessions} where ${authSessions.userId} = ${userProfiles.id})`.mapWith(
    authSessions.createdAt,
  )

/** Empty for who has given none (decision 0115). */
const shownEmail = sql<string>`case when ${authUsers.email} like ${`%.${PLACEHOLDER_DOMAIN}`} then '' else ${authUsers.email} end`

const selectAccounts = (db: Queryable) =>
  db
    .select({
      id: userProfiles.id,
      username: userProfiles.username,
      initialEmail: userProfiles.initialEmail,
      email: shownEmail,
      avatarUrl: userProfiles.avatarUrl,
      userType: userProfiles.userType,
      status: statusOf,
      creditsRemaining: userProfiles.creditsRemaining,
      creditsTotal: userProfiles.creditsTotal,
      createdAt: userProfiles.createdAt,
      updatedAt: userProfiles.updatedAt,
      lastSignInAt,
      deletionDueAt: authUsers.deletionDueAt,
    })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))

export type ListedAccount = Awaited<ReturnType<typeof selectAccounts>>[number]

/** Newest first, and how many there are on all pages. */
export async function listAccounts(
  db: Queryable,
  filter: AccountFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ accounts: ListedAccount[]; total: number }> {
  const where = and(...conditionsOf(filter))
  const [counted] = await db
    .select({ total: count() })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(where)
  const accounts = await selectAccounts(db)
    .where(where)
    .orderBy(desc(userProfiles.createdAt), desc(userProfiles.id))
    .limit(page.limit)
    .offset(page.offset)
  return { accounts, total: counted!.total }
}

/** Undefined when the account is gone. */
export async function findListedAccount(db: Queryable, id: string): Promise<ListedAccount | undefined> {
  const [row] = await selectAccounts(db).where(eq(userProfiles.id, id))
  return row
}

/** Profiles as they are stored. */
export const listNewestProfiles = (db: Queryable, limit: number) =>
  db
    .select({
      id: userProfiles.id,
      username: userProfiles.username,
      initialEmail: userProfiles.initialEmail,
      avatarUrl: userProfiles.avatarUrl,
      userType: userProfiles.userType,
      status: userProfiles.status,
      creditsRemaining: userProfiles.creditsRemaining,
      creditsTotal: userProfiles.creditsTotal,
      createdAt: userProfiles.createdAt,
      updatedAt: userProfiles.updatedAt,
    })
    .from(userProfiles)
    .orderBy(desc(userProfiles.createdAt))
    .limit(limit)

/** The first address is the documents' own; the present one is found as well, because it is the one that the table shows. */
function conditionsOf({ search, userType, status }: AccountFilter): (SQL | undefined)[] {
  const pattern = containing(search?.trim() ?? '')
  return [
    search?.trim()
      ? or(
          ilike(userProfiles.initialEmail, pattern),
          ilike(userProfiles.username, pattern),
          ilike(authUsers.email, pattern),
        )
      : undefined,
    userType ? eq(userProfiles.userType, userType) : undefined,
    status ? eq(statusOf, status) : undefined,
  ]
}
