// Taking a way to sign in away, and choosing the primary one (document 1 §4; LOGINM-01 to 04). A method that is only marked as disabled
// would still sign in, because Better Auth reads its own rows: they go in the same transaction.
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { type LoginMethodStatus, type LoginMethodType, planUnbind } from '#rulebook/account/login-methods.ts'
import { clearPhone } from '../phone/phone-profile.store.ts'
import { authAccounts, authUsers, userLoginMethods } from '../tables.ts'
import { lockMethodsOf } from './bind-login-method.ts'
import { CREDENTIAL_PROVIDER } from './login-method.store.ts'
import { closeMailbox } from './mailbox-entrance.ts'

type MethodRow = typeof userLoginMethods.$inferSelect

/** The method that went. Throws ServiceError `login-method-missing` and `login-method-sole`. */
export async function unbindLoginMethod(tx: Transaction, userId: string, methodId: string): Promise<MethodRow> {
  const methods = await lockedMethods(tx, userId)
  const plan = planUnbind(
    methods.map((method) => ({ ...method, status: method.status as LoginMethodStatus })),
    methodId,
  )
  if ('error' in plan) throw new ServiceError(plan.error)
  const method = methods.find(({ id }) => id === plan.disableId)!
  await tx
    .update(userLoginMethods)
    .set({ status: 'disabled', isPrimary: false })
    .where(eq(userLoginMethods.id, method.id))
  if (plan.newPrimaryId) {
    await tx.update(userLoginMethods).set({ isPrimary: true }).where(eq(userLoginMethods.id, plan.newPrimaryId))
  }
  await closeEntrance(tx, method)
  return method
}

/** Throws ServiceError `login-method-missing`. */
export async function makePrimary(tx: Transaction, userId: string, methodId: string): Promise<void> {
  const methods = await lockedMethods(tx, userId)
  if (!methods.some(({ id, status }) => id === methodId && status === 'active')) {
    throw new ServiceError('login-method-missing')
  }
  await tx.update(userLoginMethods).set({ isPrimary: false }).where(eq(userLoginMethods.userId, userId))
  await tx.update(userLoginMethods).set({ isPrimary: true }).where(eq(userLoginMethods.id, methodId))
}

async function lockedMethods(tx: Transaction, userId: string): Promise<MethodRow[]> {
  await lockMethodsOf(tx, userId)
  return tx
    .select()
    .from(userLoginMethods)
    .where(eq(userLoginMethods.userId, userId))
    .orderBy(userLoginMethods.createdAt, userLoginMethods.id)
}

/** The password and what is mailed, the tie to the provider, or the bound number. */
async function closeEntrance(tx: Transaction, { userId, methodType, methodValue }: MethodRow): Promise<void> {
  const type = methodType as LoginMethodType
  if (type === 'phone') return clearPhone(tx, userId)
  if (type === 'email') await closeMailbox(tx, userId)
  const ofUser = eq(authAccounts.userId, userId)
  const isTie =
    type === 'email'
      ? eq(authAccounts.providerId, CREDENTIAL_PROVIDER)
      : and(eq(authAccounts.providerId, type), eq(authAccounts.accountId, methodValue))
  await tx.delete(authAccounts).where(and(ofUser, isTie))
}

/** Where emails about the account go. */
export async function addressOf(tx: Transaction, userId: string): Promise<string | undefined> {
  const [user] = await tx.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId))
  return user?.email
}
