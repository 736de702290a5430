// Asking for a job's state as documented: every 5 s; a failed question again after 2 s; the third failure in a row is
// thrown; 120 questions or 10 minutes at most on a tool page (document 2 §7–§9; C-13, U-55).
import { waitFor } from '#platform/web/wait-for.ts'
import { isErrorCode } from '#rulebook/errors.ts'
import { isFinalState } from '#rulebook/job-states.ts'
import {
  POLL_INTERVAL_MS,
  POLL_MAX_FAILURES,
  POLL_RETRY_DELAY_MS,
  type PollLimit,
  TOOL_PAGE_POLL_LIMIT,
} from '#rulebook/polling.ts'
import type { Job } from '../../contract.ts'

export interface WatchOptions {
  readonly signal: AbortSignal
  readonly onJob: (job: Job) => void
  readonly limit?: PollLimit
}
export interface GetJob {
  get(input: { id: string }, options: { signal: AbortSignal }): Promise<Job>
}

/** Codes that say nothing about the request itself; the same question may be answered a moment later. */
const PASSING_CODES: readonly unknown[] = ['unexpected', 'network-failed', 'maintenance']

/** Whether the server has answered with a code of ours: asking again would bring the same answer. */
export const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  isErrorCode(error.code) &&
  !PASSING_CODES.includes(error.code)

/** The job in its final state. Throws the third failure in a row, a refusal, or `processing-timeout` at the limit. */
export async function pollJob(calls: GetJob, id: string, options: WatchOptions): Promise<Job> {
  const { signal, onJob, limit = TOOL_PAGE_POLL_LIMIT } = options
  const startedAtMs = Date.now()
  let failures = 0
  for (let attempt = 1; attempt <= limit.maxAttempts && Date.now() - startedAtMs < limit.timeoutMs; attempt++) {
    try {
      const job = await calls.get({ id }, { signal })
      failures = 0
      onJob(job)
      if (isFinalState(job.status)) return job
    } catch (error) {
      failures += 1
      if (signal.aborted || isRefusal(error) || failures >= POLL_MAX_FAILURES) throw error
    }
    await waitFor(failures === 0 ? POLL_INTERVAL_MS : POLL_RETRY_DELAY_MS, signal)
  }
  throw Object.assign(new Error('processing-timeout'), { code: 'processing-timeout' })
}
