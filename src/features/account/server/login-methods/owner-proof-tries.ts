// How often and how long after a sign-in somebody may prove to be the owner, wherever it is asked for (U-16).
import { isYoung } from '#platform/server/clock.ts'
import { countTry } from '#platform/server/rate-limit/counted-tries.ts'
import type { RateLimit, RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'

/** Guesses of the password by somebody who holds the session; a right one sets the count back. */
const PROOF_LIMIT: RateLimit = { max: 5, windowMs: 15 * 60_000 }
/** How young a sign-in must be to count as a proof. */
const FRESH_SIGN_IN_MS = 15 * 60_000

const guessesKey = (userId: string): string => `proof:${userId}`
/** Counts one guess, wherever the password is asked for; false when there were too many. */
export const mayGuessPassword = (limiter: RateLimiter, userId: string): Promise<boolean> =>
  countTry(limiter, guessesKey(userId), PROOF_LIMIT)
export const forgetGuesses = (limiter: RateLimiter, userId: string): Promise<void> => limiter.forget(guessesKey(userId))
export const isFreshSignIn = (createdAt: Date, now: Date): boolean => isYoung(createdAt, now, FRESH_SIGN_IN_MS)
