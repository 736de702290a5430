// Who may have a session, after a right password or another way in: nobody who is banned, and where emails are delivered nobody whose address is still
// to be proven (decision 0104). Whether the way in is still the account's is asked behind the session (compared-password.ts, demand-same-way.ts).
import { APIError } from 'better-auth/api'
import type { Database } from '#platform/server/database/database.ts'
import { mayEnter } from './address-proof.ts'
import { isBannedUser } from './living-session.ts'

interface GuardParts {
  readonly database: Database
  readonly mailDelivers: boolean
}

/** TRAP: a sign-up's session is made inside its transaction, where the database must not be asked; its account is new. */
export async function guardNewSession(
  { database, mailDelivers }: GuardParts,
  userId: string,
  path = '',
): Promise<void> {
  if (path === '/sign-up/email') return
  if (await isBannedUser(database, userId)) throw new APIError('FORBIDDEN', { code: 'account-banned' })
  const mustBeProven = path === '/sign-in/email' && mailDelivers
  if (mustBeProven && !(await mayEnter(database, userId)))
    throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
}
