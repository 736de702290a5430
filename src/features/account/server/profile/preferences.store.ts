// Preferences for pictures and emails, beyond the documents; everything is off until the user switches it on.
import { and, eq, sql } from 'drizzle-orm'
import { type Database, inUserScope, type Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Preferences } from '../../preferences-contract.ts'
import { authUsers, userProfiles } from '../tables.ts'

const COLUMNS = { keepsPosition: userProfiles.keepsPosition, mailsWhenDone: userProfiles.mailsWhenDone }

/** For the worker: an account that is gone wants nothing. */
export async function preferencesOf(orm: Database['orm'] | Transaction, userId: string): Promise<Preferences> {
  const [row] = await orm.select(COLUMNS).from(userProfiles).where(eq(userProfiles.id, userId))
  return row ?? { keepsPosition: false, mailsWhenDone: false }
}

/** Where the email at the end of a long run goes: undefined if none is wanted or the address is unconfirmed. */
export async function addressForDone(orm: Database['orm'], userId: string): Promise<string | undefined> {
  const [row] = await orm
    .select({ email: authUsers.email })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(and(eq(authUsers.id, userId), eq(authUsers.emailVerified, true), eq(userProfiles.mailsWhenDone, true)))
  return row?.email
}

export const readPreferences = (database: Database, userId: string): Promise<Preferences> =>
  inUserScope(database, userId, (tx) => preferencesOf(tx, userId))

export async function updatePreferences(
  database: Database,
  userId: string,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  const [row] = await inUserScope(database, userId, (tx) =>
    tx
      .update(userProfiles)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(eq(userProfiles.id, userId))
      .returning(COLUMNS),
  )
  if (!row) throw new ServiceError('user-unreadable')
  return row
}
