// `npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]`: into an empty DATA_DIR or DATABASE_URL, and an empty storage; see docs/operate.md.
import { auditText, isSound } from '#app/server/backup/audit.ts'
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { restoreBackup } from '#app/server/backup/restore-backup.ts'

await runBackupCommand('npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]', async (target, stamp) => {
  const { manifest, objects, audit } = await restoreBackup(process.env, target, stamp)
  const lines = [
    `Backup ${manifest.stamp} is restored: ${objects} stored files. ${auditText(audit)}`,
    ...audit.missing.map((key) => `missing: ${key}`),
    'Start the service now. Its backups go to a place of their own, or here with --take-over, once, when the first machine is gone for good. 恢复完成，请启动服务。之后请备份到新的位置；原机器已停用且不再恢复时，可在首次备份时加 --take-over 沿用本位置。',
  ]
  return { text: lines.join('\n'), isWell: isSound(audit) }
})
