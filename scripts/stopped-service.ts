// Common to the commands that work on the database and the storage of a service that is stopped: both are opened by its settings, and why that cannot be
// reaches the console in one sentence.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { NO_SERVICE, startFailureMessage } from '#app/server/start-failure.ts'
import { systemClock } from '#platform/server/clock.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import { isNewDatabase } from '#platform/server/database/is-new-database.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { migrationsFolder, openDatabase } from '#platform/server/database/open-database.ts'
import type { IdentityParts } from '#platform/server/identity/prove-identity.ts'
import { readSettings } from '#platform/server/settings.ts'

/** Prints what `work` answers; sets exit code 1 where it throws, or where the service still runs. */
export async function onStoppedService(
  work: (parts: Pick<IdentityParts, 'database' | 'storage' | 'secret'>) => Promise<string>,
): Promise<void> {
  // As in the service: what it writes is private.
  process.umask(0o077)
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const settings = readSettings(process.env)
    const { databaseUrl, dataDir, secret } = settings
    if (!databaseUrl && !existsSync(join(dataDir, 'pglite'))) throw new NoServiceError()
    const database = await openDatabase({ ...databaseHome(settings), upgrades: 'no' })
    try {
      if (await isNewDatabase(database.query, migrationsFolder)) throw new NoServiceError()
      console.log(await work({ database, storage: await openFileStorage(settings, systemClock), secret }))
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(failureText(error))
    process.exitCode = 1
  }
}

/** The message says in English and Chinese what to do. */
export class RefusedError extends Error {}

/** TRAP: on a new database every picture is without a row. */
class NoServiceError extends RefusedError {
  constructor() {
    super(NO_SERVICE)
  }
}

function failureText(error: unknown): string {
  if (error instanceof FolderLockedError) return 'Stop the service first. 请先停止服务。'
  return error instanceof RefusedError ? error.message : startFailureMessage(error)
}
