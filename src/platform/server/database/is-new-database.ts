// Commands work on a database as the release that serves it left it: a newer checkout beside it would change its tables under that release.
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { OlderDatabaseError } from './older-database-error.ts'

type Query = <Row>(text: string) => Promise<Row[]>

/** Whether no release was ever started on it; throws OlderDatabaseError where migrations of `migrationsFolder` are still to come. */
export async function isNewDatabase(query: Query, migrationsFolder: string): Promise<boolean> {
  const [table] = await query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  )
  if (!table?.found) return true
  const [last] = await query<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)!.folderMillis
  if (Number(last?.at ?? 0) < newest) throw new OlderDatabaseError()
  return false
}
