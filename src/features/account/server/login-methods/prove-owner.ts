// Proof that the person at the browser is the owner, asked before what cannot be undone (U-16): the password, or for accounts
// without one a sign-in of the last minutes. The access token alone never suffices: a stolen one must not destroy anything.
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { RateLimit, RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { Auth } from '../sign-in/auth.ts'
import { authAccounts } from '../tables.ts'

/** Guesses of the password by somebody who holds the session; a right one sets the count back. */
const PROOF_LIMIT: RateLimit = { max: 5, windowMs: 15 * 60_000 }
/** How young a sign-in must be to count as a proof. */
const FRESH_SIGN_IN_MS = 15 * 60_000

const guessesKey = (userId: string): string => `proof:${userId}`
/** Counts one guess, wherever the password is asked for; false when there were too many. */
export const mayGuessPassword = (limiter: RateLimiter, userId: string): Promise<boolean> =>
  limiter.consume(guessesKey(userId), PROOF_LIMIT)
export const forgetGuesses = (limiter: RateLimiter, userId: string): Promise<void> => limiter.forget(guessesKey(userId))
export const isFreshSignIn = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() <= FRESH_SIGN_IN_MS

export interface Proof {
  readonly userId: string
  /** Of the request, with the session cookie. */
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
  const isRight = await parts.auth.api.verifyPassword({ headers, body: { password } }).then(
    () => true,
    () => false,
  )
  if (!isRight) throw new ServiceError('password-wrong')
  await forgetGuesses(parts.limiter, userId)
}

export async function hasPassword(database: Database, userId: string): Promise<boolean> {
  const rows = await database.orm
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), isNotNull(authAccounts.password)))
  return rows.length > 0
}
