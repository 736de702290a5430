// Which browser asked for a code (decision 0237): a signed cookie names the rows of its codes, and what they are for, without an address. A code that
// nobody signed in asked for is good, and counts tries, in that browser alone, so that no stranger uses up or replaces the one that its owner waits for.
import { serialize } from 'hono/utils/cookie'
import { CODE_KEPT_MS } from '#rulebook/account/verification-code.ts'
import { createSignedCookie, keyedMark, type SignedCookieParts } from '../sign-in/signed-cookie.ts'
import type { CodeSubject } from './verification-code.store.ts'

/** As long as the rows: who types a code too late has asked for it all the same. */
const COOKIE = { name: 'asked-codes', purpose: 'asked codes', lifetimeMs: CODE_KEPT_MS } as const
/** As many as one address gets in a day. */
const MOST_CODES = 10

/** A request with the headers of its answer. */
export interface AskingRequest {
  readonly headers: Headers
  readonly resHeaders?: Headers
}
type AskedCode = { readonly id: string; readonly mark: string }

export function createAskingBrowsers(parts: SignedCookieParts) {
  const cookie = createSignedCookie<{ asked: readonly AskedCode[] }>(parts, COOKIE)
  const markOf = ({ targetType, target, purpose }: CodeSubject): string =>
    keyedMark(parts.secret, ['asked code', targetType, target, purpose])
  const read = async (headers: Headers): Promise<readonly AskedCode[]> => (await cookie.read(headers))?.asked ?? []
  return {
    /** Ids of the rows that were asked for here, whether they are still there or not. */
    askedIn: async (headers: Headers, subject: CodeSubject): Promise<string[]> => {
      const wanted = markOf(subject)
      return (await read(headers)).filter(({ mark }) => mark === wanted).map(({ id }) => id)
    },
    noteAsked: async ({ headers, resHeaders }: AskingRequest, subject: CodeSubject, id: string): Promise<void> => {
      const asked = [{ id, mark: markOf(subject) }, ...(await read(headers))].slice(0, MOST_CODES)
      resHeaders?.append('set-cookie', serialize(...(await cookie.write({ asked }))))
    },
  }
}
