// One run as the tool page shows it (document 2 §4). none → starting → watching → finished or failed; `lost` means that the
// page no longer gets events of a job that goes on at the server. After a final state a new run may start.
// The shared progress task accompanies the job and is discarded about a second after its end.
import { FlowError } from '#rulebook/runs/flow-errors.ts'
import { DONE_PROGRESS, moveProgressTask, type ProgressTask, startProgressTask } from '#rulebook/runs/progress.ts'
import type { ProcessingErrorCode } from '#rulebook/runs/provider-failures.ts'
import type { Job } from '../../contract.ts'

export type RunPhase = 'none' | 'starting' | 'watching' | 'lost' | 'finished' | 'failed'

export interface RunState {
  readonly phase: RunPhase
  readonly job: Job | undefined
  readonly task: ProgressTask | undefined
  /** What ended the run or the watching; something that `messageOf` reads. */
  readonly error: unknown
  readonly isCancelling: boolean
  /** The answer to the start was lost, and the same start is sent again. */
  readonly isTryingAgain: boolean
}

export type RunEvent =
  | { readonly type: 'run-started'; readonly timeMs: number }
  /** A state of the job, from the answer to the start, from the stream, or found again after a reload. */
  | { readonly type: 'job-changed'; readonly job: Job; readonly timeMs: number }
  | { readonly type: 'start-repeated' | 'cancel-requested' | 'cancel-refused' | 'task-discarded' }
  | { readonly type: 'start-refused' | 'job-lost'; readonly error: unknown }

export const NO_RUN: RunState = {
  phase: 'none',
  job: undefined,
  task: undefined,
  error: undefined,
  isCancelling: false,
  isTryingAgain: false,
}

const CANCELLED: ProcessingErrorCode = 'processing-cancelled'
const TASK_STEPS = DONE_PROGRESS

export function runReducer(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run-started':
      return { ...NO_RUN, phase: 'starting', task: startProgressTask('', TASK_STEPS, event.timeMs) }
    case 'job-changed':
      return withJob(state, event.job, event.timeMs)
    case 'start-repeated':
      return { ...state, isTryingAgain: true }
    case 'start-refused':
      return { ...NO_RUN, phase: 'failed', error: event.error }
    case 'job-lost':
      return { ...state, phase: 'lost', error: event.error, isCancelling: false }
    case 'cancel-requested':
      return { ...state, isCancelling: true }
    case 'cancel-refused':
      return { ...state, isCancelling: false }
    case 'task-discarded':
      return { ...state, task: undefined }
  }
}

function withJob(state: RunState, job: Job, timeMs: number): RunState {
  if (state.phase === 'finished' && job.status === 'completed') return { ...state, job } // with newer addresses
  const begun = state.task ?? startProgressTask(job.id, TASK_STEPS, Date.parse(job.createdAt))
  const moved = { ...begun, taskId: job.id, progress: job.progress, currentStep: job.progress, message: job.stage }
  const base = { ...state, job, error: undefined, isTryingAgain: false }
  if (job.status === 'completed' && !job.result && !job.filesRemoved)
    return { ...base, phase: 'failed', isCancelling: false, error: new FlowError('completedWithoutResult') }
  if (job.status === 'completed')
    return { ...base, phase: 'finished', isCancelling: false, task: moveProgressTask(moved, 'completed', { timeMs }) }
  if (job.status === 'failed' && job.error?.code === CANCELLED) return NO_RUN // back to the current picture (C-55)
  if (job.status === 'failed') {
    const task = moveProgressTask(moved, 'failed', { timeMs, error: job.error?.code })
    return { ...base, phase: 'failed', isCancelling: false, error: job.error ?? new FlowError('failed'), task }
  }
  const task = job.status === 'processing' ? moveProgressTask(moved, 'running', { timeMs }) : moved
  return { ...base, phase: 'watching', task }
}

/** While this holds no second run may be started from this page. */
export const isBusy = ({ phase }: RunState): boolean => phase === 'starting' || phase === 'watching' || phase === 'lost'

/** The finished bar stays for the second in which the shared progress task is still there (document 1 §4). */
export const isShowingRun = (run: RunState): boolean =>
  isBusy(run) || (run.phase === 'finished' && run.task !== undefined)
