// Turns a provider's fraction into the documents' numbers (document 2 §4: sync 10/30/90/100, async 5/10/15 + 0.8p …95/100) and
// writes them at most about four times a second, one after the other.
import type { Database } from '#platform/server/database/database.ts'
import { ASYNC_PROGRESS, asyncProgress, SYNC_PROGRESS } from '#rulebook/runs/progress.ts'
import type { JobRow } from '../jobs/job.store.ts'
import type { ProviderProgress } from '../provider/provider.ts'
import { writeProgress } from './claim-job.ts'

const MIN_GAP_MS = 250

/** The numbers between two steps follow the true fraction of the work. */
export function shownProgress(isAsync: boolean, fraction: number): number {
  if (isAsync) return Math.floor(asyncProgress(fraction * 100))
  const { sent, received } = SYNC_PROGRESS
  return Math.floor(sent + (received - sent) * fraction)
}

/** What an async call reports (0–100), read back from the shown number. */
export function reportedProgress(isAsync: boolean, shown: number): number {
  const start = isAsync ? ASYNC_PROGRESS.working : SYNC_PROGRESS.sent
  const end = isAsync ? asyncProgress(100) : SYNC_PROGRESS.received
  return Math.round(Math.min(100, Math.max(0, ((shown - start) / (end - start)) * 100)))
}

export interface JobProgress {
  /** A step that is always written; the work goes on meanwhile. */
  reach(progress: number, stage: string): void
  /** The provider's report; written when it is time. */
  report(progress: ProviderProgress): void
  /** Resolves when what was begun is written. */
  settle(): Promise<void>
}

export function createJobProgress(database: Database, job: JobRow, isAsync: boolean): JobProgress {
  let writing: Promise<void> = Promise.resolve()
  let lastWriteMs = Number.NEGATIVE_INFINITY
  let last = ''
  let waiting: NodeJS.Timeout | undefined

  const forget = () => {
    clearTimeout(waiting)
  }
  const write = (progress: number, stage: string) => {
    forget()
    lastWriteMs = performance.now()
    last = `${progress} ${stage}`
    writing = writing.then(() => writeProgress(database, job, progress, stage)).catch(() => undefined)
  }
  return {
    reach: write,
    report({ stage, fraction }) {
      const progress = shownProgress(isAsync, fraction)
      if (last === `${progress} ${stage}`) return
      forget()
      const waitMs = lastWriteMs + MIN_GAP_MS - performance.now()
      if (waitMs <= 0) write(progress, stage)
      else waiting = setTimeout(() => write(progress, stage), waitMs)
    },
    settle() {
      forget()
      return writing
    },
  }
}
