// Users as the back office lists them (document 2 §7; U-36, U-52): profiles with their present address and when they were last active.
import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { authSessions, authUsers, userProfiles } from '#features/account/server/tables.ts'
import { processingHistory } from '#features/processing/server/tables.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import { DEFAULT_USER_STATUS, type UserStatus } from '#rulebook/credits/tiers.ts'
import type { AdminUser } from '../../users-contract.ts'

export interface UserFilter {
  readonly search?: string
  readonly userType?: string
  readonly status?: string
}

/** An absent status means active (document 2 §3). */
const statusOf = sql<UserStatus>`coalesce(${userProfiles.status}, ${DEFAULT_USER_STATUS})`
const newestOf = (table: typeof authSessions | typeof processingHistory) =>
  sql`(select max(${table.createdAt}) from ${table} where ${table.userId} = ${userProfiles.id})`
/** Newest of last sign-in and last job, else of the profile's change. */
const lastActiveAt =
  sql`coalesce(greatest(${newestOf(authSessions)}, ${newestOf(processingHistory)}), ${userProfiles.updatedAt})`.mapWith(
    userProfiles.updatedAt,
  )

const selectUsers = (db: Queryable) =>
  db
    .select({
      id: userProfiles.id,
      username: userProfiles.username,
      initialEmail: userProfiles.initialEmail,
      email: authUsers.email,
      avatarUrl: userProfiles.avatarUrl,
      userType: userProfiles.userType,
      status: statusOf,
      creditsRemaining: userProfiles.creditsRemaining,
      creditsTotal: userProfiles.creditsTotal,
      createdAt: userProfiles.createdAt,
      lastActiveAt,
    })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]
const toUser = (row: UserRow): AdminUser => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastActiveAt: row.lastActiveAt.toISOString(),
})

/** One page of 20, newest first, and how many there are on all pages. Pages count from 1. */
export async function listUsers(
  db: Queryable,
  { page, ...filter }: UserFilter & { readonly page: number },
): Promise<{ users: AdminUser[]; total: number }> {
  const where = and(...conditionsOf(filter))
  const [counted] = await db
    .select({ total: count() })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(where)
  const rows = await selectUsers(db)
    .where(where)
    .orderBy(desc(userProfiles.createdAt), desc(userProfiles.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((page - 1) * ADMIN_PAGE_SIZE)
  return { users: rows.map(toUser), total: counted!.total }
}

/** Undefined when the account is gone. */
export async function readUser(db: Queryable, id: string): Promise<AdminUser | undefined> {
  const [row] = await selectUsers(db).where(eq(userProfiles.id, id))
  return row && toUser(row)
}

/** The first address is the documents' own; the present one is found as well, because it is the one that the table shows. */
function conditionsOf({ search, userType, status }: UserFilter): (SQL | undefined)[] {
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
