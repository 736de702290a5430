// `npm run backup -- FOLDER|s3://BUCKET/PREFIX`: see docs/operate.md. For a timer: ends with code 1 when it failed.
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { BackupError } from '#app/server/backup/backup-parts.ts'
import { makeBackup } from '#app/server/backup/make-backup.ts'
import { KEEP_DUMPS_DAYS } from '#app/server/backup/remove-old-dumps.ts'
import { readSettings } from '#platform/server/settings.ts'

const USAGE = 'npm run backup -- FOLDER|s3://BUCKET/PREFIX [--take-over]'

await runBackupCommand(USAGE, async (target, word) => {
  if (word !== undefined && word !== '--take-over') throw new BackupError(`Usage: ${USAGE}`)
  const startedAt = performance.now()
  const { manifest, pictures, removedDumps } = await makeBackup(readSettings(process.env), target, {
    takesOver: word !== undefined,
  })
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const { objects, copied, copiedBytes, removed } = pictures
  const lines = [
    `Backup ${manifest.stamp}: database ${megabytes(manifest.sizeBytes)}, ${objects} stored files, ${seconds.toFixed(1)} s.`,
    `${copied} files copied and read back (${megabytes(copiedBytes)}), ${removed} removed that the service no longer has.`,
    `${removedDumps} dumps older than ${KEEP_DUMPS_DAYS} days removed. 备份完成。`,
  ]
  return { text: lines.join('\n'), isWell: true }
})
