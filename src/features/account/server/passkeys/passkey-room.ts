// How many passkeys an account holds: asked before the device makes one, and once more where it is stored, under a lock, since two at the same moment
// would both see the room of one.
import { count, eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { PASSKEYS_AT_MOST } from '#rulebook/account/passkeys.ts'
import { lockMethodsOf } from '../login-methods/bind-login-method.ts'
import { authPasskeys } from '../tables.ts'

export const PASSKEYS_FULL = 'passkeys-full'

export async function hasRoomForPasskey(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.select({ n: count() }).from(authPasskeys).where(eq(authPasskeys.userId, userId))
  return row!.n < PASSKEYS_AT_MOST
}

/** Holds until the end of the transaction, in which the passkey is to be stored. */
export async function keepRoomForPasskey(tx: Transaction, userId: string): Promise<boolean> {
  await lockMethodsOf(tx, userId)
  return hasRoomForPasskey(tx, userId)
}
