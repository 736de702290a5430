// `npm run verify-backup -- FOLDER|s3://BUCKET/PREFIX [STAMP]`: reads every byte of a backup again; ends with code 1 when something is damaged.
import { backupCheckText, isSound } from '#app/server/backup/backup-check.ts'
import { runBackupCommand } from '#app/server/backup/backup-command.ts'
import { verifyBackup } from '#app/server/backup/verify-backup.ts'

const NOT_GOOD =
  'The backup is not good. Back up again, which copies what is damaged anew, and verify once more. 备份有损坏：请重新备份（会重新复制损坏的文件），然后再校验一次。'
const NOT_NOTED =
  'What is damaged could not be noted there, so the next backup will not copy it: verify as somebody who may write to the place. 无法在备份中登记损坏的文件，下次备份不会重新复制它们：请用有写权限的账号再校验一次。'

await runBackupCommand('npm run verify-backup -- FOLDER|s3://BUCKET/PREFIX [STAMP]', async (target, stamp) => {
  const { manifest, objects, damaged, check, notNoted } = await verifyBackup(target, stamp)
  const isWell = damaged.length === 0 && (check === undefined || isSound(check))
  const lines = [
    `Backup ${manifest.stamp} of release ${manifest.release}: the database is as it was written; ${objects} stored files, ${damaged.length} damaged.`,
    ...damaged.map((key) => `damaged: ${key}`),
    check ? backupCheckText(check) : 'A dump of PostgreSQL is audited when it is restored.',
    ...(check?.missing ?? []).map((key) => `missing: ${key}`),
    ...(notNoted ? [`${NOT_NOTED} (${notNoted.message})`] : []),
    isWell ? 'The backup is good. 备份完好。' : NOT_GOOD,
  ]
  return { text: lines.join('\n'), isWell }
})
