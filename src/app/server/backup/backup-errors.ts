// The backup's storage, whose refusals say that they are the backup's: the pictures may lie at another S3 server, with another account.
import { type ObjectStorage, StorageFullError } from '#platform/server/storage/object-storage.ts'
import { S3Error } from '#platform/server/storage/s3/s3-client.ts'
import { BackupError } from './backup-parts.ts'

/** A call to the backup at `place`; its refusals become BackupError. */
export async function withBackupErrors<Result>(place: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw asBackupError(place, error)
  }
}

export function withBackupErrorsOf(storage: ObjectStorage, place: string): ObjectStorage {
  return {
    ...storage,
    putFile: (...words) => withBackupErrors(place, () => storage.putFile(...words)),
    stat: (key) => withBackupErrors(place, () => storage.stat(key)),
    openRead: (...words) => withBackupErrors(place, () => storage.openRead(...words)),
    fetchToFile: (...words) => withBackupErrors(place, () => storage.fetchToFile(...words)),
    remove: (key) => withBackupErrors(place, () => storage.remove(key)),
    async *list(folder) {
      try {
        yield* storage.list(folder)
      } catch (error) {
        throw asBackupError(place, error)
      }
    },
  }
}

function asBackupError(place: string, error: unknown): unknown {
  const refusal = error instanceof StorageFullError ? error.cause : error
  if (!(refusal instanceof S3Error)) return error
  return new BackupError(
    `${refusal.message}: that is the backup, ${place}. Check BACKUP_S3_*, the rights of that account and its room. 备份所在的对象存储拒绝了操作，请检查备份用的 BACKUP_S3_* 设置、该账号的权限与容量。`,
  )
}
