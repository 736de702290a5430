// Somebody must be left to run the service (U-25): the last active admin who may do everything is not demoted, suspended, banned or removed.
import { asc, eq, or } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isAdmin, isSuspended } from '#rulebook/credits/tiers.ts'
import { userProfiles } from './tables.ts'

/**
 * Locks the profiles of all admins and of this user, always in the same order, so that two admins who demote each other at once wait
 * instead of both succeeding. Returns the ids of those who can act and may do everything.
 */
export async function lockAdmins(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .select({
      id: userProfiles.id,
      userType: userProfiles.userType,
      status: userProfiles.status,
      adminRole: userProfiles.adminRole,
    })
    .from(userProfiles)
    .where(or(eq(userProfiles.userType, 'admin'), eq(userProfiles.id, userId)))
    .orderBy(asc(userProfiles.id))
    .for('update')
  return rows.filter((row) => isAdmin(row) && !isSuspended(row) && row.adminRole === null).map(({ id }) => id)
}

export const isLastAdmin = (activeAdminIds: readonly string[], userId: string): boolean =>
  activeAdminIds.length === 1 && activeAdminIds[0] === userId
