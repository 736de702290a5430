// Account recovery by a code instead of the mailed link (document 1 §3 purpose account_recovery, §9 email codes; C-26, C-34): for
// reading the email on another device: six characters are typed, and it goes on as with the link. Known and unknown addresses cost the same
// work and get the same answer; an email leaves for known ones only.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { userOfMailbox } from '../login-methods/mailbox-entrance.ts'
import { type Asker, type MailCodeParts, mailCode, mailSubject } from './mail-code.ts'
import { makeResetToken } from './reset-token.ts'

const RESET_TOKEN_LIFETIME_MS = 15 * 60_000

interface RecoveryParts extends MailCodeParts {
  readonly database: Database
  readonly clock: Clock
}

type ResetTokenHalves = { access_token: string; refresh_token: string }

export function createRecovery(parts: RecoveryParts) {
  return {
    /** Throws what mailCode throws. */
    sendCode: (email: string, asker: Asker): Promise<void> =>
      mailCode(
        parts,
        mailSubject(email, 'account_recovery'),
        asker,
        async (address) => (await userOfMailbox(parts.database.orm, address)) !== undefined,
      ),
    /** The two halves of a reset token of Better Auth's, as the mailed link carries them. */
    check: async (email: string, code: string, headers: Headers): Promise<ResetTokenHalves> => {
      const subject = mailSubject(email, 'account_recovery')
      const proven = await parts.codes.check(subject, code, headers)
      const userId = await userOfMailbox(parts.database.orm, subject.target)
      const token = await parts.database.orm.transaction(async (tx) => {
        await parts.codes.spend(tx, proven)
        return userId && makeResetToken(parts, tx, userId, RESET_TOKEN_LIFETIME_MS)
      })
      if (!token) throw new ServiceError('code-invalid')
      const half = Math.ceil(token.length / 2)
      return { access_token: token.slice(0, half), refresh_token: token.slice(half) }
    },
  }
}
export type Recovery = ReturnType<typeof createRecovery>
