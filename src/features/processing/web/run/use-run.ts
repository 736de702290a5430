// A run on the screen: start, follow, cancel, find again after a reload (architecture §5; document 2 §4, §8; U-32).
import { useCallback, useEffect, useRef } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifyInfo, notifySuccess } from '#platform/web/ui/notices.tsx'
import { isFinalState } from '#rulebook/runs/job-states.ts'
import { PROGRESS_TASK_DISCARD_MS } from '#rulebook/runs/progress.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { runDoneText } from '#rulebook/site/notices.ts'
import type { Job } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'
import { runCalls } from '../workspace/lazy-parts.ts'
import { useStoreState, type WorkspaceStore } from '../workspace/workspace-store.ts'
import { shownJob } from './shown-job.ts'
import type { StartRequest } from './start-job.ts'
import { useFreshResult } from './use-fresh-result.ts'

const { jobs } = processingClient
type RunCalls = Awaited<ReturnType<typeof runCalls.load>>

export interface RunActions {
  /** Resolves when the start was accepted or refused. */
  readonly start: (request: StartRequest) => Promise<void>
  readonly cancelRun: () => Promise<void>
  /** Shows a job that was started before: running or finished. */
  readonly attach: (job: Job) => void
  /** Follows a lost job again. */
  readonly reconnect: () => void
  /** Asks for addresses of the result that work. */
  readonly renewResult: () => void
  /** Follows the run no longer; a running job goes on at the server. */
  readonly leaveRun: () => void
}

/** `onSettled` is called when a balance may have changed: after a start and after the end. */
export function useRun(store: WorkspaceStore, onSettled: () => void): RunActions {
  const { send } = store
  const following = useRef<AbortController>(undefined)
  const settled = useRef(onSettled)
  settled.current = onSettled
  useEffect(() => () => following.current?.abort(), [])
  useDiscardedTask(store)
  const finished = useStoreState(store, ({ run }) => (run.phase === 'finished' ? run.job : undefined))
  const renewResult = useFreshResult(finished, (job) => send({ type: 'job-changed', job, timeMs: Date.now() }))
  const announced = useRef<string>(undefined)
  const end = useCallback((job: Job, wasCancelled = false) => {
    settled.current()
    if (announced.current === job.id) return
    announced.current = job.id
    announce(job, wasCancelled)
  }, [])

  const follow = useCallback(
    (job: Job) => {
      following.current?.abort()
      const control = new AbortController()
      following.current = control
      const onJob = (next: Job) =>
        !control.signal.aborted && send({ type: 'job-changed', job: next, timeMs: Date.now() })
      onJob(job)
      shownJob.keep({ modelKey: job.modelKey, jobId: job.id })
      if (isFinalState(job.status)) return
      withCalls(({ watchJob }) => watchJob(jobs, job.id, { signal: control.signal, onJob })).then(
        (last) => !control.signal.aborted && end(last),
        (error) => !control.signal.aborted && send({ type: 'job-lost', error }),
      )
    },
    [end, send],
  )

  const start = async (request: StartRequest) => {
    following.current?.abort()
    const control = new AbortController()
    following.current = control
    send({ type: 'run-started', timeMs: Date.now() })
    try {
      // Not this controller's signal: leaving the page must not lose a start that was pressed.
      const onTryAgain = () => !control.signal.aborted && send({ type: 'start-repeated' })
      const job = await withCalls(({ startJob }) => startJob(request, new AbortController().signal, onTryAgain))
      if (!control.signal.aborted) follow(job)
    } catch (error) {
      if (!control.signal.aborted) send({ type: 'start-refused', error })
    }
    settled.current()
  }

  const cancelRun = async () => {
    const running = store.state().run.job
    if (!running) return
    send({ type: 'cancel-requested' })
    try {
      const job = await jobs.cancel({ id: running.id })
      if (!isFinalState(job.status)) return // the stream tells when the work has stopped
      follow(job)
      end(job, true)
    } catch (error) {
      send({ type: 'cancel-refused' })
      notifyError(messageOf(error))
    }
  }

  const reconnect = () => {
    const { job } = store.state().run
    if (job) follow(job)
  }
  useOnlineAgain(
    useStoreState(store, ({ run }) => run.phase === 'lost'),
    reconnect,
  )

  return {
    start,
    cancelRun,
    attach: follow,
    reconnect,
    renewResult,
    leaveRun: () => {
      following.current?.abort()
      shownJob.forget()
    },
  }
}

/** At once where they are here, as they are after a moment on the page. */
function withCalls<Answer>(use: (calls: RunCalls) => Promise<Answer>): Promise<Answer> {
  const calls = runCalls.loaded()
  return calls ? use(calls) : runCalls.load().then(use)
}

/** A lost job is followed again as soon as the network is back, as the offline notice promises. */
function useOnlineAgain(isLost: boolean, reconnect: () => void): void {
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', reconnect)
    return () => window.removeEventListener('online', reconnect)
  })
}

/** The one notice at the end of a run; a failure stays on the page and needs none. */
function announce(job: Job, wasCancelled: boolean): void {
  if (job.status === 'completed') {
    if (wasCancelled) notifyInfo(TOOL_PAGE_TEXTS.cancelledButDone)
    else notifySuccess(runDoneText(job.aiService))
  } else if (job.error?.code === 'processing-cancelled') notifyInfo(messageOf(job.error))
}

/** A finished task leaves the screen about a second later (document 1 §4). */
function useDiscardedTask(store: WorkspaceStore): void {
  const endTime = useStoreState(store, ({ run }) => run.task?.endTime)
  useEffect(() => {
    if (endTime === undefined) return
    const timer = setTimeout(() => store.send({ type: 'task-discarded' }), PROGRESS_TASK_DISCARD_MS)
    return () => clearTimeout(timer)
  }, [endTime, store])
}
