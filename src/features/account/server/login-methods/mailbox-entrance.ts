// Whether what is mailed to an account's address may open it: a code, a link for a new password (document 1 §4). Not once its owner has taken the address
// away as a login method. An account of a provider never had the method, and gets a password by mail.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { endResetTokens } from '../sign-in/end-reset-tokens.ts'
import { authUsers, verificationCodes } from '../tables.ts'

/**
 * TRAP: the address of a merged account came with it as a disabled row, and nobody took that away here.
 * TRAP: in a select from one table Drizzle writes a column without its table, which the inner ones would take for their own.
 */
const IS_OPEN = sql<boolean>`(
  exists (select 1 from user_login_methods own
           where own.user_id = auth_users.id and own.method_type = 'email' and own.status = 'active')
  or not exists (select 1 from user_login_methods own
                  where own.user_id = auth_users.id and own.method_type = 'email' and not exists (
                    select 1 from account_merge_history merge
                     where merge.primary_user_id = own.user_id and merge.merged_data ->> 'email' = own.method_value)))`

/** Whose address this is, where a mail to it may open the account. */
export async function userOfMailbox(db: Queryable, email: string, more?: SQL): Promise<string | undefined> {
  const [user] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(eq(authUsers.email, email), IS_OPEN, more))
  return user?.id
}

export async function isMailboxOpen(db: Queryable, userId: string): Promise<boolean> {
  const [user] = await db.select({ isOpen: IS_OPEN }).from(authUsers).where(eq(authUsers.id, userId))
  return user?.isOpen ?? false
}

/** Ends what was mailed already, in the transaction that takes the method away. */
export async function closeMailbox(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId))
  await endResetTokens(tx, userId)
  await tx
    .delete(verificationCodes)
    .where(and(eq(verificationCodes.targetType, 'email'), eq(verificationCodes.targetValue, user!.email)))
}
