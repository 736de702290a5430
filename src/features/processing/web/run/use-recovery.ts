// Coming back to a tool page finds the run again (architecture §5 "watch"; U-32): one that still runs, or the finished one
// that this tab showed. A tab that works on another picture is left alone.
import { useEffect } from 'react'
import type { Job } from '../../contract.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { runCalls } from '../workspace/lazy-parts.ts'
import { statusOf } from '../workspace/workspace-state.ts'
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
      const { picture } = store.state()
      const { findJob, readPicture, sourceOf } = await runCalls.load()
      const job = await findJob(modelKey, picture)
      if (!job || !isWanted) return
      const recovered = picture ?? (await readPicture(sourceOf(job)))
      const isAnotherChosen = !picture && statusOf(store.state()) !== 'idle'
      if (!isWanted || isAnotherChosen) return
      if (!picture) hold(recovered)
      void attach(job)
    }
    recover().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [modelKey, isReady])
}
