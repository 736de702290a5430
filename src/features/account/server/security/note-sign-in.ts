// What a new sign-in leaves, noted when its session is first used: only then has its owner passed every check, the second factor too.
// It adds a security event, sends an email if the browser is new, and cancels a requested deletion of the account.
import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import type { Connection, Database } from '#platform/server/database/database.ts'
import { DEVICE_TEXTS } from '#rulebook/account/device-texts.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { momentText } from '#rulebook/site/calendar.ts'
import { BROWSER_NUMBER_DAYS } from '#rulebook/site/retention.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { lockMethodsOf } from '../login-methods/bind-login-method.ts'
import { completeMethods } from '../login-methods/complete-methods.ts'
import { coarseAddress, describeDevice } from '../profile/describe-device.ts'
import { cookieAttributes, cookieNameOf } from '../sign-in/cookie-names.ts'
import { authSessions, authUsers } from '../tables.ts'
import { knowsDevice, noteSecurityEvent } from './security-event.store.ts'

/** A number that this browser keeps for itself; only its keyed hash by account is stored. */
const COOKIE = 'device'
const COOKIE_SECONDS = BROWSER_NUMBER_DAYS * 86_400

export interface NoteSignInParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: { readonly secret: string; readonly publicOrigin: string; readonly timeZone: string }
  readonly emails: Pick<AccountEmails, 'sendNewDevice' | 'sendDeletionUndone' | 'sendLoginMethodsChanged'>
  readonly inBackground: (work: Promise<unknown>) => void
}
export interface UsedSession {
  readonly id: string
  readonly ipAddress?: string | null | undefined
  readonly userAgent?: string | null | undefined
}
type Owner = { readonly id: string; readonly email: string; readonly emailVerified: boolean }

export interface NotedSignIn {
  readonly cookies: readonly string[]
  readonly isDeletionUndone: boolean
}

/** All of it or nothing: a sign-in that cancels the end of an account must not be noted without that. */
export async function noteSignIn(
  parts: NoteSignInParts,
  headers: Headers,
  user: Owner,
  session: UsedSession,
): Promise<NotedSignIn> {
  const at = parts.clock.now()
  const deviceId = deviceIdIn(headers, parts.settings.publicOrigin) ?? randomUUID()
  const deviceMark = markOf(parts.settings.secret, user.id, deviceId)
  if (await isNoted(parts.database, session.id)) return { cookies: [], isDeletionUndone: false }
  const noted = await parts.database.orm.transaction(async (orm) => {
    // Before its session, as whoever removes sessions does.
    await lockMethodsOf(orm, user.id)
    const [first] = await orm
      .update(authSessions)
      .set({ notedAt: at })
      .where(and(eq(authSessions.id, session.id), isNull(authSessions.notedAt)))
      .returning({ id: authSessions.id })
    if (!first) return undefined
    const added = await completeMethods(orm, user.id)
    return {
      added,
      isNewDevice: await noteDevice({ orm }, user, session, deviceMark, at),
      isDeletionUndone: await undoDeletion({ orm }, user, at),
    }
  })
  if (!noted) return { cookies: [], isDeletionUndone: false }
  notifyOwner(parts, user, session, { ...noted, at })
  return { cookies: [cookieOf(deviceId, parts.settings.publicOrigin)], isDeletionUndone: noted.isDeletionUndone }
}

async function isNoted({ orm }: Connection, sessionId: string): Promise<boolean> {
  const isThis = and(eq(authSessions.id, sessionId), isNotNull(authSessions.notedAt))
  return (await orm.select({ id: authSessions.id }).from(authSessions).where(isThis)).length > 0
}

const deviceOf = ({ userAgent, ipAddress }: UsedSession) => ({
  ...describeDevice(userAgent ?? null),
  place: coarseAddress(ipAddress ?? null),
})

/** True where the account was used before, from other browsers only. */
async function noteDevice(
  connection: Connection,
  user: Owner,
  session: UsedSession,
  deviceMark: string,
  at: Date,
): Promise<boolean> {
  const { isKnown, isFirst } = await knowsDevice(connection, user.id, deviceMark)
  await noteSecurityEvent(connection, { userId: user.id, kind: 'sign-in', at, deviceMark, ...deviceOf(session) })
  return !isKnown && !isFirst
}

/** True when the account was about to end. */
async function undoDeletion({ orm }: Connection, user: Owner, at: Date): Promise<boolean> {
  const undone = await orm
    .update(authUsers)
    .set({ deletionDueAt: null })
    .where(and(eq(authUsers.id, user.id), isNotNull(authUsers.deletionDueAt)))
    .returning({ id: authUsers.id })
  if (undone.length === 0) return false
  await noteSecurityEvent({ orm }, { userId: user.id, kind: 'deletion-undone', at })
  return true
}

interface Noted {
  /** Address for the email about a new way to sign in. */
  readonly added: string | undefined
  readonly isNewDevice: boolean
  readonly isDeletionUndone: boolean
  readonly at: Date
}

function notifyOwner(
  { emails, inBackground, settings }: NoteSignInParts,
  user: Owner,
  session: UsedSession,
  noted: Noted,
) {
  if (noted.added) inBackground(emails.sendLoginMethodsChanged(noted.added))
  if (noted.isDeletionUndone) inBackground(emails.sendDeletionUndone(user.email))
  if (!noted.isNewDevice) return
  const { system, browser, place } = deviceOf(session)
  const device = `${system ?? DEVICE_TEXTS.unknownSystem} · ${browser ?? DEVICE_TEXTS.unknownBrowser}`
  const time = momentText(noted.at.getTime(), settings.timeZone)
  inBackground(emails.sendNewDevice(user.email, { device, time, place: place ?? DEVICE_TEXTS.unknownNetwork }))
}

function deviceIdIn(headers: Headers, publicOrigin: string): string | undefined {
  const name = cookieNameOf(publicOrigin, COOKIE)
  const id = parse(headers.get('cookie') ?? '', name)[name] ?? ''
  return isUuid(id) ? id : undefined
}

const markOf = (secret: string, userId: string, deviceId: string): string =>
  createHmac('sha256', secret).update(`device\n${userId}\n${deviceId}`).digest('base64url')

const cookieOf = (deviceId: string, publicOrigin: string): string =>
  serialize(cookieNameOf(publicOrigin, COOKIE), deviceId, {
    ...cookieAttributes(publicOrigin),
    maxAge: COOKIE_SECONDS,
  })
