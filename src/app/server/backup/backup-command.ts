// How the three commands of backups begin and end: private files, words for a person, an exit code for a timer.
import { existsSync } from 'node:fs'
import { CopyRefusedError } from '#platform/server/storage/copy-storage.ts'
import { startFailureMessage } from '../start-failure.ts'
import { BackupError } from './backup-folder.ts'
import { aloneAt } from './one-at-a-time.ts'

/** `work` answers what the person reads and whether all is well. */
export async function runBackupCommand(
  usage: string,
  work: (folder: string, stamp: string | undefined) => Promise<{ text: string; isWell: boolean }>,
): Promise<void> {
  const [folder, stamp, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  process.umask(0o077)
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const { text, isWell } = await aloneAt(folder, () => work(folder, stamp))
    console.log(text)
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    const isOwn = error instanceof BackupError || error instanceof CopyRefusedError
    console.error(isOwn ? error.message : startFailureMessage(error))
    process.exitCode = 1
  }
}
