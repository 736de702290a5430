// That the address was changed just now, told to the browser in which its link was opened: the return page says so of this alone, because
// its query can be typed by anybody (C-21; decision 0180).
import type { GenericEndpointContext } from 'better-auth'
import { parse } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import { createTickets, TICKET_LIFETIME_MS } from '#platform/server/http/signed-ticket.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'
import { readLinkToken } from './link-token.ts'

const COOKIE = 'email-changed'
/** Better Auth's word for the link that goes to the new address; the one to the old address changes nothing. */
const LAST_LINK = 'change-email-verification'

type Changed = { readonly userId: string; readonly email: string }
interface NoteParts {
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}
export interface EmailChangeNotes {
  /** After every auth route. */
  note(ctx: GenericEndpointContext): Promise<void>
  /** Whether this user got his present address in this browser within the last minutes. */
  isIn(headers: Headers, user: { readonly id: string; readonly email: string }): Promise<boolean>
}

export function createEmailChangeNotes({ clock, secret, publicOrigin }: NoteParts): EmailChangeNotes {
  const tickets = createTickets<Changed>(secret, 'email changed', clock)
  const name = cookieNameOf(publicOrigin, COOKIE)
  return {
    note: async (ctx) => {
      const changed = await changeOf(ctx)
      if (!changed) return
      ctx.setCookie(name, await tickets.issue(changed), {
        ...cookieAttributes(publicOrigin),
        maxAge: TICKET_LIFETIME_MS / 1000,
      })
    },
    isIn: async (headers, { id, email }) => {
      const changed = await tickets.verify(parse(headers.get('cookie') ?? '', name)[name] ?? '')
      return changed?.userId === id && changed.email === email
    },
  }
}

/** The library writes the session's cookie anew only where it has really changed the address. */
async function changeOf(ctx: GenericEndpointContext): Promise<Changed | undefined> {
  const user = ctx.path === '/verify-email' ? ctx.context.newSession?.user : undefined
  if (!user) return undefined
  const link = await readLinkToken(ctx)
  return link?.requestType === LAST_LINK ? { userId: user.id, email: user.email } : undefined
}
