// Polls a task until it ends (Topaz contract §3, §11): after half of the remaining time, with growing intervals once it is overdue. Transient errors
// do not fail the job, and neither does a task that the vendor has just accepted and does not list yet; only the vendor's final status or the run's
// signal ends it.
import type { Log } from '#platform/server/log.ts'
import type { ProviderRun } from '../provider.ts'
import type { AcceptedTask } from './submit-task.ts'
import type { TaskStatus, TopazClient } from './topaz-client.ts'
import { TopazError } from './topaz-errors.ts'
import { createBackoff, type TopazTiming } from './topaz-timing.ts'

const RUNNING = ['Pending', 'Processing']
const ENDED = ['Completed', 'Failed', 'Cancelled']
/** Shares of the run's progress at which waiting begins and ends; sending and fetching have the rest. */
const SENT_FRACTION = 0.05
const DONE_FRACTION = 0.9
const POLL_GROWTH = 1.5
const WAIT_SHARE_OF_ETA = 0.5

interface WatchParts {
  readonly log: Log
  /** Between two looks. Rejects when the run is stopped. */
  readonly pause: (ms: number) => Promise<void>
}

/** With one of the vendor's final states. */
export async function awaitTask(
  client: TopazClient,
  timing: TopazTiming,
  task: AcceptedTask,
  run: Pick<ProviderRun, 'signal' | 'onProgress'>,
  { log, pause }: WatchParts,
): Promise<TaskStatus> {
  const backoffMs = createBackoff(timing.retryMinMs, timing.retryMaxMs)
  const pollDelayMs = createPollDelays(timing)
  let waitMs = pollDelayMs(task.eta)
  let highestProgress = 0
  const unknownStates = new Set<string>()
  const listedByMs = performance.now() + timing.unlistedMs
  run.onProgress({ stage: 'working', fraction: SENT_FRACTION })
  for (;;) {
    await pause(waitMs)
    try {
      const state = await client.status(task.id, run.signal)
      if (ENDED.includes(state.status)) return state
      if (!RUNNING.includes(state.status) && !unknownStates.has(state.status)) {
        unknownStates.add(state.status)
        log.error({ status: state.status }, 'a status that no document knows')
      }
      highestProgress = Math.max(highestProgress, Math.min(100, state.progress))
      run.onProgress({
        stage: 'working',
        fraction: SENT_FRACTION + ((DONE_FRACTION - SENT_FRACTION) * highestProgress) / 100,
      })
      waitMs = pollDelayMs(state.eta ?? task.eta)
    } catch (error) {
      if (!(error instanceof TopazError)) throw error
      const isUnlisted = error.status === 404 && performance.now() < listedByMs
      if (!error.isPassing && !isUnlisted) throw error
      waitMs = backoffMs()
    }
  }
}

/**
 * Until the next poll. Never longer than `pollMaxMs`, whatever is expected: two clocks may differ by hours, and nobody waits a minute for a picture
 * that is finished. The price is small: polls of a run that takes ten minutes are as many as its steady rhythm makes anyway.
 */
function createPollDelays({ pollMinMs, pollMaxMs }: TopazTiming): (eta: number | undefined) => number {
  let leastMs = pollMinMs
  return (eta) => {
    const halfMs = eta === undefined ? 0 : (eta * 1000 - Date.now()) * WAIT_SHARE_OF_ETA
    const waitMs = Math.min(pollMaxMs, Math.max(leastMs, halfMs))
    // Overdue tasks are polled ever less often; while an end is expected, the rhythm follows it.
    if (halfMs < leastMs) leastMs = Math.min(pollMaxMs, leastMs * POLL_GROWTH)
    return waitMs
  }
}
