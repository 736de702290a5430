// When a second factor was last shown in a session: the back office asks for it (decision 0048).
import type { GenericEndpointContext } from 'better-auth'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import { count, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { authPasskeys, authSessions, authTwoFactors } from '../tables.ts'

const PASSKEY_SIGN_IN = '/passkey/verify-authentication'
const SECOND_FACTOR_ROUTES = ['/two-factor/verify-totp', '/two-factor/verify-backup-code', PASSKEY_SIGN_IN]

export async function markStrong(database: Database, sessionId: string, at: Date): Promise<void> {
  await database.orm.update(authSessions).set({ strongAt: at }).where(eq(authSessions.id, sessionId))
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

/** After an auth route: of the session that it made, or of the one that it was asked in. */
export async function noteSecondFactor(ctx: GenericEndpointContext, database: Database, now: Date): Promise<void> {
  const { newSession, returned } = ctx.context as typeof ctx.context & { returned?: unknown }
  if (!SECOND_FACTOR_ROUTES.includes(ctx.path ?? '') || isAPIError(returned)) return
  const before = await getSessionFromCtx(ctx)
  const session = newSession?.session ?? before?.session
  if (!session) return
  await markStrong(database, session.id, now)
  // Who shows a passkey where he is signed in gets a session anew: the one before would stand in his list as another device.
  const isReplaced = ctx.path === PASSKEY_SIGN_IN && before?.user.id === newSession?.user.id
  if (isReplaced && before && before.session.id !== session.id)
    await database.orm.delete(authSessions).where(eq(authSessions.id, before.session.id))
}
