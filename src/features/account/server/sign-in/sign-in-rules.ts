// Our rules around Better Auth's routes (document 1 §5; C-32, U-06): what an address, a name and a password must be on the server too, and
// what one address may be sent.
import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { countTry } from '#platform/server/rate-limit/counted-tries.ts'
import type { RateLimit, RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { checkEmail, normalizeEmail } from '#rulebook/account/email.ts'
import { checkPassword, checkResetPassword, isGuessable } from '#rulebook/account/password.ts'
import { ASKED_EMAILS, NAME_MAX_CHARACTERS } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { CODE_SEND_LIMITS, CODE_SEND_WINDOW_MS } from '#rulebook/account/verification-code.ts'
import type { Problem } from '#rulebook/problem.ts'
import { guessesOf } from '../../password-guesses.ts'
import { type AccountEmails, emailChangeCallback } from '../email/account-emails.ts'
import { forgetGuesses, isFreshSignIn, mayGuessPassword } from '../login-methods/owner-proof-tries.ts'
import { afterTwoFactor, guardTwoFactor } from '../two-factor/two-factor.ts'
import type { AddressProofs } from './address-proof-cookie.ts'
import type { AskedLinks } from './asked-links.ts'
import { demandLivingChange } from './email-change-links.ts'
import type { EmailChangeNotes } from './email-change-note.ts'
import { readSession } from './failed-database.ts'
import { CONSENT_LINK, readLinkToken } from './link-token.ts'
import { demandSessionThatLinks } from './linking-session.ts'
import { beforeResetPassword, endWhatPasswordOpened } from './new-password.ts'
import { prepareHash } from './password-hash.ts'
import { recordProofs } from './session-proofs.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { DemandWall } from './sign-up-wall.ts'
import { endByToken } from './spent.store.ts'
import type { DemandWork } from './work-gate.ts'

/** Emails that anybody can cause to one address; the same limit as for codes (U-15). */
const EMAILS: RateLimit = { max: CODE_SEND_LIMITS.email, windowMs: CODE_SEND_WINDOW_MS }
const TOO_OFTEN = new APIError('TOO_MANY_REQUESTS', { code: 'code-too-often' })
const NEW_PASSWORD_ROUTES = ['/change-password', '/reset-password']
const RESET_LINK_ROUTE = '/request-password-reset'
const EMAIL_ROUTES = [RESET_LINK_ROUTE, '/send-verification-email']
/** Changes of the address, each with emails to the old and the new one; the refusal's text names the hour (document 1 §8). */
const EMAIL_CHANGES: RateLimit = { max: 5, windowMs: 60 * 60_000 }

/** Counts an email to this address; false when it has had enough of them. */
export const mayReceiveEmail = (limiter: RateLimiter, email: string): Promise<boolean> =>
  limiter.consume(emailsTo(email), EMAILS)
const emailsTo = (email: string): string => `email:${normalizeEmail(email)}`

export interface RuleParts {
  readonly database: Database
  readonly signInLimits: SignInLimits
  readonly demandSignUpWall: DemandWall
  readonly demandEmailWork: DemandWork
  readonly limiter: RateLimiter
  /** For windows of hours (platform/server/rate-limit). */
  readonly longLimiter: RateLimiter
  readonly clock: Clock
  readonly now: () => Date
  readonly emails: Pick<AccountEmails, 'sendPasswordChanged' | 'sendTwoFactorChanged'>
  readonly mailDelivers: boolean
  readonly inBackground: (work: Promise<unknown>) => void
}

/** Runs before each auth route. */
export const beforeAuthRoute = (parts: RuleParts) =>
  createAuthMiddleware(async (ctx) => {
    const { database, limiter } = parts
    if (ctx.path === '/sign-up/email') {
      refuseForeignFields(ctx.body)
      refuse(checkEmail(text(ctx.body?.email)) ?? checkPassword(text(ctx.body?.password)))
      if (!hasAcceptedTermsIn(ctx.body)) throw new APIError('BAD_REQUEST', { code: 'terms-not-accepted' })
      await demandHardToGuess(text(ctx.body?.password))
      // First, for it may ask for work: what is refused before that is done counts nowhere.
      if (parts.mailDelivers) await demandRoomForSignUp(ctx, parts, text(ctx.body?.email))
      await parts.demandSignUpWall(ctx, text(ctx.body?.email))
      await prepareHash(text(ctx.body?.password))
    }
    if (ctx.path === '/change-password') refuse(checkPassword(text(ctx.body?.newPassword)))
    if (NEW_PASSWORD_ROUTES.includes(ctx.path)) await demandHardToGuess(text(ctx.body?.newPassword))
    if (ctx.path === '/reset-password' && !checkResetPassword(text(ctx.body?.newPassword)))
      await beforeResetPassword(database, text(ctx.body?.token || ctx.query?.token), parts.now())
    if (ctx.path === '/change-password') await demandFewGuesses(ctx, limiter)
    if (ctx.path === '/change-email') await demandEmailChange(ctx, parts, text(ctx.body?.newEmail))
    if (EMAIL_ROUTES.includes(ctx.path)) await demandRoomForAsked(ctx, parts, text(ctx.body?.email))
    if (ctx.path === '/verify-email') await demandLivingChange(ctx, parts)
    if (ctx.path === '/verify-email') await demandRoomAtNewAddress(ctx, limiter)
    if (ctx.path === '/callback/:id') await demandSessionThatLinks(ctx)
    if (ctx.path === '/sign-in/email') await parts.signInLimits.demandRoom(ctx, text(ctx.body?.email))
    // A token in a path would be written into every log on its way; our emails carry it in the hash.
    if (ctx.path === '/reset-password/:token') throw new APIError('NOT_FOUND', { code: 'not-found' })
    await guardTwoFactor(ctx, ctx.path, parts)
  })

interface AfterParts {
  readonly addressProofs: AddressProofs
  readonly emailChanges: Pick<EmailChangeNotes, 'note'>
  readonly askedLinks: Pick<AskedLinks, 'note'>
}

/** Runs after each auth route. TRAP: the second factor is still to come here, so a new session is not yet anybody's (known-sign-in.ts). */
export const afterAuthRoute = (parts: RuleParts & AfterParts) =>
  createAuthMiddleware(async (ctx) => {
    await parts.addressProofs.note(ctx)
    await parts.emailChanges.note(ctx, ctx.context.returned)
    if (ctx.path === RESET_LINK_ROUTE && !isAPIError(ctx.context.returned)) await parts.askedLinks.note(ctx)
    if (ctx.path === '/sign-out' && !isAPIError(ctx.context.returned)) await endSignedOut(ctx, parts.database)
    const { user, session } = ctx.context.session ?? {}
    if (ctx.path === '/change-password' && user && session && !isAPIError(ctx.context.returned)) {
      // Whether the caller asks for it or not, and once more: somebody may have signed in with the old one before it went (new-password.ts).
      // The library has ended all and made a new session where the caller asks for it.
      const kept = ctx.context.newSession?.session ?? session
      await endWhatPasswordOpened(parts.database.orm, user.id, kept.id)
      await forgetGuesses(parts.limiter, user.id)
      parts.inBackground(parts.emails.sendPasswordChanged(user.email))
    }
    await recordProofs(ctx, parts.database, parts.now())
    await afterTwoFactor(ctx, ctx.path, parts)
  })

/** The library ends what it finds: another request may have just ended this session, and put it back (decision 0216). */
async function endSignedOut(ctx: GenericEndpointContext, database: Database): Promise<void> {
  const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
  if (token) await endByToken(database, token)
}

async function demandHardToGuess(password: string): Promise<void> {
  // What is too short or too long the library refuses.
  if (checkResetPassword(password)) return
  if (isGuessable(password, await guessesOf(password))) throw new APIError('BAD_REQUEST', { code: 'password-common' })
}

/** Somebody who holds the session has no more guesses here than elsewhere (prove-owner.ts). */
async function demandFewGuesses(ctx: GenericEndpointContext, limiter: RateLimiter): Promise<void> {
  const session = await readSession(ctx)
  if (session && !(await mayGuessPassword(limiter, session.user.id)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'too-many-attempts' })
}

/** What strangers use up of an address, a browser that the account knows has for itself (decision 0245). */
async function mayAskEmail(
  { headers }: GenericEndpointContext,
  { limiter, signInLimits }: Pick<RuleParts, 'limiter' | 'signInLimits'>,
  email: string,
): Promise<boolean> {
  if (await mayReceiveEmail(limiter, email)) return true
  const browser = await signInLimits.knownAs(headers, email)
  return browser !== undefined && limiter.consume(`${emailsTo(email)}:${browser}`, EMAILS)
}

/** Beyond what strangers have of a day they work for each, so that a mailbox fills for nobody's pastime and its owner is never refused (decision 0245). */
async function demandWorkOfStrangers(ctx: GenericEndpointContext, parts: RuleParts, email: string): Promise<void> {
  if (await parts.signInLimits.knownAs(ctx.headers, email)) return
  const address = normalizeEmail(email)
  const isFree = await countTry(parts.longLimiter, `asked-emails:${address}`, ASKED_EMAILS.free)
  if (!isFree) await parts.demandEmailWork(ctx, address)
}

async function demandRoomForAsked(ctx: GenericEndpointContext, parts: RuleParts, email: string): Promise<void> {
  // First: what is refused for want of work takes no place of the five.
  await demandWorkOfStrangers(ctx, parts, email)
  if (!(await mayAskEmail(ctx, parts, email))) throw TOO_OFTEN
}

/** Whether the address has an account or not: what is refused is the same, and no screen claims an email that did not go (C-33). */
async function demandRoomForEmail(limiter: RateLimiter, email: string): Promise<void> {
  if (!(await mayReceiveEmail(limiter, email))) throw TOO_OFTEN
}

/** An address that gets no more emails gets none from a sign-up; a sign-up takes none of those that a person may ask for (U-15). */
async function demandRoomForSignUp(ctx: GenericEndpointContext, parts: RuleParts, email: string): Promise<void> {
  const { limiter } = parts
  await demandWorkOfStrangers(ctx, parts, email)
  await demandRoomForEmail(limiter, email)
  await limiter.giveBack(emailsTo(email))
  if (!(await limiter.consume(`sign-up-email:${normalizeEmail(email)}`, EMAILS))) throw TOO_OFTEN
}

async function demandEmailChange(ctx: GenericEndpointContext, parts: RuleParts, newEmail: string): Promise<void> {
  const { longLimiter, mailDelivers, now } = parts
  refuse(checkEmail(newEmail))
  // Without a mail account no email could prove the new address, and no screen may claim one (C-33).
  if (!mailDelivers) throw new APIError('SERVICE_UNAVAILABLE', { code: 'mail-not-configured' })
  const found = await readSession(ctx)
  if (!found) return // refused by the library, and counted against nobody
  // The consent of a confirmed address is the owner's proof; nobody is asked at one that was never confirmed.
  if (!found.user.emailVerified && !isFreshSignIn(found.session.createdAt, now()))
    throw new APIError('FORBIDDEN', { code: 'fresh-sign-in-needed' })
  if (!(await longLimiter.consume(`email-change:${normalizeEmail(newEmail)}`, EMAIL_CHANGES)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'email-change-rate-limit' })
  // Other new addresses must not flood the old one with questions.
  if (!(await mayAskEmail(ctx, parts, found.user.email)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'email-change-rate-limit' })
  // No email would go out, and no screen may claim one (C-33).
  const holder = await ctx.context.internalAdapter.findUserByEmail(normalizeEmail(newEmail))
  if (holder && holder.user.id !== found.user.id) throw new APIError('CONFLICT', { code: 'email-change-taken' })
}

/** The link of the consent may be opened again and again: the new address is not flooded by it, and no page says that an email went which did not (C-33). */
async function demandRoomAtNewAddress(ctx: GenericEndpointContext, limiter: RateLimiter): Promise<void> {
  const link = await readLinkToken(ctx)
  if (link?.requestType !== CONSENT_LINK || (await mayReceiveEmail(limiter, link.updateTo ?? ''))) return
  throw ctx.redirect(emailChangeCallback({ error: 'code-too-often' }))
}

/** The person ticked the version that is in force, on the form of a sign-up. */
export const hasAcceptedTermsIn = (body: unknown): boolean =>
  (body as { acceptedTerms?: unknown } | null | undefined)?.acceptedTerms === TERMS_VERSION

/** The picture is ours to set, and a name goes into emails and pages. */
function refuseForeignFields(body: Record<string, unknown> | undefined): void {
  const name = text(body?.name)
  if (body?.image !== undefined || [...name].length > NAME_MAX_CHARACTERS || /[\p{Cc}<>]/u.test(name))
    throw new APIError('BAD_REQUEST', { code: 'invalid-request' })
}

function refuse(problem: Problem | undefined): void {
  if (problem) throw new APIError('BAD_REQUEST', { code: problem.code })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
