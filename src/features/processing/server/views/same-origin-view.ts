// The light version of an own picture at this service, for a page that reads its pixels: where pictures lie on an S3 server, their addresses
// are another host's, and what a browser draws from there it may not read (decision 0205). An address and not the bytes: the route of files
// sends them as they are read, so nobody holds memory here by asking.
import { ServiceError } from '#platform/server/http/service-error.ts'
import { findOwnJob } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { findOwnUpload } from '../uploads/upload.store.ts'

type ViewParts = Pick<ProcessingParts, 'database' | 'storage' | 'fileSigner' | 'clock'>

/** A page reads it at once. */
const LIFETIME_MS = 5 * 60_000

/** Throws ServiceError for a stranger's picture and for one whose files are removed. */
export async function viewOfUpload(parts: ViewParts, userId: string, id: string): Promise<{ address: string }> {
  const row = await findOwnUpload(parts.database, userId, id)
  const address = row && !row.filesRemovedAt && (await addressOf(parts, row.viewKey))
  if (!address) throw new ServiceError('upload-missing')
  return { address }
}

/** As `viewOfUpload`, of a result. */
export async function viewOfResult(parts: ViewParts, userId: string, id: string): Promise<{ address: string }> {
  const row = await findOwnJob(parts.database, userId, id)
  if (!row) throw new ServiceError('job-not-found')
  const address = row.resultViewKey && !row.filesRemovedAt && (await addressOf(parts, row.resultViewKey))
  if (!address) throw new ServiceError('result-expired')
  return { address }
}

/** Undefined where the file is gone. */
async function addressOf({ storage, fileSigner, clock }: ViewParts, key: string): Promise<string | undefined> {
  if (!(await storage.stat(key))) return undefined
  return fileSigner.sign({ key, expiresAtMs: clock.now().getTime() + LIFETIME_MS })
}
