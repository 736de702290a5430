// How the three commands of backups begin and end: private files, words for a person, an exit code for a timer.
import { loadEnvFile } from '#platform/server/env-file.ts'
import { CopyRefusedError } from '#platform/server/storage/copy-storage.ts'
import { StorageFullError } from '#platform/server/storage/object-storage.ts'
import { S3Error } from '#platform/server/storage/s3/s3-client.ts'
import { commandFailureMessage } from '../start-failure.ts'
import { BackupError } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { withTempRoot } from './backup-temp.ts'
import { LeaseLostError } from './lease.ts'
import { aloneAt } from './one-at-a-time.ts'
import { openBackupTarget } from './open-backup-target.ts'

/** `work` answers what the person reads and whether all is well. */
export async function runBackupCommand(
  usage: string,
  work: (target: BackupTarget, stamp: string | undefined) => Promise<{ text: string; isWell: boolean }>,
): Promise<void> {
  const [place, stamp, ...more] = process.argv.slice(2)
  if (!place || place.startsWith('-') || more.length > 0) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  process.umask(0o077)
  loadEnvFile()
  try {
    const { text, isWell } = await aloneAt(place, () =>
      withTempRoot(place, () => work(openBackupTarget(place, process.env), stamp)),
    )
    console.log(text)
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    console.error(failureText(error))
    // What is still under way would go on in a place that is another machine's now.
    if (error instanceof LeaseLostError) process.exit(1)
    process.exitCode = 1
  }
}

function failureText(error: unknown): string {
  if (error instanceof BackupError || error instanceof CopyRefusedError) return error.message
  const refusal = error instanceof StorageFullError ? error.cause : error
  // The backup's own come as BackupError.
  if (refusal instanceof S3Error)
    return `${refusal.message}: that is where the pictures lie. Check S3_*, the rights of that account and its room. 图片所在的对象存储拒绝了操作，请检查 S3_* 设置、该账号的权限与容量。`
  if (error instanceof StorageFullError && refusal instanceof Error)
    return `A disk of this machine is full or not writable: ${refusal.message}. 本机磁盘已满或无法写入。`
  return commandFailureMessage(error)
}
