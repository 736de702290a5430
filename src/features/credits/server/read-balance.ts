// The balance as the profile shows it (C-29): kept by the ledger's trigger, never computed or written elsewhere.
import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { userProfiles } from '../../account/server/tables.ts'

export interface Balance {
  readonly total: number
  readonly used: number
  readonly remaining: number
}

/** Undefined when there is no such profile. */
export async function readBalance(database: Queryable, userId: string): Promise<Balance | undefined> {
  const [row] = await database
    .select({ total: userProfiles.creditsTotal, remaining: userProfiles.creditsRemaining })
    .from(userProfiles)
    .where(eq(userProfiles.id, userId))
  return row && { ...row, used: row.total - row.remaining }
}
