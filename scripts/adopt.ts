// `npm run adopt`: makes the storage and the SECRET of these settings the service's own (decision 0071). For when the old ones
// are lost for good; the service must be stopped.
import { existsSync } from 'node:fs'
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { startFailureMessage } from '#app/server/start-failure.ts'
import { systemClock } from '#platform/server/clock.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { adoptIdentity } from '#platform/server/identity/prove-identity.ts'
import { readSettings } from '#platform/server/settings.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir, secret } = settings
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: dataDir })
  try {
    await adoptIdentity({ database, storage: await openFileStorage(settings, systemClock), secret })
  } finally {
    await database.close()
  }
  console.log('This storage and this SECRET are the service’s own from now on. 当前存储与 SECRET 已登记为本服务所有。')
} catch (error) {
  const isOwned = error instanceof FolderLockedError
  console.error(isOwned ? 'Stop the service first. 请先停止服务。' : startFailureMessage(error))
  process.exitCode = 1
}
