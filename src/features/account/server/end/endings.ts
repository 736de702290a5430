// The end of an account as other features ask for it: wished, due, done.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { momentText } from '#rulebook/site/calendar.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { mayRemove, removeAccount } from './remove-account.ts'
import { findDueDeletions, scheduleDeletion } from './schedule-deletion.ts'

interface EndingParts {
  readonly database: Database
  readonly clock: Clock
  readonly emails: Pick<AccountEmails, 'sendDeletionAsked' | 'sendAccountDeleted'>
  readonly settings: { readonly timeZone: string }
  readonly inBackground: (work: Promise<unknown>) => void
}

export const createEndings = ({ database, clock, emails, settings, inBackground }: EndingParts) => ({
  /** Ends all sessions and answers when the account goes; its owner gets an email. Throws ServiceError `account-last-admin`. */
  scheduleDeletion: async (userId: string): Promise<Date> => {
    const { email, dueAt } = await scheduleDeletion(database, userId, clock.now())
    inBackground(emails.sendDeletionAsked(email, momentText(dueAt.getTime(), settings.timeZone)))
    return dueAt
  },
  dueDeletions: (): Promise<string[]> => findDueDeletions(database, clock.now()),
  /** Asked again before anything is taken: who signed in since keeps all. Throws ServiceError `account-last-admin`. */
  mayRemove: (userId: string): Promise<boolean> => mayRemove(database, userId, clock.now()),
  /** Removes a due account with all its data in the database, and emails its owner; false when it is not due any more. */
  remove: async (userId: string): Promise<boolean> => {
    const email = await removeAccount(database, userId, clock.now())
    if (email) inBackground(emails.sendAccountDeleted(email))
    return email !== undefined
  },
})
export type Endings = ReturnType<typeof createEndings>
