// In which browsers an account was registered, or its password typed: a signed cookie. Whoever reads its mail in such a browser has shown both, the address
// and the way in (decisions 0050 and 0239). Of the account's id, which it does not name: an address may have had another account before.
import type { GenericEndpointContext } from 'better-auth'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { KNOWN_BROWSER_DAYS, REGISTERED_BROWSER_DAYS } from '#rulebook/site/retention.ts'
import { createSignedCookie, keyedMark, type SignedCookieParts } from './signed-cookie.ts'

/** Anybody registers anybody's address, also where its owner sits down later: longer than an email's link lives, and no more. */
const COUNTS_MS = { registration: REGISTERED_BROWSER_DAYS * DAY_MS, password: KNOWN_BROWSER_DAYS * DAY_MS } as const
const COOKIE = { name: 'ways-in', purpose: 'ways in', lifetimeMs: COUNTS_MS.password } as const
const MOST_ACCOUNTS = 5

type WayIn = { readonly mark: string; readonly untilMs: number }

export function createWaysIn(parts: SignedCookieParts) {
  const { clock, secret } = parts
  const cookie = createSignedCookie<{ ways: readonly WayIn[] }>(parts, COOKIE)
  const markOf = (userId: string): string => keyedMark(secret, ['way in', userId])
  const read = async (ctx: GenericEndpointContext): Promise<readonly WayIn[]> => {
    const ways = (await cookie.read(ctx.headers))?.ways ?? []
    return ways.filter(({ untilMs }) => untilMs > clock.now().getTime())
  }
  return {
    has: async (ctx: GenericEndpointContext, userId: string): Promise<boolean> => {
      const wanted = markOf(userId)
      return (await read(ctx)).some(({ mark }) => mark === wanted)
    },
    /** What is kept of other accounts keeps its own end. */
    note: async (ctx: GenericEndpointContext, userId: string, by: keyof typeof COUNTS_MS): Promise<void> => {
      const way = { mark: markOf(userId), untilMs: clock.now().getTime() + COUNTS_MS[by] }
      const others = (await read(ctx)).filter(({ mark }) => mark !== way.mark)
      ctx.setCookie(...(await cookie.write({ ways: [way, ...others].slice(0, MOST_ACCOUNTS) })))
    },
  }
}
