// Tells this process of every committed change to a job, made here or in another process (migration 0005). An announcement
// can be lost with a broken connection, so whoever waits also looks at the row from time to time.
import { EventEmitter } from 'node:events'
import type { Database } from '#platform/server/database/database.ts'

export interface JobFeed {
  /** The answered function ends the subscription. */
  onChange(jobId: string, listener: () => void): () => void
  onCancel(jobId: string, listener: () => void): () => void
  close(): Promise<void>
}

export async function openJobFeed(database: Database): Promise<JobFeed> {
  const changes = new EventEmitter().setMaxListeners(0)
  const cancels = new EventEmitter().setMaxListeners(0)
  const unlisten = [
    await database.listen('job_changed', (jobId) => void changes.emit(jobId)),
    await database.listen('job_cancelled', (jobId) => void cancels.emit(jobId)),
  ]
  const subscribe = (emitter: EventEmitter) => (jobId: string, listener: () => void) => {
    emitter.on(jobId, listener)
    return () => void emitter.off(jobId, listener)
  }
  return {
    onChange: subscribe(changes),
    onCancel: subscribe(cancels),
    close: async () => {
      for (const stop of unlisten) await stop()
    },
  }
}

/** Waits for changes of one job; several changes in between count as one. */
export interface ChangeWaiter {
  /** Resolves on the next change, at the latest after `maxMs`, or when `signal` fires. */
  next(maxMs: number, signal?: AbortSignal): Promise<void>
  close(): void
}

export function waitForChanges(feed: JobFeed, jobId: string): ChangeWaiter {
  let hasChanged = false
  let wake: (() => void) | undefined
  const close = feed.onChange(jobId, () => {
    hasChanged = true
    wake?.()
  })
  return {
    close,
    async next(maxMs, signal) {
      if (!hasChanged && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxMs)
          signal?.addEventListener('abort', () => resolve(), { once: true })
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hasChanged = false
      wake = undefined
    },
  }
}
