// Where a backup lies, by the word that the operator gives: a folder, or s3://BUCKET/PREFIX with the account of BACKUP_S3_*.
import { isInBucket } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { openFolderTarget } from './folder-target.ts'
import { openS3Target } from './s3-target.ts'

/** Throws SettingsError where the account is missing. */
export const openBackupTarget = (place: string, env: Readonly<Record<string, string | undefined>>): BackupTarget =>
  isInBucket(place) ? openS3Target(place, env) : openFolderTarget(place)
