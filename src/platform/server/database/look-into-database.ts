// What a database holds before this program has touched it (`npm run doctor`): how far it is migrated, and for the embedded one whether all of it can be read.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from './lock-folder.ts'
import { migrationsFolder, openPglite } from './open-database.ts'

export interface MigrationState {
  /** Of this program, that the next start applies. */
  readonly waiting: number
  /** A newer program has been here: its start has migrated further than this one knows. */
  readonly isNewer: boolean
}

type Query = (text: string) => Promise<readonly unknown[]>

/** Undefined where no start has been yet. */
export async function migrationState(query: Query): Promise<MigrationState | undefined> {
  const [home] = (await query(`select to_regclass('drizzle.__drizzle_migrations')::text as name`)) as {
    name: unknown
  }[]
  if (!home?.name) return undefined
  const [row] = (await query('select max(created_at)::text as last from drizzle.__drizzle_migrations')) as {
    last: string | null
  }[]
  const last = Number(row?.last ?? 0)
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: readonly { when: number }[]
  }
  const newest = Math.max(...entries.map(({ when }) => when))
  return { waiting: entries.filter(({ when }) => when > last).length, isNewer: last > newest }
}

export interface EmbeddedState {
  readonly tables: number
  readonly rows: number
  readonly migrations: MigrationState | undefined
}

/**
 * Opens the folder as a start does, reads every row and closes it; nothing is migrated. Undefined where there is no database yet. Throws
 * FolderLockedError beside another process, and the database's own words where it is damaged.
 */
export async function lookIntoEmbedded(dataDir: string, isSynced: boolean): Promise<EmbeddedState | undefined> {
  const folder = join(dataDir, 'pglite')
  if (!existsSync(join(folder, 'PG_VERSION'))) return undefined
  const lock = await lockFolder(dataDir)
  try {
    const pglite = await openPglite(folder, isSynced, undefined)
    try {
      const query = async (text: string) => (await pglite.query(text)).rows
      return { ...(await readEverything(query)), migrations: await migrationState(query) }
    } finally {
      await pglite.close()
    }
  } finally {
    await lock.release()
  }
}

/** As text, so that long values, which lie apart, are read too. */
async function readEverything(query: Query): Promise<Pick<EmbeddedState, 'tables' | 'rows'>> {
  const tables = (await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )) as { name: string }[]
  let rows = 0
  for (const { name } of tables) {
    const [counted] = (await query(`select count(line::text)::int as lines from ${name} as line`)) as {
      lines: number
    }[]
    rows += counted!.lines
  }
  return { tables: tables.length, rows }
}
