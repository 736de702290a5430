// A sign-in by provider, passkey, number or second factor finds its way in and opens its session in statements of their own. Whoever takes the way in away
// ends what it has opened, in a lock of the account that a new session waits for; so what is opened after that is found here, behind the session, and taken
// back (decision 0239). For passwords: compared-password.ts.
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { findUserOfPhone } from '../phone/phone-profile.store.ts'
import { authAccounts, authPasskeys, authTwoFactors } from '../tables.ts'
import { type NewSession, takeBack } from './compared-password.ts'

type IsThere = (database: Database, userId: string, ctx: GenericEndpointContext) => Promise<boolean>

const hasFactor: IsThere = async ({ orm }, userId) =>
  (await orm.$count(authTwoFactors, eq(authTwoFactors.userId, userId))) > 0
const WAYS: Readonly<Record<string, IsThere>> = {
  '/callback/:id': async ({ orm }, userId, { params }) => {
    const isTied = and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, String(params?.id)))
    return (await orm.$count(authAccounts, isTied)) > 0
  },
  '/passkey/verify-authentication': async ({ orm }, userId, { body }) => {
    const isTheirs = and(eq(authPasskeys.userId, userId), eq(authPasskeys.credentialID, String(body?.response?.id)))
    return (await orm.$count(authPasskeys, isTheirs)) > 0
  },
  // A mailed code comes by this path, too: it is what hands over.
  '/sign-in/phone-number': async ({ orm }, userId, { body }) =>
    body?.email !== undefined || (await findUserOfPhone(orm, String(body?.phone))) === userId,
  '/two-factor/verify-totp': hasFactor,
  '/two-factor/verify-backup-code': hasFactor,
}

/** Behind the new session. */
export async function demandSameWay(
  database: Database,
  session: NewSession,
  ctx: GenericEndpointContext | null,
): Promise<void> {
  const isThere = ctx?.path ? WAYS[ctx.path] : undefined
  if (!ctx || !isThere || (await isThere(database, session.userId, ctx))) return
  await takeBack(database, session)
  throw new APIError('UNAUTHORIZED', { code: 'session-expired' })
}
