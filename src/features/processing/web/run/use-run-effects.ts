// What a shown run needs in time: its task leaves the screen, a lost job is followed again, its result's addresses are renewed.
import { useEffect } from 'react'
import { PROGRESS_TASK_DISCARD_MS } from '#rulebook/runs/progress.ts'
import { useStoreState, type WorkspaceStore } from '../workspace/workspace-store.ts'
import { useFreshResult } from './use-fresh-result.ts'

/** Returns what asks for addresses of the result that work. */
export function useRunEffects(store: WorkspaceStore, reconnect: () => void): () => void {
  useDiscardedTask(store)
  useOnlineAgain(store, reconnect)
  const finished = useStoreState(store, ({ run }) => (run.phase === 'finished' ? run.job : undefined))
  return useFreshResult(finished, (job) => store.send({ type: 'job-changed', job, timeMs: Date.now() }))
}

/** A lost job is followed again as soon as the network is back, as the offline notice promises. */
function useOnlineAgain(store: WorkspaceStore, reconnect: () => void): void {
  const isLost = useStoreState(store, ({ run }) => run.phase === 'lost')
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', reconnect)
    return () => window.removeEventListener('online', reconnect)
  })
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
