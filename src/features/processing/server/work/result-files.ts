// What a run is done with, and where its result goes: the files of a temporary folder, the source in them, and the result in storage.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { preferencesOf } from '#features/account/server/profile/preferences.store.ts'
import { allEnded } from '#platform/server/all-ended.ts'
import { isMarkVisible } from '#rulebook/runs/ai-label.ts'
import type { JobRow } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import type { ProviderOutcome, ProviderRequest } from '../provider/provider.ts'
import { resultKeys } from '../storage-keys.ts'
import type { JobMemory } from '../tables.ts'
import { patientStorage } from './patient-storage.ts'

export type StoredResult = NonNullable<JobMemory['storedResult']>

/** What is computed is worth a wait: a run over its limit stores on for this long, so that its owner has the result (C-13). */
const STORE_GRACE_MS = 30_000

/** With its source fetched into `folder`. Throws the signal's reason. */
export async function requestOf(
  parts: ProcessingParts,
  job: JobRow,
  folder: string,
  signal: AbortSignal,
): Promise<ProviderRequest> {
  const { producer, visibleMark } = parts.settings.aiLabel
  const sourcePath = join(folder, 'source')
  // The bytes travel while the database answers.
  const [{ keepsPosition }] = await allEnded([
    preferencesOf(parts.database.orm, job.userId),
    patientStorage(parts, job, signal).fetchToFile(job.originalOssUrl, sourcePath),
  ])
  return {
    label: { producer, produceId: job.id, isVisible: isMarkVisible(visibleMark, job.modelKey) },
    keepsPosition,
    modelKey: job.modelKey,
    params: job.params,
    sourcePath,
    resultPath: join(folder, 'result.png'),
    thumbnailPath: join(folder, 'thumbnail.jpg'),
    viewPath: join(folder, 'view'),
  }
}

/** Result, thumbnail and view become objects of the run. Throws the signal's reason, that of a limit or a loss after a while only. */
export async function storeResult(
  parts: Pick<ProcessingParts, 'storage' | 'log'>,
  job: Pick<JobRow, 'id' | 'userId'>,
  request: ProviderRequest,
  outcome: ProviderOutcome,
  signal: AbortSignal,
): Promise<StoredResult> {
  const keys = resultKeys(job.userId, job.id, outcome.viewMimeType)
  const { size: sizeBytes } = await stat(request.resultPath)
  const storage = patientStorage(parts, job, withGrace(signal))
  const put = storage.adoptFile ?? storage.putFile
  // What lies there after a failure the next attempt overwrites, or the sweep of orphans takes.
  await allEnded([
    put(keys.original, request.resultPath, 'image/png'),
    put(keys.thumbnail, request.thumbnailPath, 'image/jpeg'),
    put(keys.view, request.viewPath, outcome.viewMimeType),
  ])
  const { width, height, inputHeight, seconds, viewMimeType, report, kept } = outcome
  return {
    width,
    height,
    inputHeight,
    seconds,
    viewMimeType,
    sizeBytes,
    ...(report && { report }),
    ...(kept && { kept }),
  }
}

/** A cancel and a stop of the process wait for nothing. */
function withGrace(signal: AbortSignal): AbortSignal {
  const control = new AbortController()
  const end = () => control.abort(signal.reason)
  const stop = () => {
    const { message } = Object(signal.reason) as { message?: unknown }
    if (message === 'timeout' || message === 'lost') setTimeout(end, STORE_GRACE_MS).unref()
    else end()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return control.signal
}

export async function removeResult(
  { storage }: Pick<ProcessingParts, 'storage'>,
  job: Pick<JobRow, 'id' | 'userId'>,
  { viewMimeType }: Pick<StoredResult, 'viewMimeType'>,
): Promise<void> {
  for (const key of Object.values(resultKeys(job.userId, job.id, viewMimeType))) await storage.remove(key)
}
