// Watches over one running job: writes its heartbeat, and stops it for a cancel, the deadline, a stop of the process, or the loss of
// the job to another worker. The reason decides how the job ends.
import type { ProcessingParts } from '../processing-parts.ts'
import type { Provider } from '../provider/provider.ts'
import { type ClaimedJob, LostJobError, writeHeartbeat } from './claim-job.ts'

export type StopReason = 'cancelled' | 'timeout' | 'stopping' | 'lost'

export interface JobWatchdog {
  readonly signal: AbortSignal
  /** Why the job was stopped; undefined while nothing stopped it. */
  reason(): StopReason | undefined
  end(): void
}

// A running job may finish while the process stops, but must be handed back before the process is killed.
const HAND_BACK_RESERVE_MS = 3000

interface WatchdogParts extends Pick<ProcessingParts, 'database' | 'feed' | 'timing' | 'settings' | 'log'> {
  /** Provider of this job. */
  readonly provider: Pick<Provider, 'cancel'>
}

export function startWatchdog(parts: WatchdogParts, job: ClaimedJob, stopping: AbortSignal): JobWatchdog {
  const controller = new AbortController()
  let reason: StopReason | undefined
  const stop = (why: StopReason) => {
    reason ??= why
    controller.abort(new DOMException(why, 'AbortError'))
  }
  const cancel = createCancel(parts, job, () => stop('cancelled'))
  const heartbeat = setInterval(() => void sendHeartbeat(parts, job, stop, cancel), parts.timing.heartbeatMs)
  const deadline = setTimeout(() => stop('timeout'), Math.max(0, job.remainingMs))
  const unsubscribe = parts.feed.onCancel(job.id, cancel)
  let handBack: NodeJS.Timeout | undefined
  const onStopping = () => {
    handBack = setTimeout(() => stop('stopping'), Math.max(0, parts.settings.stopGraceMs - HAND_BACK_RESERVE_MS))
  }
  if (stopping.aborted) onStopping()
  stopping.addEventListener('abort', onStopping, { once: true })
  if (job.cancelRequested) cancel()
  return {
    signal: controller.signal,
    reason: () => reason,
    end() {
      clearInterval(heartbeat)
      clearTimeout(deadline)
      clearTimeout(handBack)
      unsubscribe()
      stopping.removeEventListener('abort', onStopping)
    },
  }
}

/** A provider that is paid elsewhere is asked first; where it cannot be reached, the next heartbeat asks again. */
function createCancel({ provider, log }: WatchdogParts, job: ClaimedJob, stop: () => void): () => void {
  let isSettled = false
  return () => {
    if (isSettled) return
    isSettled = true
    if (!provider.cancel) return stop()
    provider.cancel(job.id, job.memory).then(
      (isStopped) => {
        if (isStopped) stop()
        else log.info({ jobId: job.id }, 'too late to cancel: the result is delivered')
      },
      (error: unknown) => {
        isSettled = false
        log.warn({ err: error, jobId: job.id }, 'cancel not answered')
      },
    )
  }
}

async function sendHeartbeat(
  parts: WatchdogParts,
  job: ClaimedJob,
  stop: (why: StopReason) => void,
  cancel: () => void,
): Promise<void> {
  try {
    const { cancelRequested } = await writeHeartbeat(parts.database, job)
    if (cancelRequested) cancel()
  } catch (error) {
    // A database that is away for a moment does not end a run: recovery decides by the heartbeat's age.
    if (error instanceof LostJobError) stop('lost')
    else parts.log.warn({ err: error, jobId: job.id }, 'heartbeat not written')
  }
}
