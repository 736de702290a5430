// The email for a new password that an operator sends (document 2 §7 "Password reset"; C-33, U-45). It counts among the emails that
// an address may be sent at all, and is waited for: "sent" is said of what the mail account has taken.
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { EMAIL_LINK_MS } from '#rulebook/account/email-texts.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { hasPassword } from '../login-methods/login-method.store.ts'
import { authUsers } from '../tables.ts'
import { makeResetToken, type ResetTokenParts } from './reset-token.ts'
import { mayReceiveEmail } from './sign-in-rules.ts'

export interface ResetEmailParts extends ResetTokenParts {
  readonly database: Database
  readonly log: Log
  readonly limiter: RateLimiter
  readonly emails: Pick<AccountEmails, 'sendReset'>
  readonly mailDelivers: boolean
}

export interface ResetEmail {
  /** The address that it goes to. */
  readonly email: string
  /** Throws ServiceError `email-failed` when the mail account does not take it. */
  send(): Promise<void>
}

/** Throws ServiceError `mail-not-configured`, `user-missing`, `reset-provider-account` or `code-too-often`. */
export async function prepareResetEmail(parts: ResetEmailParts, userId: string): Promise<ResetEmail> {
  const { database, limiter, emails, log } = parts
  if (!parts.mailDelivers) throw new ServiceError('mail-not-configured')
  const [user] = await database.orm.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId))
  if (!user) throw new ServiceError('user-missing')
  if (!(await hasPassword(database, userId))) throw new ServiceError('reset-provider-account')
  if (!(await mayReceiveEmail(limiter, user.email))) throw new ServiceError('code-too-often')
  return {
    email: user.email,
    send: async () => {
      const token = await database.orm.transaction((tx) => makeResetToken(parts, tx, userId, EMAIL_LINK_MS))
      await emails.sendReset(user.email, token).catch((error: unknown) => {
        log.error({ err: error }, 'the email for a new password was not taken')
        throw new ServiceError('email-failed')
      })
    },
  }
}
