// What a provider finishes after a run's end is put into its owner's history and not charged (C-13; decisions 0140, 0265). The run has ended and its
// credits are back; the operator pays for the task all the same, and a family photo that exists is not thrown away.
import { and, eq, sql } from 'drizzle-orm'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import type { JobRow } from '../jobs/job.store.ts'
import { HAS_LEFT_TASK } from '../jobs/left-tasks.ts'
import { keepLate } from '../jobs/settle-job.ts'
import { isUnpaidLeft } from '../jobs/unpaid-tasks.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { type LateResults, ProviderError } from '../provider/provider.ts'
import { processingHistory } from '../tables.ts'
import { removeResult, requestOf, storeResult } from './result-files.ts'

/** Most of one look; each is a request in the line that runs wait in. */
const MOST_AT_ONCE = 2
/** A worker that fetches has this long before another one tries. */
const FETCH_MS = 900_000
const LOOK_TIMEOUT_MS = 30_000
/** What nobody could look at in its time, behind an account that was refused for hours, is asked for this seldom until the provider removes it. */
const OVERDUE_POLL_MS = 3_600_000

/** One look at what is overdue. Returns how many results were kept. */
export async function keepLateResults(parts: ProcessingParts, stopping: AbortSignal): Promise<number> {
  const watched = parts.providers.used.find(({ late }) => late)?.late
  if (!watched || (await parts.providers.gate?.refusal())) return 0
  let kept = 0
  for (const job of await takeLeft(parts, watched)) {
    const { late } = parts.providers.ofJob(job)
    if (late && (await keepOf(parts, late, job, stopping).catch((error: unknown) => logFailure(parts, job, error))))
      kept += 1
  }
  return kept
}

function logFailure({ log }: ProcessingParts, job: JobRow, err: unknown): false {
  log.warn({ jobId: job.id, err }, 'late result not looked at')
  return false
}

/** The heartbeat of an ended run is the moment of the last look: the worker that advances it is the only one to look. */
function takeLeft({ database, timing }: ProcessingParts, { keptMs, longestMs }: LateResults): Promise<JobRow[]> {
  const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000})`
  const lookedAt = sql`coalesce(heartbeat_at, completed_at)`
  const due = sql`select id from processing_history
    where status = 'failed' and ${HAS_LEFT_TASK} and created_at > ${ago(keptMs)}
      and not memory ? 'isGivenUp' and result_oss_url is null and deleted_at is null and files_removed_at is null
      and ${lookedAt} <= ${ago(timing.latePollMs)}
      and (completed_at > ${ago(longestMs)} or ${lookedAt} <= ${ago(OVERDUE_POLL_MS)})
    order by heartbeat_at nulls first limit ${MOST_AT_ONCE} for update skip locked`
  return database.orm
    .update(processingHistory)
    .set({ heartbeatAt: sql`now()` })
    .where(sql`${processingHistory.id} in (${due})`)
    .returning()
}

async function keepOf(parts: ProcessingParts, late: LateResults, job: JobRow, stopping: AbortSignal): Promise<boolean> {
  const within = (ms: number) => AbortSignal.any([stopping, AbortSignal.timeout(ms)])
  const isOver = Date.now() - job.completedAt!.getTime() > late.watchMs(job.modelKey)
  const state = await late.look(job.memory, within(LOOK_TIMEOUT_MS))
  if (state === 'gone' || (state === 'running' && isOver)) return giveUp(parts, job)
  if (state !== 'ready') return false
  if (!(await isUnpaidLeft(parts.database.orm, job))) return giveUp(parts, job)
  try {
    return await fetchOf(parts, late, job, within(FETCH_MS))
  } catch (error) {
    // What came is no result, and will not be one at the next look.
    if (error instanceof ProviderError && error.kind === 'other') await giveUp(parts, job)
    throw error
  }
}

const rowOf = ({ id }: JobRow) => and(eq(processingHistory.id, id), eq(processingHistory.status, 'failed'))

async function giveUp({ database, log }: ProcessingParts, job: JobRow): Promise<false> {
  await database.orm
    .update(processingHistory)
    .set({ memory: sql`memory || '{"isGivenUp": true}'::jsonb` })
    .where(rowOf(job))
  log.info({ jobId: job.id }, 'no late result comes any more')
  return false
}

async function fetchOf(parts: ProcessingParts, late: LateResults, job: JobRow, signal: AbortSignal): Promise<boolean> {
  const { database, tempRoot, log } = parts
  await database.orm
    .update(processingHistory)
    .set({ heartbeatAt: sql`now() + make_interval(secs => ${FETCH_MS / 1000})` })
    .where(rowOf(job))
  const stored = await withTempFolder(tempRoot, 'late', async (folder) => {
    const request = await requestOf(parts, job, folder, signal)
    const { vendorCredits, ...outcome } = await late.fetch(request, job.memory, signal)
    if (vendorCredits !== undefined)
      await database.orm.update(processingHistory).set({ vendorCredits }).where(rowOf(job))
    return storeResult(parts, job, request, outcome, signal)
  })
  const isKept = await keepLate(database, job, stored)
  if (!isKept) await removeResult(parts, job, stored)
  log.info({ jobId: job.id, modelKey: job.modelKey, isKept }, 'late result')
  return isKept
}
