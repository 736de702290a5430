// How many passkeys an account holds: asked before the device makes one, and once more where it is stored, under a lock, since two at the same moment
// would both see the room of one.
import { count, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { PASSKEYS_AT_MOST } from '#rulebook/account/passkeys.ts'
import { lockMethodsOf } from '../login-methods/bind-login-method.ts'
import { authPasskeys } from '../tables.ts'

export const PASSKEYS_FULL = 'passkeys-full'

export const hasRoomForPasskey = async (db: Queryable, userId: string): Promise<boolean> =>
  (await countPasskeys(db, [userId])) < PASSKEYS_AT_MOST

/** Whether one account may hold what these hold together. */
export const fitTogether = async (db: Queryable, userIds: readonly string[]): Promise<boolean> =>
  (await countPasskeys(db, userIds)) <= PASSKEYS_AT_MOST

async function countPasskeys(db: Queryable, userIds: readonly string[]): Promise<number> {
  const [row] = await db.select({ n: count() }).from(authPasskeys).where(inArray(authPasskeys.userId, userIds))
  return row!.n
}

/** Holds until the end of the transaction, in which the passkey is to be stored. */
export async function keepRoomForPasskey(tx: Transaction, userId: string): Promise<boolean> {
  await lockMethodsOf(tx, userId)
  return hasRoomForPasskey(tx, userId)
}
