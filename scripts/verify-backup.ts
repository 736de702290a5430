// `npm run verify-backup -- FOLDER|s3://BUCKET/PREFIX [STAMP]`: reads every byte of a backup again; ends with code 1 when something is damaged.
import { backupCheckText, isSound } from '#app/server/backup/backup-check.ts'
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { verifyBackup } from '#app/server/backup/verify-backup.ts'

await runBackupCommand('npm run verify-backup -- FOLDER|s3://BUCKET/PREFIX [STAMP]', async (target, stamp) => {
  const { manifest, objects, damaged, check } = await verifyBackup(target, stamp)
  const isWell = damaged.length === 0 && (check === undefined || isSound(check))
  const lines = [
    `Backup ${manifest.stamp} of release ${manifest.release}: the database is as it was written; ${objects} stored files, ${damaged.length} damaged.`,
    ...damaged.map((key) => `damaged: ${key}`),
    check ? backupCheckText(check) : 'A dump of PostgreSQL is audited when it is restored.',
    ...(check?.missing ?? []).map((key) => `missing: ${key}`),
    isWell ? 'The backup is good. 备份完好。' : 'The backup is not good. 备份有损坏。',
  ]
  return { text: lines.join('\n'), isWell }
})
