// Looks at a task until it ends (contract §3, §12.4): the first time at half of the expected time, then ever less often. Trouble on the way is
// none of the job's: only the vendor's word ends it, or the run's signal.
import type { Log } from '#platform/server/log.ts'
import { ProviderError, type ProviderRun } from '../provider.ts'
import type { AcceptedTask } from './submit-task.ts'
import type { TaskStatus, TopazClient } from './topaz-client.ts'
import { TopazError } from './topaz-errors.ts'
import { createBackoff, type TopazTiming } from './topaz-timing.ts'

const RUNNING = ['Pending', 'Processing']
/** Of the run; sending and fetching have the rest. */
const SENT_FRACTION = 0.05
const DONE_FRACTION = 0.9
const POLL_GROWTH = 1.5
const ETA_PART = 0.5

interface WatchParts {
  readonly log: Log
  /** Between two looks. Rejects when the run is stopped. */
  readonly pause: (ms: number) => Promise<void>
}

export async function awaitTask(
  client: TopazClient,
  timing: TopazTiming,
  task: AcceptedTask,
  run: Pick<ProviderRun, 'signal' | 'onProgress'>,
  { log, pause }: WatchParts,
): Promise<TaskStatus> {
  const backoffMs = createBackoff(timing.retryMinMs, timing.retryMaxMs)
  let waitMs = firstWaitMs(task.eta, timing)
  let pollMs = timing.pollMinMs
  let best = 0
  run.onProgress({ stage: 'working', fraction: SENT_FRACTION })
  for (;;) {
    await pause(waitMs)
    try {
      const state = await client.status(task.id, run.signal)
      if (state.status === 'Completed') return state
      // The vendor gives no reason (contract §3); its credits come back by themselves.
      if (state.status === 'Failed' || state.status === 'Cancelled')
        throw new ProviderError('Processing failed', 'other')
      if (!RUNNING.includes(state.status)) log.error({ status: state.status }, 'a status that no document knows')
      best = Math.max(best, Math.min(100, state.progress))
      run.onProgress({ stage: 'working', fraction: SENT_FRACTION + ((DONE_FRACTION - SENT_FRACTION) * best) / 100 })
      waitMs = pollMs
      pollMs = Math.min(timing.pollMaxMs, pollMs * POLL_GROWTH)
    } catch (error) {
      if (!(error instanceof TopazError) || !error.isPassing) throw error
      waitMs = backoffMs()
    }
  }
}

function firstWaitMs(eta: number | undefined, { pollMinMs, firstLookMaxMs }: TopazTiming): number {
  const expectedMs = eta === undefined ? 0 : (eta * 1000 - Date.now()) * ETA_PART
  return Math.min(firstLookMaxMs, Math.max(pollMinMs, expectedMs))
}
