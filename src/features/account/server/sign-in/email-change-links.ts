// The links of a change of address, which the library believes by their signature alone (decision 0235): each is noted when it is mailed, opens nothing once
// that note is gone, and the last one, which signs its opener in, does not walk round what else the account asks for.
import type { GenericEndpointContext } from 'better-auth'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { EMAIL_LINK_MS } from '#rulebook/account/email-texts.ts'
import { emailChangeCallback } from '../email/account-emails.ts'
import { updateEmailMethod } from '../login-methods/login-method.store.ts'
import { isMailboxOpen } from '../login-methods/mailbox-entrance.ts'
import { noteSecurityEvent } from '../security/security-event.store.ts'
import { endBegun, isBegun, noteBegun } from './begun.store.ts'
import { endResetTokens } from './end-reset-tokens.ts'
import { readSession } from './failed-database.ts'
import { CONSENT_LINK, type LinkToken, readLinkToken } from './link-token.ts'
import { sealToken } from './sealed-link.ts'
import { endForGood } from './spent.store.ts'

/** As the library says it of one whose hour is over: what is ended may never have been used. */
const LINK_OVER = 'TOKEN_EXPIRED'

interface LinkParts {
  readonly database: Database
  readonly clock: Clock
}

/** What is mailed for the library's token, which is noted before. */
export async function makeChangeToken(
  { database, clock, secret }: LinkParts & { readonly secret: string },
  userId: string,
  token: string,
): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + EMAIL_LINK_MS)
  await noteBegun(database.orm, { kind: 'change-email', token, userId }, expiresAt)
  return sealToken(secret, token)
}

/** Before the library reads the link. Throws a redirect for one that was ended, and where a sign-in is wanted first. */
export async function demandLivingChange(ctx: GenericEndpointContext, parts: LinkParts): Promise<void> {
  const { orm } = parts.database
  const link = await readLinkToken(ctx)
  if (!link?.updateTo) return
  const found = await ctx.context.internalAdapter.findUserByEmail(link.email)
  if (!found) return completeChange(ctx, parts, link.updateTo)
  const { id, twoFactorEnabled } = found.user as { id: string; twoFactorEnabled?: boolean }
  const token = String((ctx.query as { token?: unknown }).token)
  if (!(await isBegun(orm, { kind: 'change-email', token, userId: id })))
    throw ctx.redirect(emailChangeCallback({ error: LINK_OVER }))
  if (await mayOpen(ctx, link, async () => !twoFactorEnabled && (await isMailboxOpen(orm, id)))) return
  throw ctx.redirect(emailChangeCallback({ error: 'session-expired' }))
}

/** The consent signs nobody in. */
const mayOpen = async (
  ctx: GenericEndpointContext,
  { requestType }: LinkToken,
  isMailEnough: () => Promise<boolean>,
): Promise<boolean> => requestType === CONSENT_LINK || (await readSession(ctx)) !== null || isMailEnough()

/** Nobody has the address of before: the library refuses, email-change-note.ts says what has become of it, and what was broken off behind it is made up for. */
async function completeChange(ctx: GenericEndpointContext, parts: LinkParts, updateTo: string): Promise<void> {
  const signedIn = await readSession(ctx)
  if (signedIn?.user.email === updateTo) await afterChangedAddress(parts, signedIn.user)
}

/** What lies in the mailbox of before, and other links of a change, open the account no more. */
export async function afterChangedAddress(parts: LinkParts, user: FollowedUser): Promise<void> {
  const { orm } = parts.database
  await endResetTokens(orm, user.id)
  await endForGood(orm, user.id, (tx) => endBegun(tx, user.id))
  await followAddress(parts, user)
}

type FollowedUser = Parameters<typeof updateEmailMethod>[1]

/** The way to sign in that its owner sees, confirmed or changed. */
export async function followAddress({ database, clock }: LinkParts, user: FollowedUser): Promise<void> {
  if (!(await updateEmailMethod(database, user))) return
  await noteSecurityEvent(database, { userId: user.id, kind: 'email-changed', at: clock.now() })
}
