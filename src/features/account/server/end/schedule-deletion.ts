// The wish to end an account (U-16; decision 0058): it ends a week later, unless its owner signs in before (note-sign-in.ts). Sessions end at once, and
// with them every token.
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { DELETION_GRACE_DAYS } from '#rulebook/site/retention.ts'
import { isLastAdmin, lockAdmins } from '../last-admin.ts'
import { removeAllDevices } from '../profile/device.store.ts'
import { noteSecurityEvent } from '../security/security-event.store.ts'
import { authUsers } from '../tables.ts'

export interface ScheduledDeletion {
  readonly email: string
  readonly dueAt: Date
}

/** Throws ServiceError `account-last-admin` when nobody would be left to run the service. */
export async function scheduleDeletion(database: Database, userId: string, now: Date): Promise<ScheduledDeletion> {
  const dueAt = new Date(now.getTime() + DELETION_GRACE_DAYS * DAY_MS)
  const email = await database.orm.transaction(async (tx) => {
    if (isLastAdmin(await lockAdmins(tx, userId), userId)) throw new ServiceError('account-last-admin')
    const [user] = await tx
      .update(authUsers)
      .set({ deletionDueAt: dueAt })
      .where(eq(authUsers.id, userId))
      .returning({ email: authUsers.email })
    if (!user) throw new ServiceError('session-expired')
    await removeAllDevices(tx, userId, now)
    await noteSecurityEvent({ orm: tx }, { userId, kind: 'deletion-asked', at: now })
    return user.email
  })
  return { email, dueAt }
}

/** Whose week is over. */
export async function findDueDeletions(database: Database, now: Date): Promise<string[]> {
  const due = await database.orm.select({ id: authUsers.id }).from(authUsers).where(lte(authUsers.deletionDueAt, now))
  return due.map(({ id }) => id)
}

/** Whether it is still to end. Held until the transaction's end: no sign-in undoes the wish meanwhile, and rows that point to the account wait for nobody. */
export async function holdDue(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const held = await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(eq(authUsers.id, userId), lte(authUsers.deletionDueAt, now)))
    .for('no key update')
  return held.length > 0
}

/** Asked for and not undone: what was shown to others is not shown any more. */
export async function isLeaving(db: Database['orm'], userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(eq(authUsers.id, userId), isNotNull(authUsers.deletionDueAt)))
  return row !== undefined
}
