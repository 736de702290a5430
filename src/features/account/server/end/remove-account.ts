// The end of an account (U-16): one statement removes its row, and everything that hangs on it goes by foreign keys: sessions, ways to
// sign in, profile, uploads, records, ledger. Bills stay (7 years). Files are the caller's business.
import { and, eq, lte } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isLastAdmin, lockAdmins } from '../last-admin.ts'
import { authUsers } from '../tables.ts'
import { holdDue } from './schedule-deletion.ts'

/** Whether `removeAccount` would remove it now. Throws ServiceError `account-last-admin`. */
export const mayRemove = (database: Database, userId: string, now: Date): Promise<boolean> =>
  database.orm.transaction(async (tx) => {
    if (isLastAdmin(await lockAdmins(tx, userId), userId)) throw new ServiceError('account-last-admin')
    return holdDue(tx, userId, now)
  })

/**
 * The address of the account that is gone, or undefined where it was not due any more: its owner signed in. Throws ServiceError `account-last-admin`
 * when nobody would be left to run the service.
 */
export const removeAccount = (database: Database, userId: string, now: Date): Promise<string | undefined> =>
  database.orm.transaction(async (tx) => {
    if (isLastAdmin(await lockAdmins(tx, userId), userId)) throw new ServiceError('account-last-admin')
    const [user] = await tx
      .delete(authUsers)
      .where(and(eq(authUsers.id, userId), lte(authUsers.deletionDueAt, now)))
      .returning({ email: authUsers.email })
    return user?.email
  })
