// Which browser asked for a code (decision 0237): a signed cookie names the rows of its codes, and what they are for, without an address. A code that nobody signed in asked for is good, and counts
// tries, in that browser alone, so that no stranger uses up or replaces the one that its owner waits for.
import { createHmac } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { CODE_KEPT_MS } from '#rulebook/account/verification-code.ts'
import { cookieAttributes, cookieNameOf } from '../sign-in/cookie-names.ts'
import type { CodeSubject } from './verification-code.store.ts'

const COOKIE = 'asked-codes'
/** As many as one address gets in a day. */
const MOST_CODES = 10
/** 132 bits: the cookie goes with every request. */
const MARK_CHARACTERS = 22

/** A request with the headers of its answer. */
export interface AskingRequest {
  readonly headers: Headers
  readonly resHeaders?: Headers
}
type AskedCode = { readonly id: string; readonly mark: string }
interface AskingParts {
  readonly secret: string
  readonly publicOrigin: string
  readonly clock: Clock
}

export function createAskingBrowsers({ secret, publicOrigin, clock }: AskingParts) {
  // As long as the rows: who types a code too late has asked for it all the same.
  const tickets = createTickets<{ asked: readonly AskedCode[] }>(secret, 'asked codes', clock, CODE_KEPT_MS)
  const name = cookieNameOf(publicOrigin, COOKIE)
  const markOf = ({ targetType, target, purpose }: CodeSubject): string =>
    createHmac('sha256', secret)
      .update(['asked code', targetType, target, purpose].join('\n'))
      .digest('base64url')
      .slice(0, MARK_CHARACTERS)
  const read = async (headers: Headers): Promise<readonly AskedCode[]> =>
    (await tickets.verify(parse(headers.get('cookie') ?? '', name)[name] ?? ''))?.asked ?? []
  return {
    /** Ids of the rows that were asked for here, whether they are still there or not. */
    askedIn: async (headers: Headers, subject: CodeSubject): Promise<string[]> => {
      const wanted = markOf(subject)
      return (await read(headers)).filter(({ mark }) => mark === wanted).map(({ id }) => id)
    },
    noteAsked: async ({ headers, resHeaders }: AskingRequest, subject: CodeSubject, id: string): Promise<void> => {
      const asked = [{ id, mark: markOf(subject) }, ...(await read(headers))].slice(0, MOST_CODES)
      const attributes = { ...cookieAttributes(publicOrigin), maxAge: CODE_KEPT_MS / 1000 }
      resHeaders?.append('set-cookie', serialize(name, await tickets.issue({ asked }), attributes))
    },
  }
}
