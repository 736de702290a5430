// The links of a change of address, which the library believes by their signature alone (decision 0235): each is noted when it is mailed, opens nothing once
// that note is gone, and the last one, which signs its opener in, does not walk round what else the account asks for.
import type { GenericEndpointContext } from 'better-auth'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { EMAIL_CHANGE_USED } from '#rulebook/account/callback.ts'
import { EMAIL_LINK_MS } from '#rulebook/account/email-texts.ts'
import { emailChangeCallback } from '../email/account-emails.ts'
import { isMailboxOpen } from '../login-methods/mailbox-entrance.ts'
import { endBegun, isBegun, noteBegun } from './begun.store.ts'
import { endResetTokens } from './end-reset-tokens.ts'
import { readSession } from './failed-database.ts'
import { CONSENT_LINK, type LinkToken, readLinkToken } from './link-token.ts'
import { endForGood } from './spent.store.ts'

interface LinkParts {
  readonly database: Database
  readonly clock: Clock
}

/** Before it is mailed. */
export const noteChangeLink = ({ database, clock }: LinkParts, userId: string, token: string): Promise<void> =>
  noteBegun(database.orm, { kind: 'change-email', token, userId }, new Date(clock.now().getTime() + EMAIL_LINK_MS))

/** Before the library reads the link. Throws a redirect for one that was ended, and where a sign-in is wanted first. */
export async function demandLivingChange(ctx: GenericEndpointContext, { orm }: Database): Promise<void> {
  const link = await readLinkToken(ctx)
  if (!link?.updateTo) return
  const found = await ctx.context.internalAdapter.findUserByEmail(link.email)
  // Nobody has the address of before: the library refuses, and email-change-note.ts says what has become of it.
  if (!found) return
  const { id, twoFactorEnabled } = found.user as { id: string; twoFactorEnabled?: boolean }
  const token = String((ctx.query as { token?: unknown }).token)
  if (!(await isBegun(orm, { kind: 'change-email', token, userId: id })))
    throw ctx.redirect(emailChangeCallback({ error: EMAIL_CHANGE_USED }))
  if (await mayOpen(ctx, link, async () => !twoFactorEnabled && (await isMailboxOpen(orm, id)))) return
  throw ctx.redirect(emailChangeCallback({ error: 'session-expired' }))
}

/** The consent signs nobody in. */
const mayOpen = async (
  ctx: GenericEndpointContext,
  { requestType }: LinkToken,
  isMailEnough: () => Promise<boolean>,
): Promise<boolean> => requestType === CONSENT_LINK || (await readSession(ctx)) !== null || isMailEnough()

/** After the change: what lies in the mailbox of before, and other links of a change, open the account no more. */
export async function endLinksOfBefore({ orm }: Database, userId: string): Promise<void> {
  await endResetTokens(orm, userId)
  await endForGood(orm, userId, (tx) => endBegun(tx, userId))
}
