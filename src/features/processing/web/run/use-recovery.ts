// Coming back to a tool page finds the run again (architecture §5 "watch"; U-32): one that still runs, or the finished one
// that this tab showed. A tab that works on another picture is left alone.
import { useEffect } from 'react'
import type { Job } from '../../contract.ts'
import { type CurrentPicture, isSameSource } from '../picture/current-picture.ts'
import { readPicture } from '../picture/use-current-picture.ts'
import { processingClient } from '../processing-client.ts'
import { shownJob } from './shown-job.ts'

const sourceOf = (job: Job): CurrentPicture['source'] =>
  job.parentId ? { parentJobId: job.parentId } : { uploadId: job.uploadId }

interface Recovery {
  readonly modelKey: string
  /** It is known who is looking. */
  readonly isReady: boolean
  readonly held: CurrentPicture | undefined
  readonly hold: (picture: CurrentPicture) => void
  readonly attach: (job: Job) => void
}

/** Looks once per model. Without an answer the page simply starts empty; the history has every run. */
export function useRecovery({ modelKey, isReady, held, hold, attach }: Recovery): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per model; the rest is read at that moment
  useEffect(() => {
    if (!isReady) return
    let isWanted = true
    const recover = async () => {
      const job = await findJob(modelKey, held)
      if (!job || !isWanted) return
      const picture = held ?? (await readPicture(sourceOf(job)))
      if (!isWanted) return
      if (!held) hold(picture)
      attach(job)
    }
    recover().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [modelKey, isReady])
}

async function findJob(modelKey: string, held: CurrentPicture | undefined): Promise<Job | undefined> {
  const fits = (job: Job) => job.modelKey === modelKey && (!held || isSameSource(sourceOf(job), held.source))
  const kept = shownJob.of(modelKey)
  const open = (await processingClient.jobs.open()).find(fits)
  if (open || !kept) return open
  const job = await processingClient.jobs.get({ id: kept })
  return job.status === 'completed' && !job.filesRemoved && fits(job) ? job : undefined
}
