// A new way to sign in for an account (document 1 §4; U-03). Its caller has made sure that the person holds the method.
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { LoginMethodType } from '#rulebook/account/login-methods.ts'
import { authUsers, userLoginMethods } from '../tables.ts'

export interface NewLoginMethod {
  readonly userId: string
  readonly type: LoginMethodType
  /** The address, the number in its stored form, or the account's id at the provider. */
  readonly value: string
  /** What screens show instead of the value. */
  readonly display: string
}

/**
 * Adds the method as a verified one; the first of an account is its primary one. Once more for the same account changes nothing.
 * Throws ServiceError `login-method-taken` when another account has it.
 */
export async function bindLoginMethod(tx: Transaction, method: NewLoginMethod): Promise<void> {
  await lockMethodsOf(tx, method.userId)
  const inserted = await tx
    .insert(userLoginMethods)
    .values({
      userId: method.userId,
      methodType: method.type,
      methodValue: method.value,
      methodDisplay: method.display,
      verified: true,
      isPrimary: hasNoPrimary(method.userId),
    })
    .onConflictDoNothing()
    .returning({ id: userLoginMethods.id })
  if (inserted.length > 0) return
  const [holder] = await tx
    .select({ userId: userLoginMethods.userId })
    .from(userLoginMethods)
    .where(
      and(
        eq(userLoginMethods.methodType, method.type),
        eq(userLoginMethods.methodValue, method.value),
        eq(userLoginMethods.status, 'active'),
      ),
    )
  if (holder?.userId !== method.userId) throw new ServiceError('login-method-taken')
}

/** Binding and unbinding of one account take turns: two at once would both see the state before. */
export async function lockMethodsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.id, userId)).for('update')
}

export const hasNoPrimary = (userId: string) =>
  sql<boolean>`not exists (select 1 from user_login_methods where user_id = ${userId} and is_primary and status = 'active')`
