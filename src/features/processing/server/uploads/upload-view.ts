// An upload as the browser sees it: addresses instead of storage keys.
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { ADDRESS_LIFETIME_MS } from '#rulebook/pictures/shown-pictures.ts'
import { TRIAL_RETENTION_HOURS } from '#rulebook/pictures/storage-layout.ts'
import { filesKeptUntil } from '#rulebook/site/retention.ts'
import type { Upload } from '../../contract.ts'
import type { TrialRow, UploadRow } from './upload.store.ts'

type ShownRow = Pick<
  UploadRow,
  | 'id'
  | 'originalFilename'
  | 'fileSize'
  | 'mimeType'
  | 'width'
  | 'height'
  | 'thumbnailUrl'
  | 'viewKey'
  | 'filesRemovedAt'
  | 'createdAt'
>

export async function toUpload(
  storage: ObjectStorage,
  row: ShownRow,
  keptUntilMs: number = filesKeptUntil(row.createdAt.getTime()),
): Promise<Upload> {
  const shown = { expiresInMs: ADDRESS_LIFETIME_MS }
  return {
    id: row.id,
    originalFilename: row.originalFilename,
    fileSize: row.fileSize,
    mimeType: row.mimeType,
    width: row.width,
    height: row.height,
    thumbnailAddress: await storage.signedAddress(row.thumbnailUrl, shown),
    viewAddress: await storage.signedAddress(row.viewKey, shown),
    createdAt: row.createdAt.toISOString(),
    filesKeptUntil: new Date(keptUntilMs).toISOString(),
    filesRemoved: row.filesRemovedAt !== null,
  }
}

/** An anonymous picture is gone after a day (C-36). */
export function toTrialUpload(storage: ObjectStorage, row: Omit<TrialRow, 'fingerprintHash'>): Promise<Upload> {
  const keptUntilMs = row.createdAt.getTime() + TRIAL_RETENTION_HOURS * 3_600_000
  return toUpload(storage, { ...row, filesRemovedAt: null }, keptUntilMs)
}
