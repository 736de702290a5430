// What its owner has shown in a session, and when: the back office asks before money (decisions 0048 and 0191).
import type { GenericEndpointContext } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { authSessions } from '../tables.ts'

export interface SignInProofs {
  readonly at: Date
  /** When a second factor was last shown in it; null when none was. */
  readonly strongAt: Date | null
  /** When the password was last typed in it. */
  readonly passwordAt: Date | null
}

const PASSWORD_ROUTES = ['/sign-in/email', '/sign-up/email']

/** Undefined when the session is over. */
export async function readProofs(database: Database, sessionId: string): Promise<SignInProofs | undefined> {
  const [row] = await database.orm
    .select({ at: authSessions.createdAt, strongAt: authSessions.strongAt, passwordAt: authSessions.passwordAt })
    .from(authSessions)
    .where(eq(authSessions.id, sessionId))
  return row
}

export async function markPassword(database: Database, sessionId: string, at: Date): Promise<void> {
  await database.orm.update(authSessions).set({ passwordAt: at }).where(eq(authSessions.id, sessionId))
}

/** After an auth route: a session that began with the password. */
export async function notePassword(ctx: GenericEndpointContext, database: Database, now: Date): Promise<void> {
  const { newSession, returned } = ctx.context as typeof ctx.context & { returned?: unknown }
  if (!PASSWORD_ROUTES.includes(ctx.path ?? '') || !newSession || isAPIError(returned)) return
  await markPassword(database, newSession.session.id, now)
}
