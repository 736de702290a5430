// What a new sign-in leaves, noted when its session is first used: only then has its owner passed every check, the second factor too.
// It adds a security event, sends an email if the browser is new, and cancels a requested deletion of the account.

import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { DEVICE_TEXTS } from '#rulebook/account/device-texts.ts'
import { momentText } from '#rulebook/site/calendar.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { coarseAddress, describeDevice } from '../profile/describe-device.ts'
import { cookieAttributes, cookieNameOf } from '../sign-in/cookie-names.ts'
import { authSessions, authUsers } from '../tables.ts'
import { knowsDevice, noteSecurityEvent } from './security-event.store.ts'

/** A number that this browser keeps for itself; only its keyed hash by account is stored. */
const COOKIE = 'device'
const COOKIE_SECONDS = 400 * 86_400
const DEVICE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface NoteSignInParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: { readonly secret: string; readonly publicOrigin: string; readonly timeZone: string }
  readonly emails: Pick<AccountEmails, 'sendNewDevice' | 'sendDeletionUndone'>
  readonly inBackground: (work: Promise<unknown>) => void
}
export interface UsedSession {
  readonly id: string
  readonly ipAddress?: string | null | undefined
  readonly userAgent?: string | null | undefined
}
type Owner = { readonly id: string; readonly email: string }

export interface NotedSignIn {
  readonly cookies: readonly string[]
  readonly isDeletionUndone: boolean
}

export async function noteSignIn(
  parts: NoteSignInParts,
  headers: Headers,
  user: Owner,
  session: UsedSession,
): Promise<NotedSignIn> {
  const at = parts.clock.now()
  const [first] = await parts.database.orm
    .update(authSessions)
    .set({ notedAt: at })
    .where(and(eq(authSessions.id, session.id), isNull(authSessions.notedAt)))
    .returning({ id: authSessions.id })
  if (!first) return { cookies: [], isDeletionUndone: false }
  const deviceId = deviceIdIn(headers, parts.settings.publicOrigin) ?? randomUUID()
  await noteDevice(parts, user, session, markOf(parts.settings.secret, user.id, deviceId), at)
  return {
    cookies: [cookieOf(deviceId, parts.settings.publicOrigin)],
    isDeletionUndone: await undoDeletion(parts, user),
  }
}

async function noteDevice(parts: NoteSignInParts, user: Owner, session: UsedSession, deviceMark: string, at: Date) {
  const device = { ...describeDevice(session.userAgent ?? null), place: coarseAddress(session.ipAddress ?? null) }
  const { isKnown, isFirst } = await knowsDevice(parts.database, user.id, deviceMark)
  await noteSecurityEvent(parts.database, { userId: user.id, kind: 'sign-in', at, deviceMark, ...device })
  if (isKnown || isFirst) return
  const { system, browser, place } = device
  parts.inBackground(
    parts.emails.sendNewDevice(user.email, {
      device: `${system ?? DEVICE_TEXTS.unknownSystem} · ${browser ?? DEVICE_TEXTS.unknownBrowser}`,
      time: momentText(at.getTime(), parts.settings.timeZone),
      place: place ?? DEVICE_TEXTS.unknownNetwork,
    }),
  )
}

/** True when the account was about to end. */
async function undoDeletion(parts: NoteSignInParts, user: Owner): Promise<boolean> {
  const undone = await parts.database.orm
    .update(authUsers)
    .set({ deletionDueAt: null })
    .where(and(eq(authUsers.id, user.id), isNotNull(authUsers.deletionDueAt)))
    .returning({ id: authUsers.id })
  if (undone.length === 0) return false
  await noteSecurityEvent(parts.database, { userId: user.id, kind: 'deletion-undone', at: parts.clock.now() })
  parts.inBackground(parts.emails.sendDeletionUndone(user.email))
  return true
}

function deviceIdIn(headers: Headers, publicOrigin: string): string | undefined {
  const name = cookieNameOf(publicOrigin, COOKIE)
  const id = parse(headers.get('cookie') ?? '', name)[name] ?? ''
  return DEVICE_ID.test(id) ? id : undefined
}

const markOf = (secret: string, userId: string, deviceId: string): string =>
  createHmac('sha256', secret).update(`device\n${userId}\n${deviceId}`).digest('base64url')

const cookieOf = (deviceId: string, publicOrigin: string): string =>
  serialize(cookieNameOf(publicOrigin, COOKIE), deviceId, {
    ...cookieAttributes(publicOrigin),
    maxAge: COOKIE_SECONDS,
  })
