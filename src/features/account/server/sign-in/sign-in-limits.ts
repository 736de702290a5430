// How often a password may be tried (decision 0052). Never by the account alone, or ten wrong tries of a stranger would lock its owner out:
// each network has its tries at each account, a browser that signed in here before has its own, and when many networks try one account
// together, browsers that were never here compute before each try.
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Clock } from '#platform/server/clock.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import { countTry } from '#platform/server/rate-limit/counted-tries.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { SIGN_IN_LIMITS } from '#rulebook/account/sign-up.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { createWorkGate } from './work-gate.ts'

interface LimitParts {
  readonly limiter: RateLimiter
  readonly longLimiter: RateLimiter
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}
export interface SignInLimits {
  /** Id of the browser, where this address has signed in in it before. */
  knownAs(headers: Headers | undefined, email: string): Promise<string | undefined>
  /** Counts a try; throws APIError `too-many-attempts`, or `proof-needed` with a task. */
  demandRoom(ctx: GenericEndpointContext, email: string): Promise<void>
  /**
   * Somebody is in whose address and number these are, and nothing else is asked for. Tries are forgotten where the password or a code was typed, or another
   * way in would give its holder guesses at the password without end.
   */
  noteSuccess(ctx: GenericEndpointContext, targets: readonly string[], isTyped: boolean): Promise<void>
}

export function createSignInLimits(parts: LimitParts): SignInLimits {
  const { limiter } = parts
  const demandWork = createWorkGate(parts, SIGN_IN_LIMITS.workBits)
  const browsers = createKnownBrowsers(parts)

  return {
    knownAs: browsers.knownAs,
    demandRoom: async (ctx, email) => {
      const browser = await browsers.knownAs(ctx.headers, email)
      const key = browser ? browserKey(browser, email) : networkKey(ctx, email)
      if (!(await countTry(limiter, key, SIGN_IN_LIMITS.tries)))
        throw new APIError('TOO_MANY_REQUESTS', { code: 'too-many-attempts' })
      if (browser) return
      const isQuiet = await countTry(limiter, `sign-in:${normalizeEmail(email)}`, SIGN_IN_LIMITS.strangersTries)
      if (!isQuiet) await demandWork(ctx, normalizeEmail(email))
    },
    noteSuccess: async (ctx, targets, isTyped) => {
      const browser = await browsers.note(ctx, targets)
      if (!isTyped) return
      for (const target of targets) {
        await limiter.forget(networkKey(ctx, target))
        await limiter.forget(browserKey(browser, target))
      }
    },
  }
}

const browserKey = (id: string, email: string): string => `sign-in:browser:${id}:${normalizeEmail(email)}`
const networkKey = (ctx: GenericEndpointContext, email: string): string =>
  `sign-in:network:${networkOf(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '')}:${normalizeEmail(email)}`
