// What its owner has shown in a session, and when, and what else the account could show: the back office asks before money (decisions
// 0048 and 0191).
import type { GenericEndpointContext } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { count, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { authPasskeys, authSessions, authTwoFactors } from '../tables.ts'
import { readSession } from './failed-database.ts'
import { endByToken } from './spent.store.ts'

export interface SignInProofs {
  readonly at: Date
  /** When a second factor was last shown in it; null when none was. */
  readonly strongAt: Date | null
  /** When the password was last typed in it. */
  readonly passwordAt: Date | null
}

const PASSWORD_ROUTES = ['/sign-in/email', '/sign-up/email']
const PASSKEY_SIGN_IN = '/passkey/verify-authentication'
const SECOND_FACTOR_ROUTES = ['/two-factor/verify-totp', '/two-factor/verify-backup-code', PASSKEY_SIGN_IN]

/** Undefined when the session is over. */
export async function readProofs(database: Database, sessionId: string): Promise<SignInProofs | undefined> {
  const [row] = await database.orm
    .select({ at: authSessions.createdAt, strongAt: authSessions.strongAt, passwordAt: authSessions.passwordAt })
    .from(authSessions)
    .where(eq(authSessions.id, sessionId))
  return row
}

export async function markShown(
  database: Database,
  sessionId: string,
  shown: Partial<Pick<SignInProofs, 'strongAt' | 'passwordAt'>>,
): Promise<void> {
  await database.orm.update(authSessions).set(shown).where(eq(authSessions.id, sessionId))
}

/** What an account can show beside its password. */
export async function readSecondFactors(
  database: Database,
  userId: string,
): Promise<{ code: boolean; passkey: boolean }> {
  const [factor] = await database.orm
    .select({ verified: authTwoFactors.verified })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId))
  const [keys] = await database.orm.select({ n: count() }).from(authPasskeys).where(eq(authPasskeys.userId, userId))
  return { code: factor?.verified === true, passkey: keys!.n > 0 }
}

/** After an auth route: what was shown there, of the session that it made, or of the one that it was asked in. */
export async function recordProofs(ctx: GenericEndpointContext, database: Database, now: Date): Promise<void> {
  const { newSession, returned } = ctx.context as typeof ctx.context & { returned?: unknown }
  const path = ctx.path ?? ''
  if (isAPIError(returned)) return
  if (PASSWORD_ROUTES.includes(path) && newSession)
    await markShown(database, newSession.session.id, { passwordAt: now })
  if (!SECOND_FACTOR_ROUTES.includes(path)) return
  const before = await readSession(ctx)
  const session = newSession?.session ?? before?.session
  if (!session) return
  await markShown(database, session.id, { strongAt: now })
  // A passkey used while signed in creates a new session: the old one would stay in the list as another device.
  const isReplaced = path === PASSKEY_SIGN_IN && before?.user.id === newSession?.user.id
  if (isReplaced && before && before.session.id !== session.id) await endByToken(database, before.session.token)
}
