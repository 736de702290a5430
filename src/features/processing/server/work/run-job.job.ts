// One run (architecture §5): take the row, fetch the picture, let the provider work, store the result, then complete and capture.
// Every step may be the last one of this process: what is remembered in the row is not done again by the next worker, and a
// message delivered twice finds nothing to take.
import { stat } from 'node:fs/promises'
import type { CreditHold } from '#features/credits/server/hold-credits.ts'
import { isConnectionLost } from '#platform/server/database/lost-connection.ts'
import { type TempFolderOnDemand, tempFolderOnDemand } from '#platform/server/temp-folder.ts'
import { inSpan } from '#platform/server/tracing/spans.ts'
import { PROVIDER_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import { TOOL_PAGE_POLL_LIMIT } from '#rulebook/runs/polling.ts'
import { ASYNC_PROGRESS, asyncProgress, SYNC_PROGRESS } from '#rulebook/runs/progress.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { completeJob, failJob } from '../jobs/settle-job.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { failureOf } from '../provider/failure-of.ts'
import { ProviderClosedError, ProviderError, type ProviderOutcome, type ProviderRequest } from '../provider/provider.ts'
import {
  type ClaimedJob,
  claimJob,
  findServiceOf,
  handBack,
  LostJobError,
  readRemainingMs,
  rememberStep,
} from './claim-job.ts'
import { createJobProgress, type JobProgress } from './job-progress.ts'
import { startWatchdog } from './job-watchdog.ts'
import { removeResult, requestOf, type StoredResult, storeResult } from './result-files.ts'

/** The process stops, or its line to the database broke: the queue delivers the job again. */
export class HandedBackError extends Error {
  override readonly name = 'HandedBackError'
}

/** Handles one delivery. Throws only what shall be delivered again. */
export async function runJob(parts: ProcessingParts, jobId: string, stopping: AbortSignal): Promise<void> {
  const waiting = await findServiceOf(parts.database, jobId)
  if (!waiting) return
  const provider = parts.providers.ofJob(waiting)
  // What waits keeps its hold; the look for lost jobs comes back to it. A result that is here already needs nobody's account.
  if (!waiting.memory.storedResult && (await provider.gate?.refusal())) return
  const claimed = await claimJob(parts.database, jobId, provider.aiService)
  if (!claimed) return
  const job = await withTrueDeadline(parts, claimed)
  const watchdog = startWatchdog({ ...parts, provider }, job, stopping)
  const takenAtMs = performance.now()
  const folder = tempFolderOnDemand(parts.tempRoot, 'job')
  try {
    const end = await runPaid(parts, job, folder, watchdog.signal).catch((error: unknown) => error as Error)
    const isFinished = !(end instanceof Error)
    // What filled the disk goes before the failure is written on it.
    if (!isFinished) await removeFolder(parts, job, folder)
    const isEnded = isFinished
      ? await finish(parts, end.job, end.stored).catch((error: Error) => handBackLost(parts, job, error))
      : await failRun(parts, job, end, watchdog.reason())
    const seconds = (performance.now() - takenAtMs) / 1000
    if (isEnded) parts.measures.ended(job.modelKey, isFinished ? 'completed' : 'failed', seconds)
  } finally {
    watchdog.end()
    // No person waits for it: the run has ended already. Measured on ext4: 5 ms for a source of 6 MB.
    await removeFolder(parts, job, folder)
  }
}

/** What cannot be removed now the sweep takes; the run has ended as its row says. */
async function removeFolder({ log }: ProcessingParts, job: ClaimedJob, folder: TempFolderOnDemand): Promise<void> {
  await folder
    .remove()
    .catch((error: unknown) => log.warn({ jobId: job.id, err: error }, "a run's folder was not removed"))
}

/** A deadline that has passed, or lies further away than any, may be the fault of a clock that was set. */
async function withTrueDeadline({ clockWatch, database }: ProcessingParts, job: ClaimedJob): Promise<ClaimedJob> {
  if (job.remainingMs > 0 && job.remainingMs <= TOOL_PAGE_POLL_LIMIT.timeoutMs) return job
  await clockWatch.look()
  return { ...job, remainingMs: await readRemainingMs(database, job) }
}

interface PaidJob extends ClaimedJob {
  readonly hold: CreditHold
}

/** The work with the proof that it is paid for, which goes on to the provider and to the capture. */
async function runPaid(
  parts: ProcessingParts,
  claimed: ClaimedJob,
  folder: TempFolderOnDemand,
  signal: AbortSignal,
): Promise<{ job: PaidJob; stored: StoredResult }> {
  const { hold } = claimed
  if (!hold) throw new Error(`job ${claimed.id} has no open hold`)
  const job: PaidJob = { ...claimed, hold }
  return { job, stored: await resultOf(parts, job, folder, signal) }
}

/** The stored result: remembered from an attempt that died after storing, or made now. */
async function resultOf(
  parts: ProcessingParts,
  job: PaidJob,
  folder: TempFolderOnDemand,
  signal: AbortSignal,
): Promise<StoredResult> {
  const remembered = job.memory.storedResult
  if (remembered) return remembered
  const progress = createJobProgress(parts.database, job, isAsyncJob(job))
  try {
    return await produce(parts, job, await folder.path(), progress, signal)
  } finally {
    await progress.settle()
  }
}

async function produce(
  parts: ProcessingParts,
  job: PaidJob,
  folder: string,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<StoredResult> {
  const isAsync = isAsyncJob(job)
  signal.throwIfAborted()
  if (isAsync) progress.reach(ASYNC_PROGRESS.submit, 'submitting')
  const request = await requestOf(parts, job, folder, signal)
  // The result of an earlier run may be larger than any upload (UPLOAD-27).
  if ((await stat(request.sourcePath)).size > PROVIDER_MAX_BYTES) throw new ProviderError('file size above the limit')
  signal.throwIfAborted()
  progress.reach(isAsync ? ASYNC_PROGRESS.working : SYNC_PROGRESS.sent, 'working')
  const outcome = await processPicture(parts, job, request, progress, signal)
  parts.measures.worked(job.modelKey, outcome.seconds)
  progress.reach(isAsync ? asyncProgress(100) : SYNC_PROGRESS.received, 'storing')
  return store(parts, job, request, outcome, signal)
}

async function processPicture(
  parts: ProcessingParts,
  job: PaidJob,
  request: ProviderRequest,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const provider = parts.providers.ofJob(job)
  const facts = { 'huanying.model': job.modelKey, 'huanying.provider': provider.aiService, 'huanying.job': job.id }
  return inSpan('engine', { facts }, async (span) => {
    const outcome = await provider.process(job.hold, request, {
      signal,
      timeoutMs: job.remainingMs,
      onProgress: progress.report,
      remembered: job.memory,
      remember: (step) => rememberStep(parts.database, job, step),
    })
    span.add({ 'huanying.engine_seconds': outcome.seconds })
    return outcome
  })
}

async function store(
  parts: ProcessingParts,
  job: ClaimedJob,
  request: ProviderRequest,
  outcome: ProviderOutcome,
  signal: AbortSignal,
): Promise<StoredResult> {
  signal.throwIfAborted()
  const storedResult = await storeResult(parts, job, request, outcome, signal)
  // A job that was lost while its files were stored is judged where it would be completed.
  await rememberStep(parts.database, job, { storedResult }).catch((error: unknown) => {
    if (!(error instanceof LostJobError)) throw error
  })
  return storedResult
}

/** Whether this worker ended the job. */
async function finish(parts: ProcessingParts, job: PaidJob, stored: StoredResult): Promise<boolean> {
  await parts.onResultStored?.(job.id)
  const completion = await completeJob(parts.database, job, stored)
  parts.log.info({ jobId: job.id, modelKey: job.modelKey, seconds: stored.seconds, completion }, 'run finished')
  if (completion === 'completed') parts.runEmails.send(job, 'runDone')
  // Nothing points to these files; without this they would stay until the owner's retention finds no row for them.
  if (completion === 'discarded') await removeResult(parts, job, stored)
  return completion === 'completed' || completion === 'unseen'
}

/** Ends a run that did not make it, as its reason says; answers whether this worker ended the job. */
async function failRun(
  parts: ProcessingParts,
  job: ClaimedJob,
  error: Error,
  reason: ReturnType<ReturnType<typeof startWatchdog>['reason']>,
): Promise<boolean> {
  const { database, log } = parts
  if (reason === 'lost' || error instanceof LostJobError) return false
  if (reason === 'stopping') {
    await handBack(database, job)
    throw new HandedBackError(`job ${job.id} is handed back`)
  }
  if (reason === undefined && error instanceof ProviderClosedError) {
    await handBack(database, job)
    log.warn({ jobId: job.id, modelKey: job.modelKey, err: error }, 'run waits for the account')
    return false
  }
  if (reason === undefined && isConnectionLost(error)) return handBackLost(parts, job, error)
  const failure = reason === undefined ? failureOf(error) : STOPPED[reason]
  const isEnded = await failJob(database, job.id, failure, { attempts: job.attempts, hold: job.hold })
  if (isEnded) {
    parts.measures.failed(failure.code)
    void parts.providers.ofJob(job).abandon?.(job.id, job.memory)
  }
  if (isEnded && reason !== 'cancelled') parts.runEmails.send(job, 'runFailed')
  const details = { jobId: job.id, modelKey: job.modelKey, errorCode: failure.code }
  if (reason) log.info(details, 'run stopped')
  else
    log.error(
      { ...details, err: error, adminText: 'adminText' in failure ? failure.adminText : undefined },
      'run failed',
    )
  return isEnded
}

/**
 * A line that broke says nothing about the run: it goes on with what it remembers, and its deadline alone ends that. Whether a cut end was written is
 * seen by the row: one that has ended is not given back. Without the database the look for lost jobs does the same later.
 */
async function handBackLost({ database, log }: ProcessingParts, job: ClaimedJob, error: Error): Promise<never> {
  if (!isConnectionLost(error)) throw error
  log.warn({ jobId: job.id, err: error }, 'run handed back: the line to the database broke')
  await handBack(database, job)
  throw new HandedBackError(`job ${job.id} is handed back`)
}

const STOPPED = {
  cancelled: { code: 'processing-cancelled' },
  timeout: { code: 'processing-timeout' },
} as const

const isAsyncJob = (job: ClaimedJob): boolean => modelByKey(job.modelKey)?.isAsync ?? false
