// The light version of an own picture through this service, for a page that reads its pixels: where pictures lie on an S3 server, their
// addresses are another host's, and what a browser draws from there it may not read (decision 0205).
import { buffer } from 'node:stream/consumers'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { ObjectMissingError } from '#platform/server/storage/object-storage.ts'
import { findOwnJob } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { findOwnUpload } from '../uploads/upload.store.ts'

type ViewParts = Pick<ProcessingParts, 'database' | 'storage'>

/** Throws ServiceError for a stranger's picture and for one whose files are removed. */
export async function viewOfUpload(parts: ViewParts, userId: string, id: string): Promise<Blob> {
  const row = await findOwnUpload(parts.database, userId, id)
  if (!row || row.filesRemovedAt) throw new ServiceError('upload-missing')
  return read(parts, row.viewKey, row.viewMimeType, 'upload-missing')
}

/** As `viewOfUpload`, of a result. */
export async function viewOfResult(parts: ViewParts, userId: string, id: string): Promise<Blob> {
  const row = await findOwnJob(parts.database, userId, id)
  if (!row) throw new ServiceError('job-not-found')
  if (!row.resultViewKey || !row.resultViewMimeType || row.filesRemovedAt) throw new ServiceError('result-expired')
  return read(parts, row.resultViewKey, row.resultViewMimeType, 'result-expired')
}

async function read(
  { storage }: ViewParts,
  key: string,
  type: string,
  missing: 'upload-missing' | 'result-expired',
): Promise<Blob> {
  try {
    return new Blob([await buffer(await storage.openRead(key))], { type })
  } catch (error) {
    if (error instanceof ObjectMissingError) throw new ServiceError(missing)
    throw error
  }
}
