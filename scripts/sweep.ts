// `npm run sweep`: removes stored pictures without a row also where the nightly sweep left them because they were very many (decision 0231). For whoever has
// looked: after a database was set back these are people's pictures.
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { startFailureMessage } from '#app/server/start-failure.ts'
import { removeOrphans } from '#features/processing/server/retention/orphans.job.ts'
import { systemClock } from '#platform/server/clock.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { proveIdentity } from '#platform/server/identity/prove-identity.ts'
import { readSettings } from '#platform/server/settings.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: dataDir })
  try {
    const storage = await openFileStorage(settings, systemClock)
    await proveIdentity({ database, storage, secret: settings.secret })
    const log = pino({ level: 'silent' })
    const removed = await removeOrphans({ database, storage, log, clock: systemClock }, { isSure: true })
    console.log(`The files of ${removed} pictures that no row names are removed. 已清除 ${removed} 张没有对应记录的图片。`)
  } finally {
    await database.close()
  }
} catch (error) {
  const isOwned = error instanceof FolderLockedError
  console.error(isOwned ? 'Stop the service first. 请先停止服务。' : startFailureMessage(error))
  process.exitCode = 1
}
