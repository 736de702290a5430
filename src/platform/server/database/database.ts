// One SQL dialect, two homes: an embedded folder by default, a PostgreSQL server by address (architecture §2).
// TRAP: the embedded database has one connection. Using `database.orm` inside a transaction waits for ever, so a use case
// passes its `tx` on, and no network or file work happens inside a transaction.
import { sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { ConstructorOptions as BossOptions } from 'pg-boss'

/** Typed after node-postgres; the embedded driver answers the same shape (`rows`). */
export type Orm = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What a store function needs: the database itself or an open transaction. */
export type Queryable = Orm | Transaction
/** A database, or the transaction of one. */
export type Connection = { readonly orm: Queryable }

export interface Database {
  readonly kind: 'embedded' | 'server'
  readonly orm: Orm
  /** Raw rows of one statement, for server functions and checks; numbers come as JavaScript numbers on both homes when cast in SQL. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Calls `onPayload` for every committed NOTIFY on this channel until the answered function is called. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** How pg-boss reaches this database. */
  readonly bossOptions: BossOptions
  /** Writes all of it to a file, consistent while others go on; absent on a server, which has tools of its own. */
  dump?(path: string): Promise<void>
  /** Whoever still listens hears nothing more. */
  close(): Promise<void>
}

/** Runs `work` as a consumer: restricted role and user id for this transaction only, so that row policies decide. */
export async function inUserScope<Result>(
  database: Database,
  userId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.orm.transaction(async (tx) => {
    await enterUserScope(tx, userId)
    return work(tx)
  })
}

/** Turns an open transaction into a consumer's: `set local` and `set local role` as one statement, since every consumer's read begins with it. */
export async function enterUserScope(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true), set_config('role', 'app_user', true)`)
}

/** Back to the service's own rights within the same transaction, for the ledger and the queue. */
export async function leaveUserScope(tx: Transaction): Promise<void> {
  await tx.execute(sql`reset role`)
}
