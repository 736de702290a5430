// The end of an account (U-16): one statement removes its row, and everything that hangs on it goes by foreign keys: sessions, ways to
// sign in, profile, uploads, records, ledger. Bills stay (7 years). Files are the caller's business.
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isLastAdmin, lockAdmins } from './last-admin.ts'
import { authUsers } from './tables.ts'

/** The address of the account that is gone; throws ServiceError `account-last-admin` when nobody would be left to run the service. */
export const removeAccount = (database: Database, userId: string): Promise<string | undefined> =>
  database.orm.transaction(async (tx) => {
    if (isLastAdmin(await lockAdmins(tx, userId), userId)) throw new ServiceError('account-last-admin')
    const [user] = await tx.delete(authUsers).where(eq(authUsers.id, userId)).returning({ email: authUsers.email })
    return user?.email
  })
