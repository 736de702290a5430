// The account's own address as a way to sign in (document 1 §4; U-03): put back by an owner who took it away, or added to an account of a provider. A code
// to the address, after a proof of the owner, and the right code binds it; then what is mailed opens the account again (mailbox-entrance.ts).
import { eq, sql } from 'drizzle-orm'
import type { Clock } from '#platform/server/clock.ts'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import { isPlaceholderAddress } from '#rulebook/account/placeholder-address.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { authUsers } from '../tables.ts'
import type { CodeSubject } from '../verification/verification-code.store.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'
import { bindLoginMethod, lockMethodsOf } from './bind-login-method.ts'

export interface BindEmailParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly codes: VerificationCodes
  readonly emails: Pick<AccountEmails, 'sendCode'>
  readonly mailDelivers: boolean
}

const bindSubject = (email: string, userId: string): CodeSubject => ({
  targetType: 'email',
  target: email,
  purpose: 'bind_account',
  userId,
})

/** Its caller has asked for the proof. Throws `mail-not-configured`, `email-shape`, `email-failed` and what the limits of codes throw. */
export async function sendEmailBindCode(parts: BindEmailParts, userId: string, clientAddress: string): Promise<void> {
  const { codes, emails, log } = parts
  if (!parts.mailDelivers) throw new ServiceError('mail-not-configured')
  const email = await ownAddress(parts.database.orm, userId)
  await codes.send(bindSubject(email, userId), {
    clientAddress,
    // Waited for: it is the person's own address, so its time reveals nothing, and no screen says "sent" of what did not go (C-33).
    deliver: (code) =>
      emails.sendCode(email, code).catch((error: unknown) => {
        log.error({ err: error }, 'the email with a code was not taken')
        throw new ServiceError('email-failed')
      }),
  })
}

/** Returns the address. Throws `code-incomplete`, `code-invalid`, `code-attempts` or `login-method-taken`. */
export async function bindEmail(parts: BindEmailParts, userId: string, code: string): Promise<string> {
  const { database, codes, clock } = parts
  const email = await ownAddress(database.orm, userId)
  const proven = await codes.check(bindSubject(email, userId), code)
  await database.orm.transaction(async (tx) => {
    await lockMethodsOf(tx, userId)
    // The code is of the address that the account had a moment ago.
    if ((await ownAddress(tx, userId)) !== email) throw new ServiceError('code-invalid')
    await codes.spend(tx, proven)
    await bindLoginMethod(tx, { userId, type: 'email', value: email, display: email })
    // Who is signed in has read the mail: address and way in are in the same hands (decision 0050).
    await tx
      .update(authUsers)
      .set({
        emailVerified: true,
        ownerProvenAt: sql`coalesce(${authUsers.ownerProvenAt}, ${clock.now().toISOString()}::timestamptz)`,
      })
      .where(eq(authUsers.id, userId))
  })
  return email
}

/** Throws `email-shape` where the account has none (decision 0115). */
async function ownAddress(db: Queryable, userId: string): Promise<string> {
  const [user] = await db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId))
  if (!user || isPlaceholderAddress(user.email)) throw new ServiceError('email-shape')
  return user.email
}
