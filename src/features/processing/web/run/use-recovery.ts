// Coming back to a tool page finds the run again (architecture §5 "watch"; U-32): one that still runs, or the finished one
// that this tab showed. A tab that works on another picture is left alone, and so is a person who was quicker than the answer.
import { useEffect } from 'react'
import type { Job } from '../../contract.ts'
import { type CurrentPicture, isSameSource } from '../picture/current-picture.ts'
import { runCalls } from '../workspace/lazy-parts.ts'
import { statusOf, type WorkspaceState } from '../workspace/workspace-state.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'

interface Recovery {
  readonly modelKey: string
  /** It is known who is looking. */
  readonly isReady: boolean
  readonly store: WorkspaceStore
  readonly hold: (picture: CurrentPicture) => void
  readonly attach: (job: Job) => Promise<void>
}

/** Looks once per model. Without an answer the page simply starts empty; the history has every run. */
export function useRecovery({ modelKey, isReady, store, hold, attach }: Recovery): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per model; the rest is read at that moment
  useEffect(() => {
    if (!isReady) return
    let isWanted = true
    const recover = async () => {
      const before = store.state()
      const { picture } = before
      const { findJob, readPicture, sourceOf } = await runCalls.load()
      const job = await findJob(modelKey, picture)
      if (!job || !isWanted) return
      const recovered = picture ?? (await readPicture(sourceOf(job)))
      if (!isWanted || hasMovedOn(before, store.state())) return
      if (!picture) hold(recovered)
      void attach(job)
    }
    recover().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [modelKey, isReady])
}

/** A run was started or another picture chosen since: an old run must neither take their place nor stop the watching of the new one. */
function hasMovedOn(before: WorkspaceState, now: WorkspaceState): boolean {
  if (now.run !== before.run) return true
  if (!before.picture) return statusOf(now) !== 'idle'
  return !now.picture || !isSameSource(before.picture.source, now.picture.source)
}
