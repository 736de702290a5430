// Proof that the person at the browser is the owner, asked before what cannot be undone (U-16): the password, or for accounts
// without one a sign-in of the last minutes. The access token alone never suffices: a stolen one must not destroy anything.
import { isAPIError } from 'better-auth/api'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { Auth } from '../sign-in/auth.ts'
import { hasPassword } from './login-method.store.ts'
import { forgetGuesses, isFreshSignIn, mayGuessPassword } from './owner-proof-tries.ts'

export interface Proof {
  readonly userId: string
  /** Headers of the request, with the session cookie. */
  readonly headers: Headers
  readonly password?: string
}
export interface ProofParts {
  readonly auth: Auth
  readonly database: Database
  readonly limiter: RateLimiter
  readonly now: () => Date
}

/** Throws ServiceError `session-expired`, `too-many-attempts`, `password-wrong` or `fresh-sign-in-needed`. */
export async function proveOwner(parts: ProofParts, { userId, headers, password = '' }: Proof): Promise<void> {
  const found = await parts.auth.api.getSession({ headers })
  if (found?.user.id !== userId) throw new ServiceError('session-expired')
  if (!(await hasPassword(parts.database, userId))) {
    if (!isFreshSignIn(found.session.createdAt, parts.now())) throw new ServiceError('fresh-sign-in-needed')
    return
  }
  if (!(await mayGuessPassword(parts.limiter, userId))) throw new ServiceError('too-many-attempts')
  const isRight = await parts.auth.api.verifyPassword({ headers, body: { password } }).then(() => true, wrongOnly)
  if (!isRight) throw new ServiceError('password-wrong')
  await forgetGuesses(parts.limiter, userId)
}

/**
 * A database that is away is no wrong password. TRAP: where Better Auth cannot read the session it refuses as if there were none (401), and
 * the session was found a moment ago.
 */
function wrongOnly(error: unknown): false {
  if (isAPIError(error) && error.statusCode === 400) return false
  throw isAPIError(error) ? new Error('the password could not be checked', { cause: error }) : error
}
