// Migrations on a PostgreSQL server that others work on: an ALTER TABLE that waits for a long transaction stops every call of the running processes that comes
// after it. So no lock is waited for longer than a moment; all is undone then, and tried again a while later.
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Database } from './database.ts'

/** Some five minutes in all: a dump by `pg_dump` keeps its locks as long as it takes. */
const PATIENCE = { lockTimeoutMs: 2000, pauseMs: 5000, tries: 45 }
type Patience = typeof PATIENCE

/** The message says in English and Chinese what to do. */
export class MigrationBlockedError extends Error {
  constructor(holder: string) {
    super(
      `The tables could not be brought up to date, because a transaction keeps their locks: ${holder}. Wait for its end (a backup, a command) or end it, then start again; nothing was changed. ` +
        `数据表升级未能执行：有事务长时间占用锁（${holder}）。请等待其结束（如备份、命令）或将其终止，然后重新启动；数据未做任何改动。`,
    )
    this.name = 'MigrationBlockedError'
  }
}

/** `turn`: another process migrates. `tables`: a transaction keeps their locks. */
export type OnBlocked = (holder: string, what: 'turn' | 'tables') => void

interface MigrationWays {
  readonly migrationsFolder: string
  readonly onBlocked?: OnBlocked | undefined
  readonly patience?: Patience
}

/** Processes that start together migrate one after the other behind this lock (any constant number). */
export const MIGRATION_LOCK = 724_501
const TELL_EVERY_MS = 30_000

/** This connection has the turn until it ends. However long that is waited for: what comes first is needed here, too. */
export async function takeTurn(client: pg.PoolClient, onBlocked?: OnBlocked): Promise<void> {
  const tried = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [MIGRATION_LOCK])
  if (tried.rows[0]!.got) return
  await client.query(`set lock_timeout = ${TELL_EVERY_MS}`)
  for (;;) {
    const holder = await whoMigrates({ query: async (text, values) => (await client.query(text, values)).rows })
    if (holder) onBlocked?.(holder, 'turn')
    try {
      return void (await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]))
    } catch (error) {
      if (!isLockMissed(error)) throw error
    }
  }
}

/** Undefined where nobody does. Such a connection is opened for that alone. */
export async function whoMigrates({ query }: Pick<Database, 'query'>): Promise<string | undefined> {
  const [holder] = await query<Holder>(
    `select pid, application_name as name, extract(epoch from now() - backend_start)::int as seconds
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid = $1 and datname = current_database()`,
    [MIGRATION_LOCK],
  )
  return holder && wordsOf(holder)
}

interface Holder {
  readonly pid: number
  readonly name: string
  readonly seconds: number
}

const wordsOf = ({ pid, name, seconds }: Holder): string =>
  `process ${pid} ${name}, for ${seconds} s`.replace(' ,', ',')

/** On the connection that holds the lock of migrations, which outlives every try; its `lock_timeout` stays short. */
export async function migrateServer(
  client: pg.PoolClient,
  { migrationsFolder, onBlocked, patience = PATIENCE }: MigrationWays,
): Promise<void> {
  await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`)
  for (let tried = 1; ; tried += 1) {
    try {
      await migrate(drizzle(client), { migrationsFolder })
      return
    } catch (error) {
      if (!isLockMissed(error)) throw error
      const holder = await longestTransaction(client)
      if (tried >= patience.tries) throw new MigrationBlockedError(holder)
      onBlocked?.(holder, 'tables')
      await delay(patience.pauseMs)
    }
  }
}

/** Not to be had in time; or lost to a call that holds the next table and waits for ours. All is undone either way. */
const LOCK_MISSED = new Set<unknown>(['55P03', '40P01'])

const isLockMissed = (error: unknown): boolean =>
  error instanceof Error && (LOCK_MISSED.has((error as { code?: unknown }).code) || isLockMissed(error.cause))

/** Most likely the one that is waited for. Another start, or a command, that waits itself may be older than a dump that began in a pause. */
async function longestTransaction(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<Holder>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
       and backend_type = 'client backend' and wait_event_type is distinct from 'Lock' order by xact_start limit 1`,
  )
  const [first] = rows
  return first ? wordsOf(first) : 'one that has ended by now'
}
