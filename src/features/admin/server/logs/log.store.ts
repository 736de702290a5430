// The operator's log as it is read (document 2 §7): newest first, with the names of both sides as they are today. Accounts that are gone
// leave their rows.
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { userProfiles } from '#features/account/server/tables.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import type { LogRow } from '../../logs-contract.ts'
import { adminActionLogs } from '../tables.ts'

export interface LogFilter {
  readonly action?: string
  /** Days like `2025-08-12` of the zone; both are included. */
  readonly from?: string
  readonly to?: string
}

const admins = alias(userProfiles, 'admins')
const targets = alias(userProfiles, 'targets')

/** One page of 20 and how many rows there are on all pages. Pages count from 1. */
export async function listLogs(
  db: Queryable,
  timeZone: string,
  { page, ...filter }: LogFilter & { readonly page: number },
): Promise<{ rows: LogRow[]; total: number }> {
  const where = and(...conditionsOf(filter, timeZone))
  const [counted] = await db.select({ total: count() }).from(adminActionLogs).where(where)
  const rows = await db
    .select({ log: adminActionLogs, admin: partyOf(admins), targetUser: partyOf(targets) })
    .from(adminActionLogs)
    .leftJoin(admins, eq(admins.id, adminActionLogs.adminId))
    .leftJoin(targets, eq(targets.id, adminActionLogs.targetUserId))
    .where(where)
    .orderBy(desc(adminActionLogs.createdAt), desc(adminActionLogs.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((page - 1) * ADMIN_PAGE_SIZE)
  return { rows: rows.map(toLogRow), total: counted!.total }
}

const partyOf = (table: typeof admins | typeof targets) => ({
  id: table.id,
  username: table.username,
  initialEmail: table.initialEmail,
})

interface Party {
  readonly id: string | null
  readonly username: string | null
  readonly initialEmail: string | null
}
interface Joined {
  readonly log: typeof adminActionLogs.$inferSelect
  readonly admin: Party | null
  readonly targetUser: Party | null
}

const toParty = (party: Party | null): LogRow['admin'] =>
  party?.id ? { username: party.username, initialEmail: party.initialEmail } : null

function toLogRow({ log, admin, targetUser }: Joined): LogRow {
  const { actionDetails, createdAt, ...rest } = log
  return {
    ...rest,
    details: detailsOf(actionDetails),
    createdAt: createdAt.toISOString(),
    admin: toParty(admin),
    targetUser: toParty(targetUser),
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
