// A job as the browser sees it: addresses instead of storage keys, codes instead of texts.
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { ADDRESS_LIFETIME_MS } from '#rulebook/pictures/shown-pictures.ts'
import { resultFileName } from '#rulebook/runs/file-names.ts'
import { hasInventedDetail } from '#rulebook/runs/invented-detail.ts'
import type { Job, UsualTime } from '../../contract.ts'
import { isOpen, type JobRow } from './job.store.ts'
import { noEffectOf } from './no-effect.ts'

export interface JobSurroundings {
  readonly waitingBefore: number
  readonly usual: UsualTime | null
  readonly creditsGivenBack: number
}

export async function toJob(storage: ObjectStorage, row: JobRow, surroundings: JobSurroundings): Promise<Job> {
  return {
    id: row.id,
    uploadId: row.uploadId,
    parentId: row.parentId,
    modelKey: row.modelKey,
    processType: row.processType,
    mode: row.mode as Job['mode'],
    params: row.params as Job['params'],
    originalFilename: row.originalFilename,
    status: row.status as Job['status'],
    progress: row.progress,
    stage: row.stage,
    waitingBefore: surroundings.waitingBefore,
    creditsHeld: isOpen(row) ? row.creditsHeld : 0,
    creditsConsumed: row.creditsConsumed,
    creditsGivenBack: surroundings.creditsGivenBack,
    noEffect: noEffectOf(row, surroundings.creditsGivenBack),
    aiService: row.aiService,
    error: row.errorCode === null ? null : { code: row.errorCode, data: row.memory.failureData },
    result: await toResult(storage, row),
    filesRemoved: row.filesRemovedAt !== null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    usual: surroundings.usual,
  }
}

/** Null without a result and once its files are removed. */
async function toResult(storage: ObjectStorage, row: JobRow): Promise<Job['result']> {
  const { resultOssUrl, thumbnailResultUrl, resultViewKey, resultWidth, resultHeight } = row
  if (!resultOssUrl || !thumbnailResultUrl || !resultViewKey || !resultWidth || !resultHeight) return null
  if (row.filesRemovedAt) return null
  const shown = { expiresInMs: ADDRESS_LIFETIME_MS }
  const downloadName = resultFileName((row.completedAt ?? row.createdAt).getTime())
  return {
    width: resultWidth,
    height: resultHeight,
    thumbnailAddress: await storage.signedAddress(thumbnailResultUrl, shown),
    viewAddress: await storage.signedAddress(resultViewKey, shown),
    downloadAddress: await storage.signedAddress(resultOssUrl, { ...shown, downloadName }),
    sizeBytes: row.memory.storedResult?.sizeBytes ?? null,
    kept: row.memory.storedResult?.kept ?? null,
    hasAlpha: row.resultViewMimeType === 'image/png',
    processingSeconds: row.processingTimeSeconds ?? 0,
    estimates: measuredOf(row),
    hasInventedDetail: hasInventedDetail(row.modelKey, row.report),
  }
}

/** Runs of earlier versions stored null for the softness of pure noise. */
const measuredOf = ({ report }: JobRow): Record<string, number> =>
  Object.fromEntries(Object.entries(report?.estimates ?? {}).filter(([, value]) => Number.isFinite(value)))
