// The step of a change of address, for the browser in which its links were opened: the return page relies on this alone, because its
// query can be typed by anybody (C-21, C-33; decisions 0180, 0195).
import type { GenericEndpointContext } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { TICKET_LIFETIME_MS } from '#platform/server/http/signed-ticket.ts'
import { EMAIL_CHANGE_USED, type EmailChangeStep } from '#rulebook/account/callback.ts'
import { emailChangeCallback } from '../email/account-emails.ts'
import { readSession } from './failed-database.ts'
import { CHANGE_LINK, CONSENT_LINK, type LinkToken, readLinkToken } from './link-token.ts'
import { createSignedCookie, type SignedCookieParts } from './signed-cookie.ts'

const COOKIE = { name: 'email-change', purpose: 'email change', lifetimeMs: TICKET_LIFETIME_MS } as const

/** `email`: the address that the account has after the step. */
type Noted = { readonly step: EmailChangeStep; readonly email: string }
export interface EmailChangeNotes {
  /** After every auth route. */
  note(ctx: GenericEndpointContext, answer: unknown): Promise<void>
  /** What happened in this browser within the last minutes, as far as it concerns the signed-in user. */
  stepIn(headers: Headers, signedInEmail: string | undefined): Promise<EmailChangeStep | null>
}

export function createEmailChangeNotes(parts: SignedCookieParts): EmailChangeNotes {
  const cookie = createSignedCookie<Noted>(parts, COOKIE)
  return {
    note: async (ctx, answer) => {
      const refused = await refusedLink(ctx, answer)
      const noted = refused ? await whatItDid(ctx, refused) : await stepOf(ctx, answer)
      if (!noted) return
      ctx.setCookie(...(await cookie.write(noted)))
      if (refused) throw ctx.redirect(emailChangeCallback())
    },
    stepIn: async (headers, signedInEmail) => {
      const noted = await cookie.read(headers)
      if (!noted) return null
      // The consent needs no session, a change has made one.
      const isOwn = noted.email === signedInEmail || (noted.step === 'consented' && signedInEmail === undefined)
      return isOwn ? noted.step : null
    },
  }
}

async function stepOf(ctx: GenericEndpointContext, answer: unknown): Promise<Noted | undefined> {
  if (ctx.path !== '/verify-email') return undefined
  const link = await readLinkToken(ctx)
  if (link?.requestType === CONSENT_LINK && hasSucceeded(answer)) return { step: 'consented', email: link.email }
  // The library rewrites the session's cookie only where it has really changed the address.
  const user = ctx.context.newSession?.user
  return link?.requestType === CHANGE_LINK && user ? { step: 'changed', email: user.email } : undefined
}

/** A link of a change that the library refused because no account, or another one than this browser's, has the address of before. */
async function refusedLink(ctx: GenericEndpointContext, answer: unknown): Promise<LinkToken | undefined> {
  if (ctx.path !== '/verify-email' || !/[?&]error=(USER_NOT_FOUND|INVALID_USER)\b/.test(locationOf(answer)))
    return undefined
  const link = await readLinkToken(ctx)
  return link?.updateTo ? link : undefined
}

/** Opened again by who has the new address by now, it says so once more. Throws for anybody else whose link has done what it could. */
async function whatItDid(ctx: GenericEndpointContext, { email, updateTo }: LinkToken): Promise<Noted | undefined> {
  const signedIn = await readSession(ctx)
  if (updateTo && signedIn?.user.email === updateTo) return { step: 'changed', email: updateTo }
  if (await ctx.context.internalAdapter.findUserByEmail(email)) return undefined
  throw ctx.redirect(emailChangeCallback({ error: EMAIL_CHANGE_USED }))
}

/** A refused link leads to the same page with an `error`. */
function hasSucceeded(answer: unknown): boolean {
  const location = locationOf(answer)
  return location !== '' && !/[?&]error=/.test(location)
}

const locationOf = (answer: unknown): string =>
  (isAPIError(answer) ? new Headers(answer.headers).get('location') : undefined) ?? ''
