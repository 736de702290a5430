// The bound phone of an account: its row among the login methods, and the profile's own columns (document 1 §3, §4; P-06). Both change
// in one transaction of the caller's.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { DEFAULT_PHONE_REGION } from '#rulebook/account/phone.ts'
import { userLoginMethods, userProfiles } from '../tables.ts'

export async function boundPhoneOf(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.select({ phone: userProfiles.phone }).from(userProfiles).where(eq(userProfiles.id, userId))
  return row?.phone ?? null
}

export async function storePhone(tx: Transaction, userId: string, phone: string, now: Date): Promise<void> {
  await tx
    .update(userProfiles)
    .set({
      phone,
      phoneRegion: DEFAULT_PHONE_REGION,
      phoneVerified: true,
      phoneVerifiedAt: now,
      updatedAt: sql`now()`,
    })
    .where(eq(userProfiles.id, userId))
}

export async function clearPhone(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(userProfiles)
    .set({ phone: null, phoneRegion: null, phoneVerified: false, phoneVerifiedAt: null, updatedAt: sql`now()` })
    .where(eq(userProfiles.id, userId))
}

/** After a change of the number: the earlier one signs nobody in any more, and hands its primacy on. */
export async function retireOtherPhones(tx: Transaction, userId: string, phone: string): Promise<void> {
  const retired = await tx
    .update(userLoginMethods)
    .set({ status: 'disabled' })
    .where(and(activePhoneOf(userId), ne(userLoginMethods.methodValue, phone)))
    .returning({ isPrimary: userLoginMethods.isPrimary })
  if (!retired.some(({ isPrimary }) => isPrimary)) return
  await tx
    .update(userLoginMethods)
    .set({ isPrimary: sql`${userLoginMethods.status} = 'active'` })
    .where(and(eq(userLoginMethods.userId, userId), eq(userLoginMethods.methodType, 'phone')))
}

export async function findUserOfPhone(db: Queryable, phone: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select find_user_by_login_method('phone', ${phone}) as id`,
  )
  return rows[0]?.id ?? undefined
}

const activePhoneOf = (userId: string) =>
  and(
    eq(userLoginMethods.userId, userId),
    eq(userLoginMethods.methodType, 'phone'),
    eq(userLoginMethods.status, 'active'),
  )
