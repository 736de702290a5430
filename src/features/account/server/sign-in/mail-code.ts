// A code by mail to an address that anybody may type (document 1 §9 email codes): every address costs the same work and gets the same answer, a
// email leaves for wanted ones only.
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkEmail, normalizeEmail } from '#rulebook/account/email.ts'
import type { CodePurpose } from '#rulebook/account/verification-code.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import type { AskingRequest } from '../verification/asking-browser.ts'
import type { CodeSubject } from '../verification/verification-code.store.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'

export interface MailCodeParts {
  readonly codes: VerificationCodes
  readonly emails: Pick<AccountEmails, 'sendCode'>
  readonly mailDelivers: boolean
  readonly inBackground: (work: Promise<unknown>) => void
}

export const mailSubject = (email: string, purpose: CodePurpose): CodeSubject => ({
  targetType: 'email',
  target: normalizeEmail(email),
  purpose,
  userId: null,
})

/** Who asks, and where: the context of a call. */
export interface Asker extends AskingRequest {
  readonly clientAddress: string
}

/** Throws ServiceError `mail-not-configured`, `email-shape` and its like, `code-too-often` or `code-daily-limit`. */
export async function mailCode(
  parts: MailCodeParts,
  subject: CodeSubject,
  asker: Asker,
  isWanted: (email: string) => Promise<boolean>,
): Promise<void> {
  if (!parts.mailDelivers) throw new ServiceError('mail-not-configured')
  const problem = checkEmail(subject.target)
  if (problem) throw new ServiceError(problem.code)
  const leaves = await isWanted(subject.target)
  await parts.codes.send(subject, {
    clientAddress: asker.clientAddress,
    asking: asker,
    // In the background, or timing would reveal known addresses; the record of an email that did not leave is discarded as elsewhere.
    deliver: async (code, recordId) => {
      if (!leaves) return
      const message = parts.emails.sendCode(subject.target, code)
      parts.inBackground(
        message.catch(async (error: unknown) => {
          await parts.codes.discard(recordId)
          throw error
        }),
      )
    },
  })
}
