// Common to the commands that work on the database and the storage of a service that is stopped: both are opened by its settings, and why that cannot be
// reaches the console in one sentence.
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { commandFailureMessage } from '#app/server/start-failure.ts'
import { systemClock } from '#platform/server/clock.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'
import type { IdentityParts } from '#platform/server/identity/prove-identity.ts'
import { readSettings } from '#platform/server/settings.ts'
import { withServedDatabase } from './open-served-database.ts'

interface Usage {
  readonly usage: string
  /** All that may stand behind the command. */
  readonly words?: readonly string[]
}

/** Prints what `work` answers; sets exit code 1 where it throws, or where the service still runs. */
export async function onStoppedService(
  { usage, words = [] }: Usage,
  work: (parts: Pick<IdentityParts, 'database' | 'storage' | 'secret'>) => Promise<string>,
): Promise<void> {
  // TRAP: who asks for help means no work.
  if (!process.argv.slice(2).every((word) => words.includes(word))) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  // As in the service: what it writes is private.
  process.umask(0o077)
  loadEnvFile()
  try {
    const settings = readSettings(process.env)
    const { secret } = settings
    const text = await withServedDatabase(settings, async (database) =>
      work({ database, storage: await openFileStorage(settings, systemClock), secret }),
    )
    console.log(text)
  } catch (error) {
    console.error(failureText(error))
    process.exitCode = 1
  }
}

const failureText = (error: unknown): string =>
  error instanceof FolderLockedError ? 'Stop the service first. 请先停止服务。' : commandFailureMessage(error)
