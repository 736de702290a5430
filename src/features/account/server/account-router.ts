// The account procedures of the contract (document 1 §7; U-44).
import type { Database } from '#platform/server/database/database.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import type { RateLimit, RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { WechatSignInSettings } from '#platform/server/wechat-sign-in-settings.ts'
import type { EmailChangeStep } from '#rulebook/account/callback.ts'
import { suggestionsFor } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { checkUsername, normalizeUsername } from '#rulebook/account/username.ts'
import { type AccountSuggestion, accountContract, type Profile } from '../contract.ts'
import { methodsOfEmail } from './login-methods/login-method.store.ts'
import { createPhoneRouter, type PhoneRouterParts } from './phone/phone-router.ts'
import { listDevices, removeDevice, removeOtherDevices } from './profile/device.store.ts'
import { readPreferences, updatePreferences } from './profile/preferences.store.ts'
import { updateUsername } from './profile/profile.store.ts'
import { acceptTerms } from './profile/terms.store.ts'
import { listSecurityEvents, noteSecurityEvent } from './security/security-event.store.ts'
import { clearCache } from './sign-in/clear-cache.ts'
import { createEmailCodeRouter, createRecoveryRouter, type MailedCodes } from './sign-in/mailed-code-router.ts'
import type { Exchanged } from './sign-in/session-exchange.ts'
import { forgetTrustedBrowsers } from './two-factor/two-factor.ts'

/** Asking which accounts exist is limited per address (U-44). */
const SUGGESTION_LIMIT: RateLimit = { max: 20, windowMs: 10 * 60_000 }

/** Errors of browsers, per address: the log is no place to be filled from outside. */
const BROWSER_ERROR_LIMIT: RateLimit = { max: 20, windowMs: 10 * 60_000 }

export interface AccountRouterParts {
  readonly database: Database
  readonly log: Log
  readonly limiter: RateLimiter
  readonly mailDelivers: boolean
  readonly sendsSms: boolean
  readonly phone: PhoneRouterParts
  readonly mailedCodes: MailedCodes
  /** Providers that are configured and reachable. */
  readonly providerNames: () => Promise<readonly string[]>
  readonly wechat: WechatSignInSettings | undefined
  readonly profileOf: (userId: string) => Promise<Profile>
  readonly exchange: (headers: Headers) => Promise<Exchanged>
  readonly emailChangeStep: (headers: Headers) => Promise<EmailChangeStep | null>
  /** Id of the cookie's living session when it belongs to this user. */
  readonly sessionIdOf: (headers: Headers, userId: string) => Promise<string | undefined>
  readonly now: () => Date
}

export function createAccountRouter(parts: AccountRouterParts) {
  const calls = implementContract(accountContract)
  return calls.router({
    session: calls.session.handler(async ({ context }) => {
      const { session, cookies } = await parts.exchange(context.headers)
      for (const cookie of cookies) context.resHeaders?.append('set-cookie', cookie)
      // Ended elsewhere: the cookie that came along is being removed.
      if (!session && cookies.length > 0) clearCache(context.resHeaders)
      return session
    }),
    emailChangeStep: calls.emailChangeStep.handler(({ context }) => parts.emailChangeStep(context.headers)),
    options: calls.options.handler(async () => {
      const names = await parts.providerNames()
      return {
        google: names.includes('google'),
        github: names.includes('github'),
        wechat: parts.wechat?.website !== undefined,
        wechatInside: parts.wechat?.official !== undefined,
        mail: parts.mailDelivers,
        sms: parts.sendsSms,
      }
    }),
    suggestions: calls.suggestions.handler(({ input, context }) => suggest(parts, input.email, context.clientAddress)),
    profile: {
      get: calls.profile.get.handler(({ context }) => parts.profileOf(context.userId)),
      update: calls.profile.update.handler(({ input, context }) =>
        updateProfile(parts, context.userId, input.username),
      ),
    },
    preferences: {
      get: calls.preferences.get.handler(({ context }) => readPreferences(parts.database, context.userId)),
      update: calls.preferences.update.handler(({ input, context }) =>
        updatePreferences(parts.database, context.userId, input),
      ),
    },
    acceptTerms: calls.acceptTerms.handler(async ({ input, context }) => {
      if (input.version !== TERMS_VERSION) throw new ServiceError('terms-not-accepted')
      await acceptTerms(parts.database, context.userId, parts.now())
      return parts.profileOf(context.userId)
    }),
    securityEvents: calls.securityEvents.handler(async ({ context }) => {
      await requireSession(parts, context)
      return listSecurityEvents(parts.database, context.userId)
    }),
    reportBrowserError: calls.reportBrowserError.handler(async ({ input, context }) => {
      const isAllowed = await parts.limiter.consume(
        `browser-error:${networkOf(context.clientAddress)}`,
        BROWSER_ERROR_LIMIT,
      )
      if (isAllowed) parts.log.warn({ part: 'browser', ...input }, 'error in a browser')
      return {}
    }),
    phone: createPhoneRouter(parts.phone, (context) => requireSession(parts, context)),
    emailCode: createEmailCodeRouter(parts.mailedCodes),
    recovery: createRecoveryRouter(parts.mailedCodes),
    devices: createDeviceRouter(parts),
  })
}

function createDeviceRouter(parts: AccountRouterParts) {
  const calls = implementContract(accountContract.devices)
  return {
    list: calls.list.handler(async ({ context }) => {
      const { userId, sessionId } = await requireSession(parts, context)
      return listDevices(parts.database, userId, sessionId, parts.now())
    }),
    remove: calls.remove.handler(async ({ input, context }) => {
      const { userId } = await requireSession(parts, context)
      await parts.database.orm.transaction(async (orm) => {
        if (!(await removeDevice({ orm }, userId, input.id))) throw new ServiceError('not-found')
        await noteSecurityEvent({ orm }, { userId, kind: 'sessions-ended', at: parts.now() })
      })
      return { removed: 1 }
    }),
    removeOthers: calls.removeOthers.handler(async ({ context }) => {
      const { userId, sessionId } = await requireSession(parts, context)
      const removed = await parts.database.orm.transaction(async (orm) => {
        // A browser that is signed out here is not trusted any more either.
        await forgetTrustedBrowsers({ orm }, userId)
        const ended = await removeOtherDevices({ orm }, userId, sessionId)
        if (ended > 0) await noteSecurityEvent({ orm }, { userId, kind: 'sessions-ended', at: parts.now() })
        return ended
      })
      return { removed }
    }),
  }
}

async function requireSession(
  { sessionIdOf }: AccountRouterParts,
  context: Pick<SignedInContext, 'userId' | 'headers'>,
): Promise<{ userId: string; sessionId: string }> {
  const { userId } = context
  const sessionId = await sessionIdOf(context.headers, userId)
  if (!sessionId) throw new ServiceError('session-expired')
  return { userId, sessionId }
}

async function suggest(
  parts: AccountRouterParts,
  email: string,
  clientAddress: string,
): Promise<{ exists: boolean; suggestions: AccountSuggestion[] }> {
  const isAllowed = await parts.limiter.consume(`suggestions:${networkOf(clientAddress)}`, SUGGESTION_LIMIT)
  if (!isAllowed) throw new ServiceError('too-many-attempts')
  const methods = await methodsOfEmail(parts.database, email)
  if (!methods) return { exists: false, suggestions: [] }
  const suggestions = suggestionsFor(methods, await parts.providerNames())
  return { exists: true, suggestions: suggestions.map(({ type, action }) => ({ type, action })) }
}

async function updateProfile(parts: AccountRouterParts, userId: string, username?: string): Promise<Profile> {
  if (username === undefined) return parts.profileOf(userId)
  const problem = checkUsername(username)
  if (problem) throw new ServiceError(problem.code, problem.data)
  return updateUsername(parts.database, userId, normalizeUsername(username))
}
