// How the three commands of backups begin and end: private files, words for a person, an exit code for a timer.
import { existsSync } from 'node:fs'
import { CopyRefusedError } from '#platform/server/storage/copy-storage.ts'
import { S3Error } from '#platform/server/storage/s3/s3-client.ts'
import { startFailureMessage } from '../start-failure.ts'
import { BackupError } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { aloneAt } from './one-at-a-time.ts'
import { openBackupTarget } from './open-backup-target.ts'

/** `work` answers what the person reads and whether all is well. */
export async function runBackupCommand(
  usage: string,
  work: (target: BackupTarget, stamp: string | undefined) => Promise<{ text: string; isWell: boolean }>,
): Promise<void> {
  const [place, stamp, ...more] = process.argv.slice(2)
  if (!place || more.length > 0) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  process.umask(0o077)
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const { text, isWell } = await aloneAt(place, () => work(openBackupTarget(place, process.env), stamp))
    console.log(text)
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

function messageOf(error: unknown): string {
  if (error instanceof BackupError || error instanceof CopyRefusedError) return error.message
  // Either side may be one: the pictures, or the backup.
  if (error instanceof S3Error)
    return `${error.message}. Check BACKUP_S3_* for the backup, S3_* for the pictures. 请检查备份用的 BACKUP_S3_* 与图片用的 S3_* 设置。`
  return startFailureMessage(error)
}
