// Batch download (document 2 §8; P-10, U-61): one streamed ZIP with every result of the chosen uploads, for tiers with batch_process.
import { findAccount } from '#features/account/server/profile/account.store.ts'
import type { JobRow } from '#features/processing/server/jobs/job.store.ts'
import { readUploads } from '#features/processing/server/uploads/upload-records.store.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Tickets } from '#platform/server/http/signed-ticket.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import {
  createZipStream,
  uniqueNames,
  type ZipEntry,
  type ZipStream,
  zipSizeBytes,
} from '#platform/server/storage/zip-stream.ts'
import { hasPermission } from '#rulebook/credits/tiers.ts'
import { archivedResultName } from '#rulebook/runs/file-names.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { TicketOwner } from './ticket-owner.ts'

export const ARCHIVE_PATH = '/api/history/archive'

export type ArchiveClaims = TicketOwner & { uploadIds: string[] }

interface ArchiveParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly tickets: Tickets<ArchiveClaims>
}

/** Refused for tiers without batch download, and when none of these uploads has a result whose file is kept. */
export async function offerArchive(
  parts: ArchiveParts,
  { userId, signInId }: TicketOwner,
  uploadIds: string[],
): Promise<{ address: string; files: number; sizeBytes: number }> {
  if (!(await mayBatch(parts.database, userId))) throw new ServiceError('forbidden')
  const entries = await entriesOf(parts, userId, uploadIds)
  if (entries.length === 0) throw new ServiceError('result-expired')
  const ticket = await parts.tickets.issue({ userId, signInId, uploadIds })
  return { address: `${ARCHIVE_PATH}?ticket=${ticket}`, files: entries.length, sizeBytes: zipSizeBytes(entries) }
}

export async function openArchive(parts: ArchiveParts, { userId, uploadIds }: ArchiveClaims): Promise<ZipStream> {
  return createZipStream(parts.storage, await entriesOf(parts, userId, uploadIds))
}

async function mayBatch(database: Database, userId: string): Promise<boolean> {
  const account = await inUserScope(database, userId, (tx) => findAccount(tx, userId))
  return hasPermission(account, 'batch_process')
}

async function entriesOf(
  { database, storage }: ArchiveParts,
  userId: string,
  uploadIds: string[],
): Promise<ZipEntry[]> {
  const uploads = await readUploads(database, userId, uploadIds)
  const nameOf = uniqueNames()
  const entries: ZipEntry[] = []
  for (const row of uploads.flatMap(({ records }) => records)) {
    const entry = await entryOf(storage, row, nameOf)
    if (entry) entries.push(entry)
  }
  return entries
}

/** Undefined without a result, and for one whose file is gone. */
async function entryOf(
  storage: ObjectStorage,
  row: JobRow,
  nameOf: (name: string) => string,
): Promise<ZipEntry | undefined> {
  if (!row.resultOssUrl || row.filesRemovedAt) return undefined
  const object = await storage.stat(row.resultOssUrl)
  if (!object) return undefined
  return {
    name: nameOf(archivedResultName(row.originalFilename, modelByKey(row.modelKey)?.displayName ?? row.modelKey)),
    lastModified: row.completedAt ?? row.createdAt,
    sizeBytes: object.sizeBytes,
    content: { key: row.resultOssUrl },
  }
}
