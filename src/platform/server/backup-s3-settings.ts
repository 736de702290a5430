// The account that `npm run backup -- s3://…` uses, from the settings BACKUP_S3_*: another one than the service's, so that who takes over the service
// cannot remove its backups. Read by the commands of backups alone, also on a machine that has nothing else of the service.
import { z } from 'zod'
import { SettingsError } from './settings-error.ts'
import { withFiles, withoutEmpty } from './settings-from-files.ts'
import { BUCKET, type S3Settings } from './storage/s3/s3-settings.ts'

export const BACKUP_S3_VARIABLES = {
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_STYLE: z.enum(['path', 'host']).default('path'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

/** Throws SettingsError where the account is not whole. */
export function backupAccountFrom(env: Readonly<Record<string, string | undefined>>, bucket: string): S3Settings {
  const read = z.object(BACKUP_S3_VARIABLES).safeParse(withoutEmpty(withFiles(env, Object.keys(BACKUP_S3_VARIABLES))))
  if (!read.success)
    throw new SettingsError(`Unusable settings. ${read.error.issues.map(({ path, message }) => `${path}: ${message}`)}`)
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region, BACKUP_S3_STYLE: style } = read.data
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = read.data
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new SettingsError(
      'Backups in S3 want BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY. 备份到 S3 需要设置 BACKUP_S3_ENDPOINT、BACKUP_S3_ACCESS_KEY_ID 与 BACKUP_S3_SECRET_ACCESS_KEY。',
    )
  if (!BUCKET.test(bucket)) throw new SettingsError(`${bucket} is no name of a bucket. 存储桶名称不正确。`)
  const credentials = { accessKeyId, secretAccessKey }
  return { endpoint, publicEndpoint: endpoint, bucket, region, style, credentials }
}
