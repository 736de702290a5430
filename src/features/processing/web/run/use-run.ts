// A run on the screen: start, follow, cancel, find again after a reload (architecture §5; document 2 §4, §8; U-32). What it does with the
// server is loaded when the page is idle (`run-calls.ts`).
import { useEffect, useRef, useState } from 'react'
import type { Job } from '../../contract.ts'
import { runCalls } from '../workspace/lazy-parts.ts'
import type { RunActions } from '../workspace/workspace-actions.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import type { RunPage } from './run-calls.ts'
import { shownJob } from './shown-job.ts'

/** `onSettled` is called when a balance may have changed: after a start and after the end. */
export function useRun(store: WorkspaceStore, onSettled: () => void): RunActions {
  const settled = useRef(onSettled)
  settled.current = onSettled
  const [page] = useState(() => createRunPage(store, () => settled.current()))
  useEffect(() => page.leave, [page])
  const attach = (job: Job) => {
    const signal = page.begin()
    return withRunCalls(({ followRun }) => followRun(page, job, signal))
  }
  return {
    attach,
    start: async (request) => {
      const signal = page.begin()
      store.send({ type: 'run-started', timeMs: Date.now() })
      try {
        await withRunCalls(({ startRun }) => startRun(page, request, signal))
      } catch (error) {
        if (!signal.aborted) store.send({ type: 'start-refused', error })
      }
      page.onSettled()
    },
    cancelRun: () => withRunCalls(({ cancelRun }) => cancelRun(page)),
    reconnect: () => {
      const { job } = store.state().run
      if (job) void attach(job)
    },
    leaveRun: () => {
      page.leave()
      shownJob.forget()
    },
  }
}

function createRunPage(store: WorkspaceStore, onSettled: () => void): RunPage {
  let following: AbortController | undefined
  const leave = () => following?.abort()
  return {
    store,
    onSettled,
    leave,
    begin: () => {
      leave()
      following = new AbortController()
      return following.signal
    },
  }
}

/** At once where they are here, as they are after a moment on the page. */
export function withRunCalls<Answer>(
  use: (calls: Awaited<ReturnType<typeof runCalls.load>>) => Answer | Promise<Answer>,
): Promise<Answer> {
  const calls = runCalls.loaded()
  return calls ? Promise.resolve(use(calls)) : runCalls.load().then(use)
}
