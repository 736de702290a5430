// Security events of an account (decision 0057): bounded by number when one is added, by age every hour.
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Connection, Database } from '#platform/server/database/database.ts'
import { SECURITY_EVENT_DAYS, SECURITY_EVENTS_KEPT, type SecurityEventKind } from '#rulebook/account/security-events.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import type { SecurityEvent } from '../../contract.ts'
import { authUsers, securityEvents } from '../tables.ts'

export interface NewSecurityEvent {
  /** Id of an event that may be noted once more because nobody knows whether it was: it stands once. */
  readonly id?: string
  readonly userId: string
  readonly kind: SecurityEventKind
  readonly at: Date
  readonly browser?: string | null
  readonly system?: string | null
  readonly place?: string | null
  readonly deviceMark?: string
}

export async function noteSecurityEvent({ orm }: Connection, { at, ...event }: NewSecurityEvent): Promise<void> {
  await orm
    .insert(securityEvents)
    .values({ ...event, createdAt: at })
    .onConflictDoNothing()
  const tooMany = orm
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(eq(securityEvents.userId, event.userId))
    .orderBy(desc(securityEvents.createdAt))
    .offset(SECURITY_EVENTS_KEPT)
  await orm.delete(securityEvents).where(inArray(securityEvents.id, tooMany))
}

/** For the account with this address; no-op without one. */
export async function noteSecurityEventOf(
  database: Database,
  email: string,
  event: Omit<NewSecurityEvent, 'userId'>,
): Promise<void> {
  const [user] = await database.orm.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email))
  if (user) await noteSecurityEvent(database, { ...event, userId: user.id })
}

/** Newest first. */
export async function listSecurityEvents(database: Database, userId: string): Promise<SecurityEvent[]> {
  const rows = await database.orm
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.createdAt))
    .limit(SECURITY_EVENTS_KEPT)
  return rows.map(({ id, kind, browser, system, place, createdAt }) => ({
    id,
    kind: kind as SecurityEventKind,
    browser,
    system,
    place,
    at: createdAt.toISOString(),
  }))
}

/** Whether this browser signed in to the account before; `isFirst` while nobody did. */
export async function knowsDevice(
  { orm }: Connection,
  userId: string,
  deviceMark: string,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const signIns = await orm
    .select({ mark: securityEvents.deviceMark })
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), eq(securityEvents.kind, 'sign-in')))
  return { isKnown: signIns.some(({ mark }) => mark === deviceMark), isFirst: signIns.length === 0 }
}

export async function removeOldSecurityEvents(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SECURITY_EVENT_DAYS * DAY_MS)
  await database.orm.delete(securityEvents).where(lt(securityEvents.createdAt, before))
}
