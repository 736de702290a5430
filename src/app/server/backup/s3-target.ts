// A backup in an S3 bucket, below a prefix or at its root: files go up from a folder of this machine and come back to one.
import { existsSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupAccountFrom } from '#platform/server/backup-s3-settings.ts'
import { systemClock } from '#platform/server/clock.ts'
import { MARK_KEY } from '#platform/server/identity/storage-mark.ts'
import { SettingsError } from '#platform/server/settings-error.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { makeBucket, s3StorageIn } from '#platform/server/storage/s3/s3-storage.ts'
import { storageBelow } from '#platform/server/storage/storage-below.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import { withBackupErrors, withBackupErrorsOf } from './backup-errors.ts'
import { BackupError, JOURNAL, LEASE } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { tempRootOf } from './backup-temp.ts'
import { refuseWhileHeld, withLease } from './lease.ts'
import { s3LeaseStore } from './s3-lease-store.ts'

const BYTES = 'application/octet-stream'

/** Throws SettingsError where the address is none or the account is missing. */
export function openS3Target(place: string, env: Readonly<Record<string, string | undefined>>): BackupTarget {
  const { bucket, prefix } = partsOf(place)
  const settings = backupAccountFrom(env, bucket)
  const whole = withBackupErrorsOf(s3StorageIn(settings, systemClock), place)
  const files = prefix === '' ? whole : storageBelow(whole, prefix)
  const lease = s3LeaseStore(settings, prefix === '' ? LEASE : `${prefix}/${LEASE}`, place)
  const tempRoot = tempRootOf(place)
  const inTemp = <Result>(use: (path: string) => Promise<Result>) =>
    withTempFolder(tempRoot, 'file', (folder) => use(join(folder, 'file')))
  return {
    place,
    prepare: async () => {
      await withBackupErrors(place, () => makeBucket(settings, systemClock))
      await refuseLiving(whole, place)
    },
    alone: (work) => withLease(lease, place, work),
    refuseBusy: async () => void (await refuseWhileHeld(lease, place)),
    pictures: async () => storageBelow(files, 'pictures'),
    names: (folder) => namesIn(files, folder),
    store: (name, write) =>
      inTemp(async (path) => {
        await write(path)
        await files.putFile(name, path, BYTES)
      }),
    read: (name, use) =>
      inTemp(async (path) => {
        if (!(await files.stat(name))) return undefined
        await files.fetchToFile(name, path)
        return use(path)
      }),
    remove: (name) => files.remove(name),
    withJournal: (work) =>
      inTemp(async (journal) => {
        if (await files.stat(JOURNAL)) await files.fetchToFile(JOURNAL, journal)
        const keepJournal = inTurn(() => keepCopy(files, journal))
        const result = await work({ journal, keepJournal, tempRoot }).catch(async (error: unknown) => {
          // What failed first is what has to be told; without the journal the next run sends anew.
          await keepJournal().catch(() => undefined)
          throw error
        })
        await keepJournal()
        return result
      }),
  }
}

/** TRAP: others append meanwhile, and a file that grows while it is sent is refused. */
async function keepCopy(files: ObjectStorage, journal: string): Promise<void> {
  const still = `${journal}-still`
  await (existsSync(journal) ? copyFile(journal, still) : writeFile(still, ''))
  await files.putFile(JOURNAL, still, BYTES)
}

/** One after the other, so that what is newer is not overtaken. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(work)
    return last
  }
}

function partsOf(place: string): { bucket: string; prefix: string } {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(place) ?? []
  if (bucket && prefix !== undefined) return { bucket, prefix }
  throw new SettingsError(`${place} names no bucket: write s3://BUCKET/PREFIX. 请写成 s3://存储桶/前缀。`)
}

/** TRAP: a service takes whatever lies in its bucket for its own, and sweeps what no row names. */
async function refuseLiving(bucket: ObjectStorage, place: string): Promise<void> {
  if (await bucket.stat(MARK_KEY))
    throw new BackupError(
      `The bucket of ${place} holds the pictures of a service: back up into another bucket. 该存储桶正被服务用来存放图片，请备份到另一个存储桶。`,
    )
}

async function namesIn(files: ObjectStorage, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of files.list(folder)) names.push(key.slice(folder.length + 1))
  return names
}
