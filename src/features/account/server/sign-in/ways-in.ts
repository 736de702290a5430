// In which browsers an account was registered, or its password typed: a signed cookie. Whoever reads its mail in such a browser has shown both, the address
// and the way in (decisions 0050 and 0239). Of the account's id, which it does not name: an address may have had another account before.
import { createHmac } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import type { Clock } from '#platform/server/clock.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { KNOWN_BROWSER_DAYS, REGISTERED_BROWSER_DAYS } from '#rulebook/site/retention.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'

const COOKIE = 'ways-in'
/** Anybody registers anybody's address, also where its owner sits down later: longer than an email's link lives, and no more. */
const COUNTS_MS = { registration: REGISTERED_BROWSER_DAYS * DAY_MS, password: KNOWN_BROWSER_DAYS * DAY_MS } as const
const MOST_ACCOUNTS = 5
/** 132 bits: the cookie goes with every request. */
const MARK_CHARACTERS = 22

type WayIn = { readonly mark: string; readonly untilMs: number }
interface WaysInParts {
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}

export function createWaysIn({ clock, secret, publicOrigin }: WaysInParts) {
  const tickets = createTickets<{ ways: readonly WayIn[] }>(secret, 'ways in', clock, COUNTS_MS.password)
  const name = cookieNameOf(publicOrigin, COOKIE)
  const markOf = (userId: string): string =>
    createHmac('sha256', secret).update(`way in\n${userId}`).digest('base64url').slice(0, MARK_CHARACTERS)
  const read = async (ctx: GenericEndpointContext): Promise<readonly WayIn[]> => {
    const ways = (await tickets.verify(ctx.getCookie(name) ?? ''))?.ways ?? []
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
      const attributes = { ...cookieAttributes(publicOrigin), maxAge: COUNTS_MS.password / 1000 }
      ctx.setCookie(name, await tickets.issue({ ways: [way, ...others].slice(0, MOST_ACCOUNTS) }), attributes)
    },
  }
}
