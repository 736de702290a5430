// The first admin is made by a start setting or by scripts/make-admin.ts (U-25); every later one by an admin.
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { authUsers, userProfiles } from './tables.ts'

export type MakeAdminOutcome = 'made' | 'already-admin' | 'no-account'

/** Makes the holder of this address an admin; the account must exist, so a stranger cannot register into the role. */
export async function makeAdmin(database: Database, email: string): Promise<MakeAdminOutcome> {
  const [holder] = await database.orm
    .select({ id: userProfiles.id, userType: userProfiles.userType })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(eq(authUsers.email, normalizeEmail(email)))
  if (!holder) return 'no-account'
  if (holder.userType === 'admin') return 'already-admin'
  await database.orm
    .update(userProfiles)
    .set({ userType: 'admin', updatedAt: sql`now()` })
    .where(eq(userProfiles.id, holder.id))
  return 'made'
}
