// `npm run admin -- grant|revoke|list [EMAIL]` (U-25). An embedded database belongs to the running service, which is then asked; otherwise, and on
// a PostgreSQL server, the command does it itself.
import { existsSync } from 'node:fs'
import { type CommandAnswer, runAdminCommand } from '#features/account/server/admin-command.ts'
import { askControlSocket } from '#platform/server/control-socket.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { readSettings } from '#platform/server/settings.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

async function answerTo(words: readonly string[]): Promise<CommandAnswer> {
  const { databaseUrl, dataDir } = readSettings(process.env)
  const asked = databaseUrl ? undefined : await askControlSocket(dataDir, ['admin', ...words])
  if (asked) return asked as CommandAnswer
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: dataDir })
  try {
    return await runAdminCommand(database, words)
  } finally {
    await database.close()
  }
}

try {
  const { text, exitCode } = await answerTo(process.argv.slice(2))
  process.exitCode = exitCode
  ;(exitCode === 0 ? console.log : console.error)(text)
} catch (error) {
  const isOwned = error instanceof FolderLockedError
  console.error(
    isOwned ? 'The running service cannot be asked here: stop it, or start it with STARTUP_ADMIN_EMAIL.' : error,
  )
  process.exitCode = 1
}
