// What is kept in step where the library writes its own rows: ours beside a new account, a changed address, another way in, a new password.
// A statement that fails here is trouble of ours, whatever the library makes of it (failed-database.ts).
import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isPlaceholderAddress } from '#rulebook/account/placeholder-address.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { type ProviderAccount, recordLoginMethod } from '../login-methods/login-method.store.ts'
import { acceptTerms } from '../profile/terms.store.ts'
import type { AddressProofs } from './address-proof-cookie.ts'
import { demandSamePassword, type NewSession } from './compared-password.ts'
import { demandSameWay } from './demand-same-way.ts'
import { afterChangedAddress, followAddress } from './email-change-links.ts'
import { notingOwn } from './failed-database.ts'
import { guardNewSession } from './guard-new-session.ts'
import { readLinkToken } from './link-token.ts'
import { beforeChangedPassword } from './new-password.ts'
import type { ProviderEmails } from './provider-emails.ts'
import { hasAcceptedTermsIn } from './sign-in-rules.ts'

interface HookParts {
  readonly database: Database
  readonly clock: Clock
  readonly providerEmails: ProviderEmails
  readonly emails: Pick<AccountEmails, 'sendLoginMethodsChanged'>
  readonly mailDelivers: boolean
  readonly addressProofs: Pick<AddressProofs, 'ownerProvenBy'>
  readonly onUserCreated: (user: { readonly id: string; readonly image?: string | null }) => Promise<void>
  readonly inBackground: (work: Promise<unknown>) => void
}
type NewUser = { id: string; email: string; emailVerified: boolean; image?: string | null }

export const databaseHooks = (parts: HookParts) =>
  ({
    session: {
      create: {
        before: (session, ctx) => notingOwn(() => guardNewSession(parts, session.userId, ctx?.path)),
        after: (session, ctx) => notingOwn(() => demandSame(parts.database, session, ctx)),
      },
    },
    user: {
      create: {
        before: async (user) => ({ data: { ...user, ...knownOfNewUser(parts, user) } }),
        after: (user, ctx) => notingOwn(() => noteNewUser(parts, user, ctx?.body)),
      },
      update: {
        before: (changes, ctx) => notingOwn(() => proveWithAddress(parts, changes, ctx)),
        after: (user, ctx) => notingOwn(() => afterUpdate(parts, user, ctx)),
      },
    },
    account: {
      create: { after: (account) => notingOwn(() => recordProviderOf(parts, account)) },
      update: { before: (account, ctx) => notingOwn(() => beforePasswordOf(parts, account, ctx)) },
    },
  }) satisfies BetterAuthOptions['databaseHooks']

async function demandSame(database: Database, session: NewSession, ctx: GenericEndpointContext | null): Promise<void> {
  await demandSamePassword(database, session)
  await demandSameWay(database, session, ctx)
}

/**
 * A provider sign-up has proven its address (auth.ts, refuseUnprovenAddress), or has none that could be somebody else's. Stored with the account:
 * nothing could tell it afterwards (decision 0223).
 */
const knownOfNewUser = ({ clock, mailDelivers }: HookParts, { email, emailVerified }: Omit<NewUser, 'id'>) => ({
  ownerProvenAt: emailVerified || isPlaceholderAddress(email) ? clock.now() : null,
  madeWithoutMail: !mailDelivers,
})

/** In the statement that confirms the address, for the same reason. */
async function proveWithAddress(
  { addressProofs, clock }: HookParts,
  changes: { readonly emailVerified?: boolean | undefined },
  ctx: GenericEndpointContext | null,
) {
  const isProven = changes.emailVerified && ctx ? await addressProofs.ownerProvenBy(ctx) : undefined
  return isProven === undefined ? undefined : { data: { ...changes, ownerProvenAt: isProven ? clock.now() : null } }
}

async function noteNewUser(parts: HookParts, user: NewUser, body: unknown): Promise<void> {
  // After a provider sign-up the first page asks for the terms (decision 0056).
  if (hasAcceptedTermsIn(body)) await acceptTerms(parts.database, user.id, parts.clock.now())
  await parts.onUserCreated(user)
}

/** After any write of the user: only a change of address ends what lies in the mailbox that was left, confirming the same one ends nothing. */
async function afterUpdate(parts: HookParts, user: NewUser, ctx: GenericEndpointContext | null): Promise<void> {
  const link = ctx?.path === '/verify-email' ? await readLinkToken(ctx) : undefined
  await (link?.updateTo ? afterChangedAddress(parts, user) : followAddress(parts, user))
}

/** The owner gets an email about a new login method, since somebody else may have added it. */
async function recordProviderOf(parts: HookParts, account: ProviderAccount): Promise<void> {
  const email = parts.providerEmails.take(account.providerId, account.accountId)
  const owner = await recordLoginMethod(parts.database, account, email)
  if (owner) parts.inBackground(parts.emails.sendLoginMethodsChanged(owner))
}

async function beforePasswordOf(
  { database }: HookParts,
  { password }: { readonly password?: string | null | undefined },
  ctx: GenericEndpointContext | null,
): Promise<void> {
  const { user, session } = ctx?.context.session ?? {}
  if (ctx?.path !== '/change-password' || !password || !user || !session) return
  await beforeChangedPassword(database, user.id, session.id)
}
