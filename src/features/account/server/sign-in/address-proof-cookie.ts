// What this browser has shown of an account whose owner is not proven yet: that it registered it, or that it opened the email to its
// address. Both in one browser are the proof (address-proof.ts).
import type { GenericEndpointContext } from 'better-auth'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createTickets, type Tickets } from '#platform/server/http/signed-ticket.ts'
import { isOwnerProven, markOwnerProven } from './address-proof.ts'
import { cookieAttributes, cookieNameOf } from './cookie-names.ts'
import { readLinkToken } from './link-token.ts'

const COOKIE = 'address-proof'
/** Longer than an email's link lives. */
const LIFETIME_MS = 24 * 60 * 60_000

type Shown = { readonly userId: string; readonly shown: 'registration' | 'address' }
interface ProofParts {
  readonly database: Database
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
}
export interface AddressProofs {
  /** After a route of sign-up, sign-in or confirmation that succeeded. */
  note(ctx: GenericEndpointContext): Promise<void>
  /** While a mailed link confirms the address: it was opened in the browser that registered. */
  isProving(ctx: GenericEndpointContext): Promise<boolean>
}

export function createAddressProofs(parts: ProofParts): AddressProofs {
  const tickets = createTickets<Shown>(parts.secret, 'address proof', parts.clock, LIFETIME_MS)
  const put = async (ctx: GenericEndpointContext, shown: Shown) =>
    ctx.setCookie(cookieNameOf(parts.publicOrigin, COOKIE), await tickets.issue(shown), {
      ...cookieAttributes(parts.publicOrigin),
      maxAge: LIFETIME_MS / 1000,
    })
  return {
    isProving: async (ctx) => {
      const link = ctx.path === '/verify-email' ? await readLinkToken(ctx) : undefined
      const before = link && !link.updateTo ? await shownBefore(parts, tickets, ctx) : undefined
      if (!link || before?.shown !== 'registration') return false
      const found = await ctx.context.internalAdapter.findUserByEmail(link.email)
      return found?.user.id === before.userId && !(await isOwnerProven(parts.database, before.userId))
    },
    note: async (ctx) => {
      if (ctx.path === '/sign-up/email') {
        const userId = registeredUser(ctx)
        if (userId) await put(ctx, { userId, shown: 'registration' })
      }
      if (ctx.path === '/sign-in/email') await noteSignIn(parts, tickets, ctx)
      if (ctx.path === '/verify-email') {
        const userId = await noteConfirmation(parts, tickets, ctx)
        if (userId) await put(ctx, { userId, shown: 'address' })
      }
    },
  }
}

const registeredUser = (ctx: GenericEndpointContext): string | undefined =>
  (ctx.context as { returned?: { user?: { id?: string } } }).returned?.user?.id

const shownBefore = (
  { publicOrigin }: ProofParts,
  tickets: Tickets<Shown>,
  ctx: GenericEndpointContext,
): Promise<Shown | undefined> => tickets.verify(ctx.getCookie(cookieNameOf(publicOrigin, COOKIE)) ?? '')

async function noteSignIn(parts: ProofParts, tickets: Tickets<Shown>, ctx: GenericEndpointContext) {
  const userId = ctx.context.newSession?.user.id
  if (!userId) return
  const before = await shownBefore(parts, tickets, ctx)
  if (before?.shown === 'address' && before.userId === userId)
    await markOwnerProven(parts.database, userId, parts.clock.now())
}

/** Answers the account that this browser has only shown the address of. */
async function noteConfirmation(
  parts: ProofParts,
  tickets: Tickets<Shown>,
  ctx: GenericEndpointContext,
): Promise<string | undefined> {
  const userId = await confirmedUser(ctx)
  if (!userId || (await isOwnerProven(parts.database, userId))) return undefined
  const before = await shownBefore(parts, tickets, ctx)
  if (before?.shown !== 'registration' || before.userId !== userId) return userId
  await markOwnerProven(parts.database, userId, parts.clock.now())
  return undefined
}

/** Whose address the link of this request has confirmed. */
async function confirmedUser(ctx: GenericEndpointContext): Promise<string | undefined> {
  const link = await readLinkToken(ctx)
  if (!link) return undefined
  const found = await ctx.context.internalAdapter.findUserByEmail(link.updateTo ?? link.email)
  return found?.user.emailVerified ? found.user.id : undefined
}
