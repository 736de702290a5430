// The phone of the account feature put together.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { SmsSender } from '#platform/server/sms/sms-sender.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'
import { createPhoneAccount, type PhoneAccount } from './phone-account.ts'
import { createWorkProofs } from './work-proof.ts'

interface PhonePlumbing {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly settings: { readonly secret: string }
  readonly sms: SmsSender | undefined
  readonly codes: VerificationCodes
  readonly emails: Pick<AccountEmails, 'sendPhoneChanged'>
  readonly inBackground: (work: Promise<unknown>) => void
}

export function openPhoneAccount(parts: PhonePlumbing): PhoneAccount {
  const { database, clock, settings, codes, emails, inBackground } = parts
  const emailOwner = async (userId: string) => {
    const [user] = await database.query<{ email: string }>('select email from auth_users where id = $1', [userId])
    if (user) await emails.sendPhoneChanged(user.email)
  }
  return createPhoneAccount({
    ...parts,
    proofs: createWorkProofs(settings.secret, clock, codes.counters),
    notifyOwner: (userId) => inBackground(emailOwner(userId)),
  })
}
