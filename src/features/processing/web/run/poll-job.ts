// Asking for a job's state as documented: 120 questions or 10 minutes at most on a tool page (document 2 §9; C-13).

import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { isFinalState } from '#rulebook/runs/job-states.ts'
import { type PollLimit, TOOL_PAGE_POLL_LIMIT } from '#rulebook/runs/polling.ts'
import type { Job } from '../../contract.ts'
import { pollUntilFinal } from './poll-until-final.ts'

export interface WatchOptions {
  readonly signal: AbortSignal
  readonly onJob: (job: Job) => void
  readonly limit?: PollLimit
}
export interface GetJob {
  get(input: { id: string }, options: { signal: AbortSignal }): Promise<Job>
}

/** The job in its final state. Throws the third failure in a row, a refusal, or `processing-timeout` at the limit. */
export async function pollJob(calls: GetJob, id: string, options: WatchOptions): Promise<Job> {
  const { signal, onJob, limit = TOOL_PAGE_POLL_LIMIT } = options
  return pollUntilFinal({
    ask: () => calls.get({ id }, { signal }),
    onAnswer: onJob,
    isFinal: (job) => isFinalState(job.status),
    isHopeless: isRefusal,
    limit,
    signal,
    atLimit: () => Object.assign(new Error('processing-timeout'), { code: 'processing-timeout' }),
  })
}
