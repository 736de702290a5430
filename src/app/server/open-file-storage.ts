// Where the service keeps its files: below `files/`, in the bucket of the product (document 2 §9, UPLOAD-28, P-22).
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#platform/server/clock.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type FolderStorage, openFolderStorage, TEMPORARY_FOLDER } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { bucketName } from '#rulebook/pictures/storage-layout.ts'

/** Throws StorageFullError when the folder cannot be written. */
export async function openFileStorage(
  settings: Pick<Settings, 'dataDir' | 'secret' | 'productName'>,
  clock: Clock,
): Promise<FolderStorage> {
  const files = join(settings.dataDir, 'files')
  const bucket = (await existingBucket(files)) ?? bucketName(settings.productName)
  return openFolderStorage(join(files, bucket), createAddressSigner(settings.secret), clock)
}

/** A bucket keeps its name: a renamed product must not lose sight of its pictures. */
async function existingBucket(files: string): Promise<string | undefined> {
  const names = await readdir(files).catch(() => []) // missing at the first start; anything else fails at opening
  return names.sort().find((name) => existsSync(join(files, name, TEMPORARY_FOLDER)))
}
