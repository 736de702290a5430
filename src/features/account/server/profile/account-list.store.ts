// Lists of accounts for the back office (document 2 §7; U-36, U-52): profiles with their present address and their last sign-in.
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { findPage } from '#platform/server/database/find-page.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { PLACEHOLDER_DOMAIN } from '#rulebook/account/placeholder-address.ts'
import { DEFAULT_USER_STATUS, type UserStatus } from '#rulebook/credits/tiers.ts'
import { authSessions, authUsers, securityEvents, userProfiles } from '../tables.ts'

export interface AccountFilter {
  readonly search?: string
  readonly userType?: string
  readonly status?: string
}

/** An absent status means active (document 2 §3). */
const statusOf = sql<UserStatus>`coalesce(${userProfiles.status}, ${DEFAULT_USER_STATUS})`
/** Only the event of a session that has ended is left. */
const lastSignInAt = sql<Date | null>`greatest(
  (select max(${authSessions.createdAt}) from ${authSessions} where ${authSessions.userId} = ${userProfiles.id}),
  (select max(${securityEvents.createdAt}) from ${securityEvents}
    where ${securityEvents.userId} = ${userProfiles.id} and ${securityEvents.kind} = 'sign-in'))`.mapWith(
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
      adminRole: userProfiles.adminRole,
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
  if (filter.search?.trim()) return listFound(db, where, page)
  const [counted] = await db.select({ total: count() }).from(userProfiles).where(where)
  const accounts = await selectAccounts(db)
    .where(where)
    .orderBy(...NEWEST_FIRST)
    .limit(page.limit)
    .offset(page.offset)
  return { accounts, total: counted!.total }
}

const NEWEST_FIRST = [desc(userProfiles.createdAt), desc(userProfiles.id)]

/** Two common signs are in every second name, and no index helps with two. */
async function listFound(
  db: Queryable,
  where: SQL | undefined,
  page: { readonly limit: number; readonly offset: number },
) {
  const found = sql`select ${userProfiles.id} as id, ${userProfiles.createdAt} as created_at from ${userProfiles} where ${where}`
  const { total, ids } = await findPage(db, found, page)
  const accounts =
    ids.length === 0
      ? []
      : await selectAccounts(db)
          .where(inArray(userProfiles.id, [...ids]))
          .orderBy(...NEWEST_FIRST)
  return { accounts, total }
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

/**
 * Ids of accounts with this in their name, first or present address. The first address is the documents' own; the present one is found as well,
 * because it is the one that the table shows. Each table is looked through by itself: joined, a million comparisons become two. Addresses are
 * stored in small letters (Better Auth writes and looks them up so): lowering 100,000 of them again took 28 of 40 ms.
 */
export function accountsNamed(search: string): SQL {
  const pattern = containing(search.trim().toLowerCase())
  return sql`select named.id from user_profiles named where named.search_text like ${pattern}
    union all select addressed.id from auth_users addressed where addressed.email like ${pattern}`
}

/** The same for a row of the profiles: their addresses are hashed once, and looked up for names that do not match. */
function isNamed(search: string): SQL {
  const pattern = containing(search.trim().toLowerCase())
  return sql`(${userProfiles.searchText} like ${pattern} or ${userProfiles.id} in
    (select addressed.id from auth_users addressed where addressed.email like ${pattern}))`
}

function conditionsOf({ search, userType, status }: AccountFilter): (SQL | undefined)[] {
  return [
    search?.trim() ? isNamed(search) : undefined,
    userType ? eq(userProfiles.userType, userType) : undefined,
    status ? eq(statusOf, status) : undefined,
  ]
}
