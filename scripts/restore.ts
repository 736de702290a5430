// `npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]`: into an empty DATA_DIR or DATABASE_URL, and an empty storage; see docs/operate.md.
import { backupCheckText, isSound } from '#app/server/backup/backup-check.ts'
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { restoreBackup } from '#app/server/backup/restore-backup.ts'

await runBackupCommand('npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]', async (target, stamp) => {
  const { manifest, objects, check } = await restoreBackup(process.env, target, stamp)
  const lines = [
    `Backup ${manifest.stamp} is restored: ${objects} stored files. ${backupCheckText(check)}`,
    ...check.missing.map((key) => `missing: ${key}`),
    'Start the service now. 恢复完成，请启动服务。',
  ]
  return { text: lines.join('\n'), isWell: isSound(check) }
})
