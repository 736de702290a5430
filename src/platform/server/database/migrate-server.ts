// Migrations on a PostgreSQL server that others work on: an ALTER TABLE that waits for a long transaction stops every call of the running processes that comes
// after it. So no lock is waited for longer than a moment; all is undone then, and tried again a while later.
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

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
  }
}

interface MigrationWays {
  readonly migrationsFolder: string
  /** Told who keeps the locks, each time that the work is put off. */
  readonly onBlocked?: ((holder: string) => void) | undefined
  readonly patience?: Patience
}

/** On the connection that holds the lock of migrations, which outlives every try. */
export async function migrateServer(
  client: pg.PoolClient,
  { migrationsFolder, onBlocked, patience = PATIENCE }: MigrationWays,
): Promise<void> {
  await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`)
  for (let tried = 1; ; tried += 1) {
    try {
      await migrate(drizzle(client), { migrationsFolder })
      break
    } catch (error) {
      if (!isLockMissed(error)) throw error
      const holder = await longestTransaction(client)
      if (tried >= patience.tries) throw new MigrationBlockedError(holder)
      onBlocked?.(holder)
      await delay(patience.pauseMs)
    }
  }
  await client.query('reset lock_timeout')
}

/** Not to be had in time; or lost to a call that holds the next table and waits for ours. All is undone either way. */
const LOCK_MISSED = new Set<unknown>(['55P03', '40P01'])

const isLockMissed = (error: unknown): boolean =>
  error instanceof Error && (LOCK_MISSED.has((error as { code?: unknown }).code) || isLockMissed(error.cause))

/** Most likely the one that is waited for. Another start, or a command, that waits itself may be older than a dump that began in a pause. */
async function longestTransaction(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
       and backend_type = 'client backend' and wait_event_type is distinct from 'Lock' order by xact_start limit 1`,
  )
  const [first] = rows
  return first
    ? `process ${first.pid} ${first.name}, for ${first.seconds} s`.replace(' ,', ',')
    : 'one that has ended by now'
}
