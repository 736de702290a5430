// How often a network address may ask for the library's routes; people behind one mobile gateway share an address, so this only stops floods. Counted by our
// own limiter: where the clock was set back, the library's refuses whoever was refused just then until the clock has caught up (decision 0236).
import type { BetterAuthOptions } from 'better-auth'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'

/** Seconds, and tries in them, of all routes of a family together. TRAP: no window may be longer than the limiter keeps (15 minutes). */
const ROUTES = {
  '/sign-in/email': { window: 60, max: 60 },
  '/sign-in/social': { window: 60, max: 60 },
  '/sign-up/email': { window: 60, max: 60 },
  '/change-password': { window: 60, max: 20 },
  '/change-email': { window: 60, max: 20 },
  '/sign-in/phone-number': { window: 60, max: 60 },
  '/two-factor/**': { window: 60, max: 120 },
  '/passkey/**': { window: 60, max: 120 },
  '/request-password-reset': { window: 60, max: 10 },
  '/send-verification-email': { window: 60, max: 10 },
  '/reset-password': { window: 900, max: 30 },
}

/**
 * An address has a counter for each rule, and one for all else in the same window: counted by the path as it comes, each that anybody makes up
 * would be a row of its own.
 */
function counted(key: string, window: number): string {
  const [address, path = ''] = key.split('|', 2)
  const rule = Object.keys(ROUTES).find((route) =>
    route.endsWith('**') ? path.startsWith(route.slice(0, -2)) : path === route,
  )
  return `${address}|${rule ?? window}`
}

export const addressLimits = (limiter: RateLimiter) =>
  ({
    enabled: true,
    window: 60,
    max: 300,
    customRules: ROUTES,
    customStorage: {
      consume: async (key, { window, max }) => {
        const allowed = await limiter.consume(`route:${counted(key, window)}`, { max, windowMs: window * 1000 })
        return { allowed, retryAfter: allowed ? null : window }
      },
    },
  }) satisfies BetterAuthOptions['rateLimit']
