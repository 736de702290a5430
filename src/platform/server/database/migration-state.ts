// How far a database is migrated, without changing it: for starts, for commands that leave it as it is, and for `npm run doctor`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Also what the packaged program brings: `meta/_journal.json` names all. */
export const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

export interface MigrationState {
  /** Migrations of this program that the next start applies. */
  readonly waiting: number
  /** A newer program has been here: its start has migrated further than this one knows. */
  readonly isNewer: boolean
}

export type Query = (text: string) => Promise<readonly unknown[]>

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
