// `npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]`: into an empty DATA_DIR or DATABASE_URL, and an empty storage; see docs/operate.md.
import { backupCheckText, isSound } from '#app/server/backup/backup-check.ts'
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { restoreBackup, type SecretPlace } from '#app/server/backup/restore-backup.ts'

const NOT_WELL =
  'What is named above is not in the backup as it was written; all else is there. Take another copy of the backup into an empty place, or go on without it. 上面列出的内容在备份中已缺失或损坏，其余已恢复：可换一份备份恢复到空位置，或不含这些内容继续。'

const OTHER_SECRET: Readonly<Record<SecretPlace, string>> = {
  backup:
    'The service of this backup signs with another SECRET than these settings: it lies in the backup. Before the start take SECRET (SECRET_FILE) out of the settings and copy the file secret of the backup to DATA_DIR/secret. 该备份的服务使用另一个 SECRET，它就在备份中：启动前请从设置中去掉 SECRET（SECRET_FILE），并把备份中的 secret 文件复制为 DATA_DIR/secret。',
  settings:
    'The service of this backup signs with another SECRET than these settings: set its own before the start (it stood in its settings, and does not lie in this backup). If it is lost, npm run adopt says what goes with it. 该备份的服务使用另一个 SECRET：请在启动前设为原服务设置中的 SECRET（本备份中不含它）；确已丢失时，请执行 npm run adopt。',
}

const WAITS = (holder: string) =>
  `The tables are brought up to date when this one lets them go: ${holder}. 数据表的升级正在等待：${holder}。`
const START = 'Start the service now. 恢复完成，请启动服务。'
const BACKUPS =
  'Its backups go to a place of their own, or here with --take-over, once, when the first machine is gone for good. 之后请备份到新的位置；原机器已停用且不再恢复时，可在首次备份时加 --take-over 沿用本位置。'

await runBackupCommand('npm run restore -- FOLDER|s3://BUCKET/PREFIX [STAMP]', async (target, stamp) => {
  const { manifest, objects, damaged, check, secretLiesIn } = await restoreBackup(process.env, target, {
    stamp,
    onBlocked: (holder) => console.error(WAITS(holder)),
  })
  const isWhole = damaged.length === 0 && isSound(check)
  const lines = [
    `Backup ${manifest.stamp} is restored: ${objects} stored files, ${damaged.length} damaged. ${backupCheckText(check)}`,
    ...damaged.map((key) => `damaged: ${key}`),
    ...check.missing.map((key) => `missing: ${key}`),
    ...(isWhole ? [] : [NOT_WELL]),
    secretLiesIn ? OTHER_SECRET[secretLiesIn] : START,
    BACKUPS,
  ]
  return { text: lines.join('\n'), isWell: isWhole && !secretLiesIn }
})
