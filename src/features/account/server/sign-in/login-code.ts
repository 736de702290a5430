// Sign-in by a mailed code (decision 0059): only for an account whose address was confirmed, so the code never proves an address for a stranger
// who registered it first. An address without an account gets the same answer and no email.
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { userOfMailbox } from '../login-methods/mailbox-entrance.ts'
import { authUsers } from '../tables.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'
import { type Asker, type MailCodeParts, mailCode, mailSubject } from './mail-code.ts'

interface LoginCodeParts {
  readonly database: Database
  readonly codes: Pick<VerificationCodes, 'check' | 'spend'>
}

export const sendLoginCode = (
  parts: MailCodeParts & { readonly database: Database },
  email: string,
  asker: Asker,
): Promise<void> =>
  mailCode(
    parts,
    mailSubject(email, 'login'),
    asker,
    async (address) => (await confirmedUserOf(parts.database, address)) !== undefined,
  )

/** Whose code this is; spends it. Throws what the check of a code throws. */
export async function userOfMailedCode(
  { database, codes }: LoginCodeParts,
  email: string,
  code: string,
  headers: Headers | undefined,
): Promise<string> {
  const subject = mailSubject(email, 'login')
  const proven = await codes.check(subject, code, headers)
  await codes.spend(database.orm, proven)
  const userId = await confirmedUserOf(database, subject.target)
  if (!userId) throw new ServiceError('code-invalid')
  return userId
}

const confirmedUserOf = ({ orm }: Database, email: string): Promise<string | undefined> =>
  userOfMailbox(orm, email, eq(authUsers.emailVerified, true))
