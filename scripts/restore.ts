// `npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]`: into an empty DATA_DIR or DATABASE_URL, and an empty storage; see docs/operate.md.
import { backupCheckText, isSound } from '#app/server/backup/backup-check.ts'
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { restoreBackup } from '#app/server/backup/restore-backup.ts'

const NOT_WELL =
  'What is named above is not in the backup as it was written; all else is there. Take another copy of the backup into an empty place, or go on without it. 上面列出的内容在备份中已缺失或损坏，其余已恢复：可换一份备份恢复到空位置，或不含这些内容继续。'

const OTHER_SECRET =
  'The service of this backup signs with another SECRET than these settings: set its own before the start (it stood in its settings, and lies in no backup). If it is lost, npm run adopt says what goes with it. 该备份的服务使用另一个 SECRET：请在启动前设为原服务设置中的 SECRET（备份中不含它）；确已丢失时，请执行 npm run adopt。'

await runBackupCommand('npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]', async (target, stamp) => {
  const { manifest, objects, damaged, check, isSecretForeign } = await restoreBackup(process.env, target, stamp)
  const isWhole = damaged.length === 0 && isSound(check)
  const lines = [
    `Backup ${manifest.stamp} is restored: ${objects} stored files, ${damaged.length} damaged. ${backupCheckText(check)}`,
    ...damaged.map((key) => `damaged: ${key}`),
    ...check.missing.map((key) => `missing: ${key}`),
    ...(isWhole ? [] : [NOT_WELL]),
    ...(isSecretForeign ? [OTHER_SECRET] : []),
    'Start the service now. Its backups go to a place of their own, or here with --take-over, once, when the first machine is gone for good. 恢复完成，请启动服务。之后请备份到新的位置；原机器已停用且不再恢复时，可在首次备份时加 --take-over 沿用本位置。',
  ]
  return { text: lines.join('\n'), isWell: isWhole && !isSecretForeign }
})
