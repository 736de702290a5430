// A result as JPEG or WebP: made once at the first request, stored beside the result, read through a signed address
// like every file, and removed with it.
import { join } from 'node:path'
import { createRunQueue } from '#engine/host/run-queue.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { ObjectMissingError } from '#platform/server/storage/object-storage.ts'
import { ONLY_PLACE_MOST_MS, storageUntil } from '#platform/server/storage/storage-until.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import { ADDRESS_LIFETIME_MS } from '#rulebook/pictures/shown-pictures.ts'
import { resultFileName } from '#rulebook/runs/file-names.ts'
import {
  EXPORT_FORMATS,
  EXPORT_QUALITIES,
  type ExportFormat,
  type ExportQuality,
} from '#rulebook/runs/result-exports.ts'
import type { ResultExport } from '../../contract.ts'
import { findOwnJob, type JobRow } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { exportKey } from '../storage-keys.ts'

type ExportParts = Pick<ProcessingParts, 'database' | 'storage' | 'engine' | 'tempRoot' | 'log'>

interface Wanted {
  readonly id: string
  readonly format: ExportFormat
  readonly quality: ExportQuality
}

/** Asked by this user; throws ServiceError. One file is made at a time, so that memory stays bounded for any number of callers. */
export function createResultExports(parts: ExportParts) {
  const turns = createRunQueue(1)
  return async (userId: string, wanted: Wanted, signal?: AbortSignal): Promise<ResultExport> => {
    const row = await findOwnJob(parts.database, userId, wanted.id)
    if (!row) throw new ServiceError('job-not-found')
    const resultKey = demandResult(row, wanted.format)
    const key = exportKey(resultKey, wanted.format, wanted.quality)
    const leave = await turns.enter(signal, userId)
    const storage = storageUntil(parts.storage, { signal, mostMs: ONLY_PLACE_MOST_MS })
    try {
      if (!(await storage.stat(key))) {
        await make({ ...parts, storage }, { ...wanted, resultKey, key }, signal)
        await demandKept(parts, userId, wanted.id, key)
      }
    } finally {
      leave()
    }
    return present(parts, row, wanted.format, key)
  }
}

/** Removed while it was made: nothing would remove this later. */
async function demandKept({ database, storage }: ExportParts, userId: string, id: string, key: string): Promise<void> {
  const row = await findOwnJob(database, userId, id)
  if (row && !row.filesRemovedAt) return
  await storage.remove(key)
  throw new ServiceError('result-expired')
}

function demandResult(row: JobRow, format: ExportFormat): string {
  if (!row.resultOssUrl || row.filesRemovedAt) throw new ServiceError('result-expired')
  const { label, maxSidePx } = EXPORT_FORMATS[format]
  if (Math.max(row.resultWidth ?? 0, row.resultHeight ?? 0) > maxSidePx)
    throw new ServiceError('export-too-large', { format: label })
  return row.resultOssUrl
}

async function make(
  { storage, engine, tempRoot, log }: ExportParts,
  wanted: Wanted & { readonly resultKey: string; readonly key: string },
  signal?: AbortSignal,
): Promise<void> {
  const { format, resultKey, key } = wanted
  const { quality } = EXPORT_QUALITIES[wanted.quality]
  try {
    await withTempFolder(tempRoot, 'export', async (folder) => {
      const [sourcePath, targetPath] = [join(folder, 'result.png'), join(folder, 'export')]
      await storage.fetchToFile(resultKey, sourcePath)
      await engine.encode({ sourcePath, targetPath, format, quality })
      await storage.putFile(key, targetPath, EXPORT_FORMATS[format].mimeType)
    })
  } catch (error) {
    if (error instanceof ObjectMissingError) throw new ServiceError('result-expired')
    if (!signal?.aborted) log.error({ err: error, jobId: wanted.id, format }, 'export failed')
    throw new ServiceError('compression-failed')
  }
}

async function present(
  { storage }: ExportParts,
  row: JobRow,
  format: ExportFormat,
  key: string,
): Promise<ResultExport> {
  const stored = await storage.stat(key)
  if (!stored) throw new ServiceError('compression-failed')
  const downloadName = resultFileName((row.completedAt ?? row.createdAt).getTime(), EXPORT_FORMATS[format].ending)
  return {
    downloadAddress: await storage.signedAddress(key, { expiresInMs: ADDRESS_LIFETIME_MS, downloadName }),
    sizeBytes: stored.sizeBytes,
  }
}
