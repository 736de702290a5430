// In which browsers an account has signed in before: a signed cookie that names neither its address nor its number. What strangers use up of an account's
// tries and messages, such a browser has for itself (decisions 0052 and 0238).
import { createHash, randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { parse } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { KNOWN_BROWSER_DAYS } from '#rulebook/site/retention.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'

const COOKIE = 'known-browser'
const KNOWN_FOR_MS = KNOWN_BROWSER_DAYS * DAY_MS
/** Five accounts with an address and a number each. */
const MOST_TARGETS = 10

type KnownBrowser = { readonly id: string; readonly accounts: readonly string[] }
interface KnownParts {
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}

export function createKnownBrowsers({ clock, secret, publicOrigin }: KnownParts) {
  const tickets = createTickets<KnownBrowser>(secret, 'known browser', clock, KNOWN_FOR_MS)
  const name = cookieNameOf(publicOrigin, COOKIE)
  const read = (headers: Headers | undefined): Promise<KnownBrowser | undefined> =>
    tickets.verify(parse(headers?.get('cookie') ?? '', name)[name] ?? '')
  return {
    /** The browser's id, where this address or number has signed in in it. */
    knownAs: async (headers: Headers | undefined, target: string): Promise<string | undefined> => {
      const browser = await read(headers)
      return browser?.accounts.includes(markOf(target)) ? browser.id : undefined
    },
    /** Returns the browser's id. */
    note: async (ctx: GenericEndpointContext, targets: readonly string[]): Promise<string> => {
      const browser = await read(ctx.headers)
      const id = browser?.id ?? randomUUID()
      const accounts = [...new Set([...targets.map(markOf), ...(browser?.accounts ?? [])])].slice(0, MOST_TARGETS)
      ctx.setCookie(name, await tickets.issue({ id, accounts }), {
        ...cookieAttributes(publicOrigin),
        maxAge: KNOWN_FOR_MS / 1000,
      })
      return id
    },
  }
}

const markOf = (target: string): string =>
  createHash('sha256').update(normalizeEmail(target)).digest('base64url').slice(0, 22)
