// A cookie that this service alone can write: what a browser has shown, for some time, in marks that name nobody. Read from the headers, for calls come
// with the library's context and without.
import { createHmac } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'

export interface SignedCookieParts {
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}
interface SignedCookie {
  readonly name: string
  /** Keeps its values apart from those of other cookies and tickets. */
  readonly purpose: string
  readonly lifetimeMs: number
}

export function createSignedCookie<Claims extends Record<string, unknown>>(
  { clock, secret, publicOrigin }: SignedCookieParts,
  { name, purpose, lifetimeMs }: SignedCookie,
) {
  const tickets = createTickets<Claims>(secret, purpose, clock, lifetimeMs)
  const fullNameOf = (part: string) => cookieNameOf(publicOrigin, name + part)
  const attributes = { ...cookieAttributes(publicOrigin), maxAge: lifetimeMs / 1000 }
  // `part` ends the name where one browser keeps several: answers that come at one moment do not overwrite each other's.
  return {
    /** Undefined without one, and for one that is forged, of another purpose, or over. */
    read: (headers: Headers | undefined, part = ''): Promise<Claims | undefined> => {
      const fullName = fullNameOf(part)
      return tickets.verify(parse(headers?.get('cookie') ?? '', fullName)[fullName] ?? '')
    },
    /** What a cookie is set with: name, value, attributes. */
    write: async (claims: Claims, part = '') => [fullNameOf(part), await tickets.issue(claims), attributes] as const,
  }
}

/** 132 bits: a cookie goes with every request. */
const MARK_CHARACTERS = 22

export const keyedMark = (secret: string, words: readonly string[]): string =>
  createHmac('sha256', secret).update(words.join('\n')).digest('base64url').slice(0, MARK_CHARACTERS)
