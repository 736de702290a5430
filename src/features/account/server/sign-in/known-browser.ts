// In which browsers an account has signed in before: a signed cookie that names neither its address nor its number. What strangers use up of an account's
// tries and messages, such a browser has for itself (decisions 0052 and 0238). Keyed marks: who reads the cookie finds no number by trying all (0246).
import { randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { KNOWN_BROWSER_DAYS } from '#rulebook/site/retention.ts'
import { createSignedCookie, keyedMark, type SignedCookieParts } from './signed-cookie.ts'

const COOKIE = { name: 'known-browser', purpose: 'known browser', lifetimeMs: KNOWN_BROWSER_DAYS * DAY_MS } as const
/** Five accounts with an address and a number each. */
const MOST_TARGETS = 10

type KnownBrowser = { readonly id: string; readonly accounts: readonly string[] }

export function createKnownBrowsers(parts: SignedCookieParts) {
  const cookie = createSignedCookie<KnownBrowser>(parts, COOKIE)
  const markOf = (target: string): string => keyedMark(parts.secret, ['known browser', normalizeEmail(target)])
  return {
    /** The browser's id, where this address or number has signed in in it. */
    knownAs: async (headers: Headers | undefined, target: string): Promise<string | undefined> => {
      const browser = await cookie.read(headers)
      return browser?.accounts.includes(markOf(target)) ? browser.id : undefined
    },
    /** Returns the browser's id. */
    note: async (ctx: GenericEndpointContext, targets: readonly string[]): Promise<string> => {
      const browser = await cookie.read(ctx.headers)
      const id = browser?.id ?? randomUUID()
      const accounts = [...new Set([...targets.map(markOf), ...(browser?.accounts ?? [])])].slice(0, MOST_TARGETS)
      ctx.setCookie(...(await cookie.write({ id, accounts })))
      return id
    },
  }
}
