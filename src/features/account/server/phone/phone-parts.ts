// Phone and codes of the account feature put together.

import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { SmsSender } from '#platform/server/sms/sms-sender.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import type { Auth } from '../sign-in/auth.ts'
import { sendLoginCode } from '../sign-in/login-code.ts'
import { createRecovery, type Recovery } from '../sign-in/verification-recovery.ts'
import { createPhoneAccount, type PhoneAccount } from './phone-account.ts'
import { createSendSmsProofs } from './send-sms-proof.ts'
import type { VerificationCodes } from './verification-codes.ts'

interface Plumbing {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly settings: { readonly secret: string }
  readonly sms: SmsSender | undefined
  readonly mailer: { readonly delivers: boolean }
}

interface Outside {
  readonly codes: VerificationCodes
  readonly emails: AccountEmails
  readonly auth: () => Promise<Auth>
  readonly inBackground: (work: Promise<unknown>) => void
}

export interface PhoneAndCodes {
  readonly phone: PhoneAccount
  readonly recovery: Recovery
  readonly mailLoginCode: (email: string, clientAddress: string) => Promise<void>
}

export function createPhoneParts(parts: Plumbing, outside: Outside): PhoneAndCodes {
  const { database, clock, log, settings, sms } = parts
  const { codes, emails, inBackground } = outside
  const mail = { ...outside, database, mailDelivers: parts.mailer.delivers }
  const emailOwner = async (userId: string) => {
    const [user] = await database.query<{ email: string }>('select email from auth_users where id = $1', [userId])
    if (user) await emails.sendPhoneChanged(user.email)
  }
  return {
    phone: createPhoneAccount({
      database,
      clock,
      log,
      sms,
      codes,
      proofs: createSendSmsProofs(settings.secret, clock, codes.counters),
      notifyOwner: (userId) => inBackground(emailOwner(userId)),
    }),
    recovery: createRecovery({ ...mail, clock }),
    mailLoginCode: (email, clientAddress) => sendLoginCode(mail, email, clientAddress),
  }
}
