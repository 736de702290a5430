// The signed-in devices of a user: the living sessions behind the cookies. With a removed session
// the access tokens that it gave are over (living-session.ts).
import { and, desc, eq, gt, isNotNull, lt, ne, or, type SQL } from 'drizzle-orm'
import type { Connection, Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import type { Device } from '../../contract.ts'
import { endBegun } from '../sign-in/begun.store.ts'
import { endForGood } from '../sign-in/spent.store.ts'
import { authSessions } from '../tables.ts'
import { coarseAddress, describeDevice } from './describe-device.ts'

/** Living sessions, the one in use first, then by last use. Never their tokens: those stay in the cookies. */
export async function listDevices(database: Database, userId: string, currentId: string, now: Date): Promise<Device[]> {
  const rows = await database.orm
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now)))
    .orderBy(desc(authSessions.updatedAt))
  const devices = rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.userAgent),
    place: coarseAddress(row.ipAddress),
    signedInAt: row.createdAt.toISOString(),
    lastSeenAt: row.updatedAt.toISOString(),
    isCurrent: row.id === currentId,
  }))
  return devices.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** False when the user has no such session. */
export async function removeDevice({ orm }: Connection, userId: string, id: string): Promise<boolean> {
  return (await endSessions(orm, userId, eq(authSessions.id, id))).length > 0
}

/** How many ended. */
export async function removeOtherDevices({ orm }: Connection, userId: string, currentId: string): Promise<number> {
  return (await endSessions(orm, userId, ne(authSessions.id, currentId))).length
}

/** How many ended, of those that lived. */
export async function removeAllDevices(tx: Transaction, userId: string, now: Date): Promise<number> {
  return (await endSessions(tx, userId)).filter(({ expiresAt }) => expiresAt > now).length
}

/** And what was begun in any of them: it may be of the one that goes. */
const endSessions = (db: Queryable, userId: string, which?: SQL): Promise<{ expiresAt: Date }[]> =>
  endForGood(db, userId, async (tx) => {
    await endBegun(tx, userId)
    const isTheirs = and(eq(authSessions.userId, userId), which)
    return tx.delete(authSessions).where(isTheirs).returning({ expiresAt: authSessions.expiresAt })
  })

/** Notes that the session was used; Better Auth's own renewal looks at the end of the session, not at this time. */
export async function markDeviceSeen(database: Database, id: string, now: Date): Promise<void> {
  await database.orm.update(authSessions).set({ updatedAt: now }).where(eq(authSessions.id, id))
}

/** Only the time of a session that ran out stays (U-52): who used it, and from where, has no more use. */
export async function forgetEndedDevices({ orm }: Connection, now: Date): Promise<void> {
  const tellsWho = or(isNotNull(authSessions.ipAddress), isNotNull(authSessions.userAgent))
  const forgotten = { ipAddress: null, userAgent: null }
  await orm
    .update(authSessions)
    .set(forgotten)
    .where(and(lt(authSessions.expiresAt, now), tellsWho))
}
