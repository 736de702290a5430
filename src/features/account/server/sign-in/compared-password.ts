// A sign-in compares the password, opens its session, and may owe a second factor, in statements of their own. Whoever changes the password meanwhile ends
// what the old one has opened, after the new one is stored; so what is opened after that is found here: a sign-in looks once more behind each row that it
// makes, and takes the row back where its password is no longer the account's (decision 0239).
import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { authAccounts, authSessions } from '../tables.ts'
import { endBegun } from './begun.store.ts'
import { endForGood } from './spent.store.ts'

export interface NewSession {
  readonly id: string
  readonly userId: string
}
interface Compared {
  hash?: string
  opened?: NewSession
}
const compared = new AsyncLocalStorage<Compared>()

/** Around one sign-in. */
export const comparing = <Result>(work: () => Promise<Result>): Promise<Result> => compared.run({}, work)

export function noteCompared(hash: string): void {
  const current = compared.getStore()
  if (current) current.hash = hash
}

/** Behind the new session. */
export async function demandSamePassword(database: Database, session: NewSession): Promise<void> {
  const current = compared.getStore()
  if (!current?.hash) return
  current.opened = session
  await demandStill(database, current.hash, session)
}

/** Behind the second factor's plugin, which has put its question in the place of the session. */
export async function demandSamePasswordAgain(database: Database): Promise<void> {
  const { hash, opened } = compared.getStore() ?? {}
  if (hash && opened) await demandStill(database, hash, opened)
}

async function demandStill(database: Database, hash: string, session: NewSession): Promise<void> {
  const isSame = await database.orm.transaction((tx) => isPasswordOf(tx, session.userId, hash))
  if (isSame) return
  await takeBack(database, session)
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })
}

/** And what was begun with it. */
export const takeBack = ({ orm }: Database, { id, userId }: NewSession): Promise<void> =>
  endForGood(orm, userId, async (tx) => {
    await endBegun(tx, userId)
    await tx.delete(authSessions).where(eq(authSessions.id, id))
  })

/** Waits for a transaction that is taking it away, which ends the sessions after that. */
async function isPasswordOf(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  const found = await tx
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.password, hash)))
    .for('share')
  return found.length > 0
}
