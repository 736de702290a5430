// Where the service keeps its files: in an S3 bucket, or below `files/` in the bucket of the product (document 2 §9, UPLOAD-28, P-22).
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#platform/server/clock.ts'
import type { Settings } from '#platform/server/settings.ts'
import { openFolderStorage, TEMPORARY_FOLDER } from '#platform/server/storage/folder-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { openS3Storage } from '#platform/server/storage/s3/s3-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { bucketName } from '#rulebook/pictures/storage-layout.ts'

type StorageSettings = Pick<Settings, 'dataDir' | 'secret' | 'productName'> &
  Partial<Pick<Settings, 's3' | 'previousSecret'>>

/** Throws StorageFullError when nothing can be written, S3Error when the S3 server refuses. */
export const openFileStorage = (settings: StorageSettings, clock: Clock): Promise<ObjectStorage> =>
  settings.s3 ? openS3Storage(settings.s3, clock) : openLocalStorage(settings, clock)

async function openLocalStorage(settings: StorageSettings, clock: Clock): Promise<ObjectStorage> {
  const files = join(settings.dataDir, 'files')
  const bucket = (await existingBucket(files)) ?? bucketName(settings.productName)
  const signer = createAddressSigner(settings.secret, settings.previousSecret)
  return openFolderStorage(join(files, bucket), signer, clock)
}

/** A bucket keeps its name: a renamed product must not lose sight of its pictures. */
async function existingBucket(files: string): Promise<string | undefined> {
  const names = await readdir(files).catch(() => []) // missing at the first start; anything else fails at opening
  return names.sort().find((name) => existsSync(join(files, name, TEMPORARY_FOLDER)))
}
