// The database of a service for a command that leaves its tables as they are: it waits for no migration, and says at once why it cannot work.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NO_SERVICE, RefusedError } from '#app/server/start-failure.ts'
import type { Database } from '#platform/server/database/database.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import { whoMigrates } from '#platform/server/database/migrate-server.ts'
import { migrationState } from '#platform/server/database/migration-state.ts'
import { OlderDatabaseError } from '#platform/server/database/older-database-error.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import type { Settings } from '#platform/server/settings.ts'

/** Closed afterwards. Throws RefusedError where no service was started yet, OlderDatabaseError where a start is still to migrate. */
export async function withServedDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir, timeZone } = settings
  // TRAP: opening would make one, on which every picture is without a row and no restore may be made any more.
  if (!databaseUrl && !existsSync(join(dataDir, 'pglite'))) throw new RefusedError(NO_SERVICE)
  const database = await openDatabase({ ...databaseHome(settings), timeZone, upgrades: false })
  try {
    await refuseUnserved(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

export async function refuseUnserved(database: Pick<Database, 'kind' | 'query'>): Promise<void> {
  if ((await migrationState(database.query))?.waiting === 0) return
  const migratedBy = database.kind === 'server' ? await whoMigrates(database) : undefined
  if (migratedBy) throw new OlderDatabaseError(migratedBy)
  // Who migrated may have ended between the two questions.
  const state = await migrationState(database.query)
  if (!state) throw new RefusedError(NO_SERVICE)
  if (state.waiting > 0) throw new OlderDatabaseError()
}
