// Which browser asked for a code (decision 0237): a signed cookie for each target and purpose names the rows of its codes, without an address. A code that
// nobody signed in asked for is good, and counts tries, in that browser alone, so that no stranger uses up or replaces the one that its owner waits for.
import { serialize } from 'hono/utils/cookie'
import { CODE_ASKED_HOURS } from '#rulebook/account/verification-code.ts'
import { createSignedCookie, keyedMark, type SignedCookieParts } from '../sign-in/signed-cookie.ts'
import type { CodeSubject } from './verification-code.store.ts'

const COOKIE = { name: 'asked-codes-', purpose: 'asked codes', lifetimeMs: CODE_ASKED_HOURS * 3_600_000 } as const
/** How much of the mark stands in the name; the whole one is inside. */
const NAME_CHARACTERS = 8
/** As many as one address gets in a day. */
const MOST_CODES = 10

/** A request with the headers of its answer. */
export interface AskingRequest {
  readonly headers: Headers
  readonly resHeaders?: Headers
}
type AskedCodes = { readonly mark: string; readonly ids: readonly string[] }

export function createAskingBrowsers(parts: SignedCookieParts) {
  const cookie = createSignedCookie<AskedCodes>(parts, COOKIE)
  const markOf = ({ targetType, target, purpose }: CodeSubject): string =>
    keyedMark(parts.secret, ['asked code', targetType, target, purpose])
  const endOf = (mark: string): string => mark.slice(0, NAME_CHARACTERS)
  /** Ids of the rows that were asked for here, whether they are still there or not. */
  const askedIn = async (headers: Headers, subject: CodeSubject): Promise<readonly string[]> => {
    const mark = markOf(subject)
    const asked = await cookie.read(headers, endOf(mark))
    return asked?.mark === mark ? asked.ids : []
  }
  return {
    askedIn,
    noteAsked: async ({ headers, resHeaders }: AskingRequest, subject: CodeSubject, id: string): Promise<void> => {
      const mark = markOf(subject)
      const ids = [id, ...(await askedIn(headers, subject))].slice(0, MOST_CODES)
      resHeaders?.append('set-cookie', serialize(...(await cookie.write({ mark, ids }, endOf(mark)))))
    },
  }
}
