// Common to the commands on the database: the running service does the work where it owns the embedded database, and the command's own
// output and exit code reach the console.
import type { CommandAnswer } from '#features/account/server/admin-command.ts'
import { askControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'
import { readSettings } from '#platform/server/settings.ts'

type Work = (database: Database, words: readonly string[]) => Promise<CommandAnswer>

const NOT_ASKED =
  'The service of this DATA_DIR has no answer yet: it may be starting or stopping, so try again in a minute; if it goes on, stop it first. 该 DATA_DIR 的服务暂时没有应答，可能正在启动或停止：请稍后再试；如仍无应答，请先停止服务。'

/** Prints the answer and sets the exit code. `name` is the command as the running service knows it. */
export async function answerFromDatabase(name: string, words: readonly string[], work: Work): Promise<void> {
  // As in the service: what it writes is private.
  process.umask(0o077)
  loadEnvFile()
  try {
    const { text, exitCode } = await answerTo(name, words, work)
    process.exitCode = exitCode
    ;(exitCode === 0 ? console.log : console.error)(text)
  } catch (error) {
    console.error(await failureText(error))
    process.exitCode = 1
  }
}

async function answerTo(name: string, words: readonly string[], work: Work): Promise<CommandAnswer> {
  const settings = readSettings(process.env)
  const asked = settings.databaseUrl ? undefined : await askControlSocket(settings.dataDir, [name, ...words])
  if (asked) return asked as CommandAnswer
  // Imported only on this path: without it a request to the service takes a quarter of the processor time.
  const { withServedDatabase } = await import('./open-served-database.ts')
  return withServedDatabase(settings, (database) => work(database, words))
}

async function failureText(error: unknown): Promise<string> {
  if (error instanceof FolderLockedError) return NOT_ASKED
  const { commandFailureMessage } = await import('#app/server/start-failure.ts')
  return commandFailureMessage(error)
}
