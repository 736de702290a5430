// Common to the commands on the database: the running service does the work where it owns the embedded database, and the command's own
// output and exit code reach the console.
import { existsSync } from 'node:fs'
import type { CommandAnswer } from '#features/account/server/admin-command.ts'
import { askControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { OlderDatabaseError } from '#platform/server/database/older-database-error.ts'
import { readSettings } from '#platform/server/settings.ts'

type Work = (database: Database, words: readonly string[]) => Promise<CommandAnswer>

/** Prints the answer and sets the exit code. `name` is the command as the running service knows it. */
export async function answerFromDatabase(name: string, words: readonly string[], work: Work): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const { text, exitCode } = await answerTo(name, words, work)
    process.exitCode = exitCode
    ;(exitCode === 0 ? console.log : console.error)(text)
  } catch (error) {
    const isOwned = error instanceof FolderLockedError
    const sentence = error instanceof OlderDatabaseError ? error.message : error
    console.error(isOwned ? 'The running service cannot be asked here: stop it first.' : sentence)
    process.exitCode = 1
  }
}

async function answerTo(name: string, words: readonly string[], work: Work): Promise<CommandAnswer> {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir, timeZone } = settings
  const asked = databaseUrl ? undefined : await askControlSocket(dataDir, [name, ...words])
  if (asked) return asked as CommandAnswer
  // Imported only on this path: without it a request to the service takes a quarter of the processor time.
  const { openDatabase } = await import('#platform/server/database/open-database.ts')
  const database = await openDatabase({ ...databaseHome(settings), timeZone, upgrades: 'new only' })
  try {
    return await work(database, words)
  } finally {
    await database.close()
  }
}
