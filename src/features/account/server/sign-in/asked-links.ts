// In which browser a link for a new password was asked for: a newer one ends what was asked for in the same browser, so that no stranger ends the link that
// the owner is about to open (decision 0245). The cookie names nobody, and comes whether the address has an account or not.
import type { GenericEndpointContext } from 'better-auth'
import { currentRequest } from '#platform/server/rate-limit/counted-tries.ts'
import { EMAIL_LINK_MS } from '#rulebook/account/email-texts.ts'
import { createSignedCookie, type SignedCookieParts } from './signed-cookie.ts'

/** As long as the newest of its links. */
const COOKIE = { name: 'asked-links', purpose: 'asked links', lifetimeMs: EMAIL_LINK_MS } as const

export interface AskedLinks {
  /** One that has asked for none yet is named after its request. */
  browserOf(headers: Headers | undefined): Promise<string>
  /** After the request, within it. */
  note(ctx: GenericEndpointContext): Promise<void>
}

export function createAskedLinks(parts: SignedCookieParts): AskedLinks {
  const cookie = createSignedCookie<{ id: string }>(parts, COOKIE)
  const browserOf = async (headers: Headers | undefined) => (await cookie.read(headers))?.id ?? currentRequest()
  return {
    browserOf,
    note: async (ctx) => void ctx.setCookie(...(await cookie.write({ id: await browserOf(ctx.headers) }))),
  }
}
