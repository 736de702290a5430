// The letter for a new password that an operator sends (document 2 §7 "Password reset"; C-33, U-45). It counts among the letters that
// an address may be sent at all, and is waited for: "sent" is said of what the mail account has taken.
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { AccountLetters } from '../email/account-letters.ts'
import { hasPassword } from '../login-methods/prove-owner.ts'
import { authUsers } from '../tables.ts'
import { makeResetToken, type ResetTokenParts } from './reset-token.ts'
import { mayReceiveLetter } from './sign-in-rules.ts'

/** As long as the link that a visitor asks for himself. */
const RESET_LETTER_LIFETIME_MS = 60 * 60_000

export interface ResetLetterParts extends ResetTokenParts {
  readonly database: Database
  readonly log: Log
  readonly limiter: RateLimiter
  readonly letters: Pick<AccountLetters, 'sendReset'>
  readonly mailDelivers: boolean
}

export interface ResetLetter {
  /** The address that it goes to. */
  readonly email: string
  /** Throws ServiceError `letter-failed` when the mail account does not take it. */
  send(): Promise<void>
}

/** Throws ServiceError `mail-not-configured`, `user-missing`, `reset-provider-account` or `code-too-often`. */
export async function prepareResetLetter(parts: ResetLetterParts, userId: string): Promise<ResetLetter> {
  const { database, limiter, letters, log } = parts
  if (!parts.mailDelivers) throw new ServiceError('mail-not-configured')
  const [user] = await database.orm.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId))
  if (!user) throw new ServiceError('user-missing')
  if (!(await hasPassword(database, userId))) throw new ServiceError('reset-provider-account')
  if (!(await mayReceiveLetter(limiter, user.email))) throw new ServiceError('code-too-often')
  return {
    email: user.email,
    send: async () => {
      const token = await makeResetToken(parts, userId, RESET_LETTER_LIFETIME_MS)
      await letters.sendReset(user.email, token).catch((error: unknown) => {
        log.error({ err: error }, 'the letter for a new password was not taken')
        throw new ServiceError('letter-failed')
      })
    },
  }
}
