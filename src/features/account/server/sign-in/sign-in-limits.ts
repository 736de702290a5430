// How often a password may be tried (decision 0052). Never by the account alone, or ten wrong tries of a stranger would lock its owner out:
// each network has its tries at each account, a browser that signed in here before has its own, and when many networks try one account
// together, browsers that were never here compute before each try.
import { createHash, randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Clock } from '#platform/server/clock.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { countTry } from '#platform/server/rate-limit/counted-tries.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { SIGN_IN_LIMITS } from '#rulebook/account/sign-up.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'
import { createWorkGate } from './work-gate.ts'

const COOKIE = 'known-browser'
const KNOWN_FOR_MS = 180 * DAY_MS
const MOST_ACCOUNTS = 5

type KnownBrowser = { readonly id: string; readonly accounts: readonly string[] }
interface LimitParts {
  readonly limiter: RateLimiter
  readonly longLimiter: RateLimiter
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}
export interface SignInLimits {
  /** Counts a try; throws APIError `too-many-attempts`, or `proof-needed` with a task. */
  demandRoom(ctx: GenericEndpointContext, email: string): Promise<void>
  /** The password was right and nothing else is asked for. */
  noteSuccess(ctx: GenericEndpointContext, email: string): Promise<void>
}

export function createSignInLimits(parts: LimitParts): SignInLimits {
  const { limiter, clock } = parts
  const tickets = createTickets<KnownBrowser>(parts.secret, 'known browser', clock, KNOWN_FOR_MS)
  const demandWork = createWorkGate(parts, SIGN_IN_LIMITS.workBits)
  const cookieName = cookieNameOf(parts.publicOrigin, COOKIE)
  const browserOf = (ctx: GenericEndpointContext) => tickets.verify(ctx.getCookie(cookieName) ?? '')

  return {
    demandRoom: async (ctx, email) => {
      const browser = await browserOf(ctx)
      const isKnown = browser?.accounts.includes(markOf(email)) === true
      const key = isKnown ? browserKey(browser.id, email) : networkKey(ctx, email)
      if (!(await countTry(limiter, key, SIGN_IN_LIMITS.tries)))
        throw new APIError('TOO_MANY_REQUESTS', { code: 'too-many-attempts' })
      if (isKnown) return
      const isQuiet = await countTry(limiter, `sign-in:${normalizeEmail(email)}`, SIGN_IN_LIMITS.strangersTries)
      if (!isQuiet) await demandWork(ctx, normalizeEmail(email))
    },
    noteSuccess: async (ctx, email) => {
      const browser = await browserOf(ctx)
      const id = browser?.id ?? randomUUID()
      await limiter.forget(networkKey(ctx, email))
      await limiter.forget(browserKey(id, email))
      const accounts = [...new Set([markOf(email), ...(browser?.accounts ?? [])])].slice(0, MOST_ACCOUNTS)
      ctx.setCookie(cookieName, await tickets.issue({ id, accounts }), {
        ...cookieAttributes(parts.publicOrigin),
        maxAge: KNOWN_FOR_MS / 1000,
      })
    },
  }
}

/** The cookie names no address. */
const markOf = (email: string): string =>
  createHash('sha256').update(normalizeEmail(email)).digest('base64url').slice(0, 22)
const browserKey = (id: string, email: string): string => `sign-in:browser:${id}:${normalizeEmail(email)}`
const networkKey = (ctx: GenericEndpointContext, email: string): string =>
  `sign-in:network:${networkOf(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '')}:${normalizeEmail(email)}`
