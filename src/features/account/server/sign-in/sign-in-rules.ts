// Our rules around Better Auth's routes (document 1 §5; C-32, U-06): what an address and a password must be on the server too,
// and how often one account may be tried, from wherever the tries come.
import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Database } from '#platform/server/database/database.ts'
import type { RateLimit, RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { checkEmail, normalizeEmail } from '#rulebook/account/email.ts'
import { checkPassword } from '#rulebook/account/password.ts'
import { CODE_SEND_LIMITS, CODE_SEND_WINDOW_MS } from '#rulebook/account/verification-code.ts'
import type { Problem } from '#rulebook/problem.ts'
import type { AccountLetters } from '../email/account-letters.ts'
import { forgetGuesses, isFreshSignIn, mayGuessPassword } from '../login-methods/prove-owner.ts'
import { removeOtherDevices } from '../profile/device.store.ts'
import { afterTwoFactor, forgetTrustedBrowsers, guardTwoFactor } from '../two-factor/two-factor.ts'
import { isCommonPassword } from './common-passwords.ts'
import { prepareHash } from './password-hash.ts'

/** Failed tries per account; a good sign-in sets the count back. Ours: the documents only want a refusal text (U-06). */
export const ACCOUNT_TRIES: RateLimit = { max: 10, windowMs: 15 * 60_000 }
/** Letters that anybody can cause to one address; the same limit as for codes (U-15). */
const LETTERS: RateLimit = { max: CODE_SEND_LIMITS.email, windowMs: CODE_SEND_WINDOW_MS }
const NEW_PASSWORD_ROUTES = ['/change-password', '/reset-password']
const LETTER_ROUTES = ['/request-password-reset', '/send-verification-email']
/** Changes of the address, each with letters to the old and the new one; the refusal's text names the hour (document 1 §8). */
const EMAIL_CHANGES: RateLimit = { max: 5, windowMs: 60 * 60_000 }

/** Counts a letter to this address; false when it has had enough of them. */
export const mayReceiveLetter = (limiter: RateLimiter, email: string): Promise<boolean> =>
  limiter.consume(`letter:${normalizeEmail(email)}`, LETTERS)

const triesKey = (email: string): string => `sign-in:${normalizeEmail(email)}`

export interface RuleParts {
  readonly database: Database
  readonly limiter: RateLimiter
  /** For windows longer than Better Auth keeps its own counters (platform/server/rate-limit). */
  readonly longLimiter: RateLimiter
  readonly now: () => Date
  readonly letters: Pick<AccountLetters, 'sendPasswordChanged' | 'sendTwoFactorChanged'>
  readonly mailDelivers: boolean
  readonly inBackground: (work: Promise<unknown>) => void
}

/** Runs before each auth route. */
export const beforeAuthRoute = (parts: RuleParts) =>
  createAuthMiddleware(async (ctx) => {
    const { database, limiter } = parts
    if (ctx.path === '/sign-up/email') {
      refuse(checkEmail(text(ctx.body?.email)) ?? checkPassword(text(ctx.body?.password)))
      await demandUncommon(text(ctx.body?.password))
      await prepareHash(text(ctx.body?.password))
    }
    if (ctx.path === '/change-password') refuse(checkPassword(text(ctx.body?.newPassword)))
    if (NEW_PASSWORD_ROUTES.includes(ctx.path)) await demandUncommon(text(ctx.body?.newPassword))
    if (ctx.path === '/change-password') await demandFewGuesses(ctx, limiter)
    if (ctx.path === '/change-email') await demandEmailChange(ctx, parts, text(ctx.body?.newEmail))
    if (LETTER_ROUTES.includes(ctx.path) && !(await mayReceiveLetter(limiter, text(ctx.body?.email)))) {
      throw new APIError('TOO_MANY_REQUESTS', { code: 'code-too-often' })
    }
    if (ctx.path === '/sign-in/email') {
      const isAllowed = await limiter.consume(triesKey(text(ctx.body?.email)), ACCOUNT_TRIES)
      if (!isAllowed) throw new APIError('TOO_MANY_REQUESTS', { code: 'too-many-attempts' })
    }
    await guardTwoFactor(ctx, ctx.path, { database, limiter })
  })

/** Runs after each auth route. */
export const afterAuthRoute = (parts: RuleParts) =>
  createAuthMiddleware(async (ctx) => {
    // TRAP: the second factor is still to come here; the right password alone sets no count back.
    const signedIn = ctx.context.newSession?.user as { twoFactorEnabled?: boolean } | undefined
    if (ctx.path === '/sign-in/email' && signedIn && !signedIn.twoFactorEnabled)
      await parts.limiter.forget(triesKey(text(ctx.body?.email)))
    const { user, session } = ctx.context.session ?? {}
    if (ctx.path === '/change-password' && user && session && !isAPIError(ctx.context.returned)) {
      // A new password ends the other sessions, whether the caller asks for it or not.
      if (ctx.body?.revokeOtherSessions !== true) await removeOtherDevices(parts.database, user.id, session.id)
      await forgetGuesses(parts.limiter, user.id)
      await forgetTrustedBrowsers(parts.database, user.id)
      parts.inBackground(parts.letters.sendPasswordChanged(user.email))
    }
    await afterTwoFactor(ctx, ctx.path, parts)
  })

async function demandUncommon(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw new APIError('BAD_REQUEST', { code: 'password-common' })
}

/** Somebody who holds the session has no more guesses here than elsewhere (prove-owner.ts). */
async function demandFewGuesses(ctx: GenericEndpointContext, limiter: RateLimiter): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  if (session && !(await mayGuessPassword(limiter, session.user.id)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'too-many-attempts' })
}

async function demandEmailChange(
  ctx: GenericEndpointContext,
  { limiter, longLimiter, mailDelivers, now }: RuleParts,
  newEmail: string,
): Promise<void> {
  refuse(checkEmail(newEmail))
  // Without a mail account no letter could prove the new address, and no screen may claim one (C-33).
  if (!mailDelivers) throw new APIError('SERVICE_UNAVAILABLE', { code: 'mail-not-configured' })
  const found = await getSessionFromCtx(ctx)
  if (!found) return // refused by the library, and counted against nobody
  // The consent of a confirmed address is the owner's proof; nobody is asked at one that was never confirmed.
  if (!found.user.emailVerified && !isFreshSignIn(found.session.createdAt, now()))
    throw new APIError('FORBIDDEN', { code: 'fresh-sign-in-needed' })
  if (!(await longLimiter.consume(`email-change:${normalizeEmail(newEmail)}`, EMAIL_CHANGES)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'email-change-rate-limit' })
  // Other new addresses must not flood the old one with questions.
  if (!(await mayReceiveLetter(limiter, found.user.email)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'code-too-often' })
}

function refuse(problem: Problem | undefined): void {
  if (problem) throw new APIError('BAD_REQUEST', { code: problem.code })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
