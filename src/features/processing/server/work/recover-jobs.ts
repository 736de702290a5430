// Finds jobs that nobody works on any more and ends or repeats them (architecture §5). Runs at start and every 15 s in every
// worker; each step is one conditional statement, so several processes may do it at the same time.
import { and, eq } from 'drizzle-orm'
import { failJob } from '../jobs/settle-job.ts'
import type { EndedRun, ProcessingParts } from '../processing-parts.ts'
import type { RunFailure } from '../provider/failure-of.ts'
import type { GateRefusal, Provider } from '../provider/provider.ts'
import { queueOf } from '../provider/providers.ts'
import { type JobMemory, processingHistory } from '../tables.ts'

/** A job whose worker was lost this often has probably killed it; it fails and costs nothing. */
const MAX_ATTEMPTS = 3
/** A live worker ends its overdue job itself; only after this long somebody else does. */
const OVERDUE_GRACE_MS = 10_000
/** A pending job is announced to the queue again when nothing took it up for this long. */
const WAKE_AGAIN_MS = 60_000
/** Most of one look; more than any machine or vendor takes until the next one. */
const MOST_WOKEN = 200

interface LostJob extends EndedRun {
  readonly aiService: string
  readonly status: string
  readonly attempts: number
  readonly cancel_requested: boolean
  readonly is_overdue: boolean
  readonly has_result: boolean
  readonly waits_ms: number
  readonly memory: JobMemory
}

export interface JobRecovery {
  /** One look. `nobodyElse`: no other process can have a job, so every running one is lost. Returns how many jobs it touched. */
  run(options?: { readonly nobodyElse?: boolean }): Promise<number>
}

export function createJobRecovery(parts: ProcessingParts): JobRecovery {
  const wokenAtMs = new Map<string, number>()
  return {
    async run({ nobodyElse = false } = {}) {
      let touched = 0
      // What was announced for a moment that is in the future again would wait for it.
      const wakesAll = (await parts.clockWatch.look()) || nobodyElse
      const jobs = await findLostJobs(parts, { nobodyElse, wakesAll })
      const refusals = new Map<Provider, GateRefusal | undefined>()
      for (const provider of parts.providers.used) refusals.set(provider, await provider.gate?.refusal())
      const seen = new Set(jobs.map((job) => job.id))
      for (const id of wokenAtMs.keys()) if (!seen.has(id)) wokenAtMs.delete(id)
      for (const job of jobs) {
        const provider = parts.providers.ofJob(job)
        const closedFor = refusals.get(provider)
        if (await recover(parts, job, wokenAtMs, { wakesAll, provider, closedFor })) touched += 1
      }
      if (touched > 0) parts.log.info({ touched }, 'lost jobs recovered')
      return touched
    },
  }
}

/**
 * Waiting jobs that may have been forgotten, jobs without a heartbeat, and jobs over their deadline. Of a long line only the oldest are looked at:
 * the others' turn comes when these are gone, and ten thousand that wait cost no more than a few (bench/topaz.ts).
 */
function findLostJobs(
  { database, timing }: ProcessingParts,
  { nobodyElse, wakesAll }: { readonly nobodyElse: boolean; readonly wakesAll: boolean },
): Promise<LostJob[]> {
  const staleSeconds = nobodyElse ? 0 : timing.staleMs / 1000
  const wakeSeconds = wakesAll ? 0 : WAKE_AGAIN_MS / 1000
  return database.query<LostJob>(
    `with waiting as (
       select id from processing_history
        where status = 'pending' and coalesce(heartbeat_at, created_at) <= now() - make_interval(secs => $3)
        order by created_at limit $4)
     select id, status, attempts, cancel_requested, deadline_at <= now() as is_overdue,
            ai_service as "aiService", model_key as "modelKey", user_id as "userId", original_filename as "originalFilename",
            created_at as "createdAt", memory, memory ? 'storedResult' as has_result,
            (extract(epoch from now() - coalesce(heartbeat_at, created_at)) * 1000)::float8 as waits_ms
       from processing_history
      where (status = 'pending' and (cancel_requested or deadline_at <= now() or id in (select id from waiting)))
         or (status = 'processing'
             and (heartbeat_at is null or heartbeat_at <= now() - make_interval(secs => $1)
                  or deadline_at <= now() - make_interval(secs => $2)))
      order by created_at`,
    [staleSeconds, OVERDUE_GRACE_MS / 1000, wakeSeconds, nobodyElse ? null : MOST_WOKEN],
  )
}

interface RecoveryOf {
  /** Every waiting job is announced again, however short it has waited. */
  readonly wakesAll: boolean
  /** Provider of the job. */
  readonly provider: Provider
  readonly closedFor: GateRefusal | undefined
}

async function recover(
  parts: ProcessingParts,
  job: LostJob,
  wokenAtMs: Map<string, number>,
  { wakesAll, provider, closedFor }: RecoveryOf,
): Promise<boolean> {
  const failure = endOf(job, closedFor)
  // The attempts are the fence: a worker that took the job after our look keeps it.
  if (failure) {
    const isEnded = await failJob(parts.database, job.id, failure, { states: [job.status], attempts: job.attempts })
    if (!isEnded) return false
    parts.measures.failed(failure.code)
    void provider.abandon?.(job.id, job.memory)
    if (!job.cancel_requested) parts.runEmails.send(job, 'runFailed')
    return true
  }
  if (job.status === 'processing') return repeat(parts, job, provider)
  // Without its result no worker can do anything with it while the account is refused; the first look after that wakes it.
  if (closedFor && !job.has_result) return false
  const nowMs = performance.now()
  const isDue =
    wakesAll || (job.waits_ms >= WAKE_AGAIN_MS && nowMs - (wokenAtMs.get(job.id) ?? -Infinity) >= WAKE_AGAIN_MS)
  if (!isDue) return false
  wokenAtMs.set(job.id, nowMs)
  await parts.database.orm.transaction((tx) => parts.queue.send(tx, queueOf(provider), { jobId: job.id }))
  return true
}

/** How a lost job ends; undefined when it is to be done again. A stored result is never thrown away: it is only captured. */
function endOf(job: LostJob, closedFor: GateRefusal | undefined): RunFailure | undefined {
  if (job.has_result) return undefined
  if (job.cancel_requested) return { code: 'processing-cancelled' }
  // A job that waited for a refused account says so; its credits are back either way (P-33, C-57).
  if (job.is_overdue) return { code: closedFor ?? 'processing-timeout' }
  return job.status === 'processing' && job.attempts >= MAX_ATTEMPTS ? { code: 'crashed' } : undefined
}

async function repeat({ database, queue }: ProcessingParts, job: LostJob, provider: Provider): Promise<boolean> {
  return database.orm.transaction(async (tx) => {
    const [row] = await tx
      .update(processingHistory)
      .set({ status: 'pending', heartbeatAt: null, stage: 'queued' })
      .where(
        and(
          eq(processingHistory.id, job.id),
          eq(processingHistory.status, 'processing'),
          eq(processingHistory.attempts, job.attempts),
        ),
      )
      .returning({ id: processingHistory.id })
    if (row) await queue.send(tx, queueOf(provider), { jobId: job.id })
    return row !== undefined
  })
}
