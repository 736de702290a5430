// The library writes a linked account or an address, and our hooks the login method that its owner sees, in separate statements. What a failure of
// the database left out between them is added at the first use of a session: no way in stays unseen (decision 0215).
import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { authAccounts, authUsers, userLoginMethods } from '../tables.ts'
import { methodTypeOf, recordLoginMethod, updateEmailMethod } from './login-method.store.ts'

/** In a transaction that has locked the user. Returns the owner's address where an email about a new way in is due. */
export async function completeMethods(tx: Transaction, userId: string): Promise<string | undefined> {
  const { methodType, methodValue, verified, status } = userLoginMethods
  const methods = await tx
    .select({ methodType, methodValue, verified })
    .from(userLoginMethods)
    .where(and(eq(userLoginMethods.userId, userId), eq(status, 'active')))
  const { providerId, accountId } = authAccounts
  const accounts = await tx
    .select({ userId: authAccounts.userId, providerId, accountId })
    .from(authAccounts)
    .where(eq(authAccounts.userId, userId))
  let owner: string | undefined
  for (const account of accounts) {
    const type = methodTypeOf(account.providerId)
    if (!methods.some((method) => method.methodType === type))
      owner = (await recordLoginMethod({ orm: tx }, account)) ?? owner
  }
  await followAddress(
    tx,
    userId,
    methods.find((method) => method.methodType === 'email'),
  )
  return owner
}

interface EmailMethod {
  readonly methodValue: string
  readonly verified: boolean
}

/** The address of the method is the account's, unless that one is another account's method: then a person has to look. */
async function followAddress(tx: Transaction, userId: string, method: EmailMethod | undefined): Promise<void> {
  const [user] = await tx.select().from(authUsers).where(eq(authUsers.id, userId))
  if (!user || !method) return
  if (method.methodValue === user.email && method.verified === user.emailVerified) return
  const { methodType, methodValue, status } = userLoginMethods
  const [other] = await tx
    .select({ userId: userLoginMethods.userId })
    .from(userLoginMethods)
    .where(
      and(
        eq(methodType, 'email'),
        eq(methodValue, user.email),
        eq(status, 'active'),
        ne(userLoginMethods.userId, userId),
      ),
    )
  if (!other) await updateEmailMethod({ orm: tx }, user)
}
