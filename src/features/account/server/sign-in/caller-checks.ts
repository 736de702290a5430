// What every call of a person or of a client is asked before anything else.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { AccessTokens } from './access-token.ts'
import { adoptCookieNames } from './cookie-names.ts'
import { demandLivingSession } from './living-session.ts'
import { renewCookies } from './renew-cookies.ts'

interface CheckParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Pick<Settings, 'publicApiKey' | 'publicOrigin' | 'secret'> &
    Partial<Pick<Settings, 'previousSecret'>>
}

export function callerChecks(tokens: AccessTokens, { database, settings, clock }: CheckParts) {
  return {
    /** Who a bearer token names whose session lives; throws ServiceError `session-expired` or `banned`. */
    verifyAccessToken: async (token: string): Promise<Caller> => {
      const caller = await tokens.verify(token)
      await demandLivingSession(database, caller, clock.now())
      return caller
    },
    /** For an answer that goes on: throws as `verifyAccessToken` once the sign-in that asked for it has ended. */
    demandStillSignedIn: (caller: Caller): Promise<void> => demandLivingSession(database, caller, clock.now()),
    /** Throws ServiceError `api-key-invalid` unless the `apikey` header names this service's client (document 1 §7). */
    checkApiKey: (headers: Headers): void => {
      if (headers.get('apikey') !== settings.publicApiKey) throw new ServiceError('api-key-invalid')
    },
    /** Before anything reads the cookies of a request: those from before a change of SECRET or of their names. */
    renewCookies: (headers: Headers): void => {
      adoptCookieNames(headers, settings.publicOrigin)
      if (settings.previousSecret) renewCookies(headers, settings.secret, settings.previousSecret)
    },
  }
}
