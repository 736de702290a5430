// Accounts, server side (document 1; architecture §3 "Accounts"): the auth routes, the account procedures, and who a bearer token is.
import { implement } from '@orpc/server'
import type { ResponseHeadersPluginContext } from '@orpc/server/plugins'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { Settings } from '#platform/server/settings.ts'
import { suggestionsFor } from '#rulebook/sign-up.ts'
import { checkUsername, normalizeUsername } from '#rulebook/username.ts'
import { accountContract } from '../contract.ts'
import { createAccessTokens } from './access-token.ts'
import { createAccountLetters } from './account-letters.ts'
import { type Auth, CLIENT_ADDRESS_HEADER, createAuth } from './auth.ts'
import { makeAdmin } from './first-admin.ts'
import { methodsOfEmail } from './login-method.store.ts'
import { getOrCreateProfile, type OnSignUp, updateUsername } from './profile.store.ts'
import { readProviders } from './providers.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.store.ts'
import { exchangeSession } from './session-exchange.ts'

export type AccountSettings = Pick<
  Settings,
  'publicOrigin' | 'productName' | 'secret' | 'publicApiKey' | 'google' | 'github' | 'startupAdminEmail'
>
export interface AccountParts {
  readonly database: Database
  readonly settings: AccountSettings
  readonly mailer: Mailer
  readonly log: Log
  readonly clock: Clock
  readonly onSignUp: OnSignUp
}

/** Asking which accounts exist is limited per address (U-44). */
const SUGGESTION_LIMIT: RateLimit = { max: 20, windowMs: 10 * 60_000 }

/** The signed-in user's id; throws `login-required` for a visitor. */
export function requireUser(context: Pick<RequestContext, 'userId'>): string {
  if (context.userId === null) throw new ServiceError('login-required')
  return context.userId
}

export function createAccounts(parts: AccountParts) {
  const { database, settings, log } = parts
  const tokens = createAccessTokens(settings.secret, parts.clock)
  const limiter = createRateLimiter(database, parts.clock)
  const background = new Set<Promise<unknown>>()
  const profileOf = (userId: string) => getOrCreateProfile(database, userId, parts.onSignUp)
  const providers = readProviders(settings, log)
  const auth: Promise<Auth> = providers.then((configs) =>
    createAuth({
      database,
      log,
      publicOrigin: settings.publicOrigin,
      secret: settings.secret,
      providers: configs,
      limiter,
      letters: createAccountLetters(parts.mailer, settings),
      mailDelivers: parts.mailer.delivers,
      onUserCreated: async (userId) => void (await profileOf(userId)),
      inBackground: (work) => keepUntilDone(background, work, log),
    }),
  )
  const configured = async () => (await providers).map((provider) => provider.providerId)

  const server = implement(accountContract).$context<RequestContext & ResponseHeadersPluginContext>()
  const router = server.router({
    session: server.session.handler(async ({ context }) => {
      const exchange = { auth: await auth, database, tokens, publicOrigin: settings.publicOrigin }
      const { session, cookies } = await exchangeSession(exchange, context.headers)
      for (const cookie of cookies) context.resHeaders?.append('set-cookie', cookie)
      return session
    }),
    options: server.options.handler(async () => {
      const names = await configured()
      return {
        google: names.includes('google'),
        github: names.includes('github'),
        mail: parts.mailer.delivers,
        sms: false,
      }
    }),
    suggestions: server.suggestions.handler(async ({ input, context }) => {
      const isAllowed = await limiter.consume(`suggestions:${context.clientAddress}`, SUGGESTION_LIMIT)
      if (!isAllowed) throw new ServiceError('too-many-attempts')
      const methods = await methodsOfEmail(database, input.email)
      if (!methods) return { exists: false, suggestions: [] }
      const suggestions = suggestionsFor(methods, await configured()).map(({ type, action }) => ({ type, action }))
      return { exists: true, suggestions }
    }),
    profile: {
      get: server.profile.get.handler(({ context }) => profileOf(requireUser(context))),
      update: server.profile.update.handler(async ({ input, context }) => {
        const userId = requireUser(context)
        if (input.username === undefined) return profileOf(userId)
        const problem = checkUsername(input.username)
        if (problem) throw new ServiceError(problem.code, problem.data)
        return updateUsername(database, userId, normalizeUsername(input.username))
      }),
    },
  })

  return {
    router,
    /** Answers everything below `/api/auth/`; `clientAddress` as in RequestContext, for the limits. */
    authHandler: async (request: Request, clientAddress: string): Promise<Response> => {
      const headers = new Headers(request.headers)
      headers.set(CLIENT_ADDRESS_HEADER, clientAddress)
      return (await auth).handler(new Request(request, { headers }))
    },
    /** The user id of a bearer token, without a query; throws ServiceError `session-expired`. */
    verifyAccessToken: (token: string): Promise<string> => tokens.verify(token),
    /** Throws ServiceError `api-key-invalid` unless the `apikey` header names this service's client (document 1 §7). */
    checkApiKey: (headers: Headers): void => {
      if (headers.get('apikey') !== settings.publicApiKey) throw new ServiceError('api-key-invalid')
    },
    requireUser,
    /** Makes the admin of the start setting; called once at start. */
    makeStartupAdmin: async (): Promise<void> => {
      if (!settings.startupAdminEmail) return
      const outcome = await makeAdmin(database, settings.startupAdminEmail)
      log.info({ outcome }, 'admin of STARTUP_ADMIN_EMAIL')
    },
    /** Waits for letters that are still being sent. */
    stop: async (): Promise<void> => void (await Promise.allSettled(background)),
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function keepUntilDone(pending: Set<Promise<unknown>>, work: Promise<unknown>, log: Log): void {
  const watched = work
    .catch((error: unknown) => log.error({ err: error }, 'background work of the auth routes failed'))
    .finally(() => pending.delete(watched))
  pending.add(watched)
}
