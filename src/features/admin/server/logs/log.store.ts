// The operator's log as it is read (document 2 §7): newest first, with the names of both sides as they are today. Accounts that are gone
// leave their rows.
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type AccountNames, namesOfAccounts } from '#features/account/server/profile/account.store.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import type { LogRow } from '../../logs-contract.ts'
import { adminActionLogs, adminLogChain } from '../tables.ts'

export interface LogFilter {
  readonly action?: string
  /** Days like `2025-08-12` of the zone; both are included. */
  readonly from?: string
  readonly to?: string
}

/** One page of 20 and how many rows there are on all pages. Pages count from 1. */
export async function listLogs(
  db: Queryable,
  timeZone: string,
  { page, ...filter }: LogFilter & { readonly page: number },
): Promise<{ rows: LogRow[]; total: number }> {
  const where = and(...conditionsOf(filter, timeZone))
  const total = where ? await countLogs(db, where) : await countAllLogs(db)
  const rows = await db
    .select()
    .from(adminActionLogs)
    .where(where)
    .orderBy(desc(adminActionLogs.createdAt), desc(adminActionLogs.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((page - 1) * ADMIN_PAGE_SIZE)
  const names = await namesOfAccounts(
    db,
    rows.flatMap(({ adminId, targetUserId }) => [adminId, targetUserId]).filter((id) => id !== null),
  )
  return { rows: rows.map((row) => toLogRow(row, names)), total }
}

const countLogs = async (db: Queryable, where: SQL): Promise<number> =>
  (await db.select({ total: count() }).from(adminActionLogs).where(where))[0]!.total

/** By the ends of the chain, which has no gap: counting a million rows takes as long as reading them. */
async function countAllLogs(db: Queryable): Promise<number> {
  const { lastSeq, baseSeq } = adminLogChain
  const [ends] = await db.select({ total: sql<number>`${lastSeq} - ${baseSeq}`.mapWith(Number) }).from(adminLogChain)
  return ends?.total ?? 0
}

function toLogRow(
  { actionDetails, createdAt, ...row }: typeof adminActionLogs.$inferSelect,
  names: ReadonlyMap<string, AccountNames>,
): LogRow {
  const namesOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    ...row,
    details: detailsOf(actionDetails),
    createdAt: createdAt.toISOString(),
    admin: namesOf(row.adminId),
    targetUser: namesOf(row.targetUserId),
  }
}

/** The column takes any JSON. */
const detailsOf = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as Record<string, unknown>)
    : { value: stored }

/** From 00:00:00 of the first day to the end of the last one. */
function conditionsOf({ action, from, to }: LogFilter, timeZone: string): (SQL | undefined)[] {
  const { createdAt } = adminActionLogs
  const startOf = (day: SQL) => sql`(${day}::timestamp at time zone ${timeZone})`
  return [
    action ? eq(adminActionLogs.action, action) : undefined,
    from ? sql`${createdAt} >= ${startOf(sql`${from}::date`)}` : undefined,
    to ? sql`${createdAt} < ${startOf(sql`(${to}::date + 1)`)}` : undefined,
  ]
}
