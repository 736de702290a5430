// In which browsers an account was registered, or its password typed: a signed cookie. Whoever reads its mail in such a browser has shown both, the address
// and the way in (decisions 0050 and 0239). Of the account's id: an address may have had another account before.
import type { GenericEndpointContext } from 'better-auth'
import type { Clock } from '#platform/server/clock.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'

const COOKIE = 'ways-in'
const KEPT_MS = 180 * DAY_MS
const MOST_ACCOUNTS = 5

interface WaysInParts {
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}

export function createWaysIn({ clock, secret, publicOrigin }: WaysInParts) {
  const tickets = createTickets<{ accounts: readonly string[] }>(secret, 'ways in', clock, KEPT_MS)
  const name = cookieNameOf(publicOrigin, COOKIE)
  const read = async (ctx: GenericEndpointContext): Promise<readonly string[]> =>
    (await tickets.verify(ctx.getCookie(name) ?? ''))?.accounts ?? []
  return {
    has: async (ctx: GenericEndpointContext, userId: string): Promise<boolean> => (await read(ctx)).includes(userId),
    note: async (ctx: GenericEndpointContext, userId: string): Promise<void> => {
      const accounts = [...new Set([userId, ...(await read(ctx))])].slice(0, MOST_ACCOUNTS)
      const attributes = { ...cookieAttributes(publicOrigin), maxAge: KEPT_MS / 1000 }
      ctx.setCookie(name, await tickets.issue({ accounts }), attributes)
    },
  }
}
