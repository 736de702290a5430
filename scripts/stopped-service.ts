// Common to the commands that work on the database and the storage of a service that is stopped: both are opened by its settings, and why that cannot be
// reaches the console in one sentence.
import { existsSync } from 'node:fs'
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { startFailureMessage } from '#app/server/start-failure.ts'
import { systemClock } from '#platform/server/clock.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import type { IdentityParts } from '#platform/server/identity/prove-identity.ts'
import { readSettings } from '#platform/server/settings.ts'

/** Prints what `work` answers; sets exit code 1 where it throws, or where the service still runs. */
export async function onStoppedService(
  work: (parts: Pick<IdentityParts, 'database' | 'storage' | 'secret'>) => Promise<string>,
): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const settings = readSettings(process.env)
    const { databaseUrl, dataDir, secret } = settings
    const home = databaseUrl ? { url: databaseUrl } : { folder: dataDir }
    const database = await openDatabase({ ...home, upgrades: 'new only' })
    try {
      console.log(await work({ database, storage: await openFileStorage(settings, systemClock), secret }))
    } finally {
      await database.close()
    }
  } catch (error) {
    const isOwned = error instanceof FolderLockedError
    console.error(isOwned ? 'Stop the service first. 请先停止服务。' : startFailureMessage(error))
    process.exitCode = 1
  }
}
