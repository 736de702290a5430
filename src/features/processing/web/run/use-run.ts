// A run on the screen: start, follow, cancel, find again after a reload (architecture §5; document 2 §4, §8; U-32).
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifyInfo, notifySuccess } from '#platform/web/ui/notices.tsx'
import { isFinalState } from '#rulebook/runs/job-states.ts'
import { PROGRESS_TASK_DISCARD_MS } from '#rulebook/runs/progress.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { runDoneText } from '#rulebook/site/notices.ts'
import type { Job } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'
import { runCalls } from '../workspace/lazy-parts.ts'
import { NO_RUN, type RunState, runReducer } from './run-state.ts'
import { shownJob } from './shown-job.ts'
import type { StartRequest } from './start-job.ts'
import { useFreshResult } from './use-fresh-result.ts'

const { jobs } = processingClient
type RunCalls = Awaited<ReturnType<typeof runCalls.load>>

export interface RunControl {
  readonly run: RunState
  /** Resolves when the start was accepted or refused. */
  readonly start: (request: StartRequest) => Promise<void>
  readonly cancel: () => Promise<void>
  /** Shows a job that was started before: running or finished. */
  readonly attach: (job: Job) => void
  /** Follows a lost job again. */
  readonly reconnect: () => void
  /** Asks for addresses of the result that work. */
  readonly renewResult: () => void
  /** Forgets a finished, failed or re-selected run; a running job goes on at the server. */
  readonly clear: () => void
}

/** `onSettled` is called when a balance may have changed: after a start and after the end. */
export function useRun(onSettled: () => void): RunControl {
  const [run, dispatch] = useReducer(runReducer, NO_RUN)
  const following = useRef<AbortController>(undefined)
  const settled = useRef(onSettled)
  settled.current = onSettled
  useEffect(() => () => following.current?.abort(), [])
  useDiscardedTask(run, dispatch)
  const renewResult = useFreshResult(run.phase === 'finished' ? run.job : undefined, (job) =>
    dispatch({ type: 'job', job, timeMs: Date.now() }),
  )
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
      const onJob = (next: Job) => !control.signal.aborted && dispatch({ type: 'job', job: next, timeMs: Date.now() })
      onJob(job)
      shownJob.keep({ modelKey: job.modelKey, jobId: job.id })
      if (isFinalState(job.status)) return
      withCalls(({ watchJob }) => watchJob(jobs, job.id, { signal: control.signal, onJob })).then(
        (last) => !control.signal.aborted && end(last),
        (error) => !control.signal.aborted && dispatch({ type: 'lost', error }),
      )
    },
    [end],
  )

  const start = async (request: StartRequest) => {
    following.current?.abort()
    const control = new AbortController()
    following.current = control
    dispatch({ type: 'start', timeMs: Date.now() })
    try {
      // Not this controller's signal: leaving the page must not lose a start that was pressed.
      const onTryAgain = () => !control.signal.aborted && dispatch({ type: 'try-again' })
      const job = await withCalls(({ startJob }) => startJob(request, new AbortController().signal, onTryAgain))
      if (!control.signal.aborted) follow(job)
    } catch (error) {
      if (!control.signal.aborted) dispatch({ type: 'refused', error })
    }
    settled.current()
  }

  const cancel = async () => {
    if (!run.job) return
    dispatch({ type: 'cancel' })
    try {
      const job = await jobs.cancel({ id: run.job.id })
      if (!isFinalState(job.status)) return // the stream tells when the work has stopped
      follow(job)
      end(job, true)
    } catch (error) {
      dispatch({ type: 'cancel-refused' })
      notifyError(messageOf(error))
    }
  }

  const reconnect = () => run.job && follow(run.job)
  useOnlineAgain(run.phase === 'lost', reconnect)

  return {
    run,
    start,
    cancel,
    attach: follow,
    reconnect,
    renewResult,
    clear: useCallback(() => {
      following.current?.abort()
      shownJob.forget()
      dispatch({ type: 'clear' })
    }, []),
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
function useDiscardedTask(run: RunState, dispatch: (action: { type: 'discard-task' }) => void): void {
  const endTime = run.task?.endTime
  useEffect(() => {
    if (endTime === undefined) return
    const timer = setTimeout(() => dispatch({ type: 'discard-task' }), PROGRESS_TASK_DISCARD_MS)
    return () => clearTimeout(timer)
  }, [endTime, dispatch])
}
