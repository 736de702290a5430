// What a run does with the server, loaded before the first press: its start, which never pays twice, its watching, its end.
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifyInfo, notifySuccess } from '#platform/web/ui/notices.tsx'
import { isFinalState } from '#rulebook/runs/job-states.ts'
import { cancelledTooLateText } from '#rulebook/runs/tool-page.ts'
import { runDoneText } from '#rulebook/site/notices.ts'
import type { Job } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import { shownJob } from './shown-job.ts'
import { createJobStarter, type StartRequest } from './start-job.ts'
import { watchJob } from './watch-job.ts'

export { readHeld, readPicture } from '../picture/read-picture.ts'
export { findJob, sourceOf } from './find-job.ts'

/** The page that shows one run at a time. */
export interface RunPage {
  readonly store: WorkspaceStore
  readonly onSettled: () => void
  /** Follows nothing any more. */
  readonly leave: () => void
  /** Leaves what was followed before; the signal says when another run takes its place. */
  readonly begin: () => AbortSignal
  /** One notice a job. */
  announcedJobId?: string
}

const { jobs } = processingClient
const startJob = createJobStarter(jobs.start)

export async function startRun(page: RunPage, request: StartRequest, signal: AbortSignal): Promise<void> {
  // Not this run's signal: leaving the page must not lose a start that was pressed.
  const onTryAgain = () => !signal.aborted && page.store.send({ type: 'start-repeated' })
  const job = await startJob(request, new AbortController().signal, onTryAgain)
  if (!signal.aborted) followRun(page, job, signal)
}

/** Shows the job and watches it until its end. */
export function followRun(page: RunPage, job: Job, signal: AbortSignal): void {
  const { send } = page.store
  const onJob = (next: Job) => !signal.aborted && send({ type: 'job-changed', job: next, timeMs: Date.now() })
  onJob(job)
  shownJob.keep({ modelKey: job.modelKey, jobId: job.id })
  if (isFinalState(job.status)) return
  watchJob(jobs, job.id, { signal, onJob }).then(
    (last) => !signal.aborted && end(page, last),
    (error) => !signal.aborted && send({ type: 'job-lost', error }),
  )
}

export async function cancelRun(page: RunPage): Promise<void> {
  const { send, state } = page.store
  const running = state().run.job
  if (!running) return
  send({ type: 'cancel-requested' })
  try {
    const isLost = state().run.phase === 'lost'
    const job = await jobs.cancel({ id: running.id })
    const isOver = isFinalState(job.status)
    // Otherwise the stream reports when the work has stopped.
    if (isOver || isLost) followRun(page, job, page.begin())
    if (isOver) end(page, job, true)
  } catch (error) {
    send({ type: 'cancel-refused' })
    notifyError(messageOf(error))
  }
}

/** The one notice at the end of a run; a failure stays on the page and needs none. */
function end(page: RunPage, job: Job, wasCancelled = false): void {
  page.onSettled()
  if (page.announcedJobId === job.id) return
  page.announcedJobId = job.id
  if (job.status === 'completed') {
    if (wasCancelled) notifyInfo(cancelledTooLateText(job.creditsConsumed))
    else notifySuccess(runDoneText(job.aiService))
  } else if (job.error?.code === 'processing-cancelled') notifyInfo(messageOf(job.error))
}
