// What this browser has shown of an account: that it opened the email to its address, or a way in (ways-in.ts). Both in one browser are the proof
// of its owner (address-proof.ts).
import type { GenericEndpointContext } from 'better-auth'
import type { Database } from '#platform/server/database/database.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { REGISTERED_BROWSER_DAYS } from '#rulebook/site/retention.ts'
import { handToMailbox, isOwnerProven, markOwnerProven } from './address-proof.ts'
import { readSession } from './failed-database.ts'
import { CHANGE_LINK, readLinkToken } from './link-token.ts'
import { createSignedCookie, keyedMark, type SignedCookieParts } from './signed-cookie.ts'
import { createWaysIn } from './ways-in.ts'

/** Longer than an email's link lives. */
const COOKIE = {
  name: 'address-proof',
  purpose: 'opened address',
  lifetimeMs: REGISTERED_BROWSER_DAYS * DAY_MS,
} as const

type Owner = { readonly id: string; readonly email: string }
interface ProofParts extends SignedCookieParts {
  readonly database: Database
}
export interface AddressProofs {
  /** After a route of sign-up, sign-in or confirmation that succeeded. */
  note(ctx: GenericEndpointContext): Promise<void>
  /** While a mailed link confirms or changes the address: whether the owner is proven by that; undefined where the link leaves it as it is. */
  ownerProvenBy(ctx: GenericEndpointContext): Promise<boolean | undefined>
  /** After a right code that was mailed. True when it ended what stood in the account before its owner came. */
  proveByCode(ctx: GenericEndpointContext, userId: string): Promise<boolean>
}

export function createAddressProofs(parts: ProofParts): AddressProofs {
  const { database, clock } = parts
  const waysIn = createWaysIn(parts)
  const opened = createOpenedAddress(parts)
  return {
    ownerProvenBy: async (ctx) => {
      const link = ctx.path === '/verify-email' ? await readLinkToken(ctx) : undefined
      const found = link && (await ctx.context.internalAdapter.findUserByEmail(link.email))
      if (!found) return undefined
      const { id } = found.user
      const [isProven, hasWayIn] = [await isOwnerProven(database, id), await waysIn.has(ctx, id)]
      if (!link.updateTo) return (hasWayIn && !isProven) || undefined
      // The proof was of the address of before; a session may be of one who read that mail alone.
      return hasWayIn || (isProven && (await readSession(ctx))?.user.id === id)
    },
    proveByCode: async (ctx, userId) => {
      if (await isOwnerProven(database, userId)) return false
      if (!(await waysIn.has(ctx, userId))) return handToMailbox(database, userId, clock.now())
      await markOwnerProven(database, userId, clock.now())
      return false
    },
    note: async (ctx) => {
      const signedIn = signedInUser(ctx)
      const registered = registeredUser(ctx)
      if (signedIn) await waysIn.note(ctx, signedIn.id, 'password')
      else if (registered) await waysIn.note(ctx, registered.id, 'registration')
      const confirmed = await confirmedUser(ctx)
      const owner = signedIn ?? confirmed
      if (!owner || (await isOwnerProven(database, owner.id))) return
      const showsBoth = signedIn ? await opened.has(ctx, signedIn) : await waysIn.has(ctx, owner.id)
      if (showsBoth) await markOwnerProven(database, owner.id, clock.now())
      else if (confirmed) await opened.note(ctx, confirmed)
    },
  }
}

function createOpenedAddress(parts: SignedCookieParts) {
  const cookie = createSignedCookie<{ mark: string }>(parts, COOKIE)
  /** Mark of the account with this address: it may have another one by tomorrow. */
  const markOf = ({ id, email }: Owner): string =>
    keyedMark(parts.secret, ['opened address', id, normalizeEmail(email)])
  return {
    has: async (ctx: GenericEndpointContext, owner: Owner): Promise<boolean> =>
      (await cookie.read(ctx.headers))?.mark === markOf(owner),
    note: async (ctx: GenericEndpointContext, owner: Owner): Promise<void> =>
      void ctx.setCookie(...(await cookie.write({ mark: markOf(owner) }))),
  }
}

/** Whose password was typed: the second factor may still be owed. */
const signedInUser = (ctx: GenericEndpointContext): Owner | undefined =>
  ctx.path === '/sign-in/email' ? ctx.context.newSession?.user : undefined

function registeredUser(ctx: GenericEndpointContext): Pick<Owner, 'id'> | undefined {
  const { user } = (ctx.context as { returned?: { user?: { id: string } } }).returned ?? {}
  return ctx.path === '/sign-up/email' ? user : undefined
}

/** Whose address the link of this request has confirmed. */
async function confirmedUser(ctx: GenericEndpointContext): Promise<Owner | undefined> {
  const link = ctx.path === '/verify-email' ? await readLinkToken(ctx) : undefined
  if (!link) return undefined
  // TRAP: the consent lies in the mailbox of before, and so says nothing of who has the new address, as little as a change that was refused.
  const isChanged = link.requestType === CHANGE_LINK && Boolean(ctx.context.newSession)
  if (link.updateTo && !isChanged) return undefined
  const found = await ctx.context.internalAdapter.findUserByEmail(link.updateTo ?? link.email)
  return found?.user.emailVerified ? found.user : undefined
}
