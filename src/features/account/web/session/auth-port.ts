// What the auth state needs from the world, as a port, and how it judges what goes wrong there (document 1 §4, §7, §8).
import { codeOf } from '#platform/web/http/code-of.ts'
import { isAuthFailure } from '#rulebook/account/auth-state.ts'
import type { Profile, Session } from '../../contract.ts'

export interface AuthPort {
  /** The session of this browser's cookie with a fresh access token; null for a visitor. */
  getSession(): Promise<Session | null>
  /** The profile of the user of the access token; created when missing. */
  getProfile(): Promise<Profile>
  signOut(): Promise<void>
}

/**
 * `rejected`: we are not (any more) who we say; `broken`: an answer that makes no sense; `passing`: no connection, a timeout or a
 * server in trouble, which is no reason to sign anybody out.
 */
export type AuthTrouble = 'rejected' | 'broken' | 'passing'

const WITHOUT_USER_CODES: readonly unknown[] = ['login-required', 'not-signed-in', 'session-expired']
const REJECTING_CODES: readonly unknown[] = [...WITHOUT_USER_CODES, 'forbidden', 'JWT', 'RLS']
const REJECTING_STATUSES: readonly unknown[] = [401, 403]

export function troubleOf(error: unknown): AuthTrouble {
  const code = codeOf(error)
  const { status, message } = Object(error) as { status?: unknown; message?: unknown }
  if (REJECTING_CODES.includes(code) || REJECTING_STATUSES.includes(status)) return 'rejected'
  // A gateway's error page fails to parse as JSON with "unexpected token", which must not count as an auth token error.
  const isUnreadable = error instanceof SyntaxError
  if (!isUnreadable && typeof message === 'string' && isAuthFailure(message)) return 'rejected'
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRefusal ? 'broken' : 'passing'
}

/** The call was made by nobody: the session ended before, or is not there. */
export const isWithoutUser = (error: unknown): boolean => {
  const { status } = Object(error) as { status?: unknown }
  return status === 401 || WITHOUT_USER_CODES.includes(codeOf(error))
}
