// Administrators made and unmade outside the back office (U-25): by a start setting or by `npm run admin`. Every later one by an administrator.
import { asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { isLastAdmin, lockAdmins } from './last-admin.ts'
import { authUsers, userProfiles } from './tables.ts'

export type MakeAdminOutcome = 'made' | 'already-admin' | 'no-account'
export type RevokeAdminOutcome = 'revoked' | 'no-admin' | 'last-admin' | 'no-account'

/** Writes what was done to the operator's log, which lies to the right: the composition root hands it in. */
export type NoteAdminChange = (
  tx: Transaction,
  change: {
    readonly action: 'make_admin' | 'revoke_admin'
    readonly userId: string
    readonly source: 'command' | 'setting'
  },
) => Promise<void>

export interface AppointParts {
  readonly database: Database
  readonly note: NoteAdminChange
  /** Who asks: the person at the console, or STARTUP_ADMIN_EMAIL. */
  readonly source: 'command' | 'setting'
}

/** Makes the holder of this address an administrator; the account must exist, so a stranger cannot register into the role. */
export async function makeAdmin({ database, note, source }: AppointParts, email: string): Promise<MakeAdminOutcome> {
  const holder = await holderOf(database, email)
  if (!holder) return 'no-account'
  const { id, userType, adminRole } = holder
  if (userType === 'admin' && adminRole === null) return 'already-admin'
  await database.orm.transaction(async (tx) => {
    await tx.update(userProfiles).set(changedTo('admin')).where(eq(userProfiles.id, id))
    await note(tx, { action: 'make_admin', userId: id, source })
  })
  return 'made'
}

/** Makes an administrator a free account again, but never the last one who can act. */
export async function revokeAdmin(
  { database, note, source }: AppointParts,
  email: string,
): Promise<RevokeAdminOutcome> {
  const holder = await holderOf(database, email)
  if (!holder) return 'no-account'
  const { id, userType } = holder
  if (userType !== 'admin') return 'no-admin'
  return database.orm.transaction(async (tx) => {
    if (isLastAdmin(await lockAdmins(tx, id), id)) return 'last-admin'
    await tx.update(userProfiles).set(changedTo('free')).where(eq(userProfiles.id, id))
    await note(tx, { action: 'revoke_admin', userId: id, source })
    return 'revoked'
  })
}

/** Addresses of all administrators, in the order of the alphabet; one who signs in without an address has none. */
export async function listAdmins({ orm }: Database): Promise<string[]> {
  const rows = await orm
    .select({ email: authUsers.email })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(eq(userProfiles.userType, 'admin'))
    .orderBy(asc(authUsers.email))
  return rows.map(({ email }) => email)
}

async function holderOf({ orm }: Database, email: string) {
  const [holder] = await orm
    .select({ id: userProfiles.id, userType: userProfiles.userType, adminRole: userProfiles.adminRole })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(eq(authUsers.email, normalizeEmail(email)))
  return holder
}

/** An admin appointed here may do everything. */
const changedTo = (userType: 'admin' | 'free') => ({ userType, adminRole: null, updatedAt: sql`now()` })
