// Notifies this process of every committed change to a job, made here or in another process (migration 0005). An announcement can be lost with a
// broken connection, and the place in the line changes without one: so all jobs that somebody watches are looked at together, by one statement
// for the whole process, and only who watches a changed one is woken (measured by bench/watchers.ts, decision 0112).
import { EventEmitter } from 'node:events'
import type { Database } from '#platform/server/database/database.ts'
import type { Providers } from '../provider/providers.ts'
import { readJobMarks } from './job.store.ts'

type Lines = Pick<Providers, 'elsewhere'>

const POLL_MS = 2000

export interface JobFeed {
  /** The returned function ends the subscription. */
  onChange(jobId: string, listener: () => void): () => void
  onCancel(jobId: string, listener: () => void): () => void
  close(): Promise<void>
}

export async function openJobFeed(database: Database, providers: Lines, pollMs = POLL_MS): Promise<JobFeed> {
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
  const stopPolling = pollFrom(database, providers, changes, pollMs)
  return {
    onChange: subscribe(changes),
    onCancel: subscribe(cancels),
    close: async () => {
      await stopPolling()
      for (const stop of unlisten) await stop()
    },
  }
}

/** Polls what is watched and announces what differs from the poll before. */
function pollFrom(database: Database, providers: Lines, changes: EventEmitter, everyMs: number): () => Promise<void> {
  let seen = new Map<string, string>()
  let round = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const poll = async () => {
    const watched = changes.eventNames() as string[]
    const marks = watched.length > 0 ? await readJobMarks(database, providers, watched) : new Map<string, string>()
    const before = seen
    // Whoever began to watch between two polls has read the row without us: once more costs one read.
    seen = new Map(watched.map((id) => [id, marks.get(id) ?? 'gone']))
    for (const [id, mark] of seen) if (before.get(id) !== mark) changes.emit(id)
  }
  const plan = () => {
    if (isClosed) return
    timer = setTimeout(() => {
      // A database that is away is asked again; what changed meanwhile differs then, too.
      round = poll()
        .catch(() => {})
        .finally(plan)
    }, everyMs)
    timer.unref()
  }
  plan()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await round
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
          wake = () => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', wake!)
            resolve()
          }
          const timer = setTimeout(wake, maxMs)
          signal?.addEventListener('abort', wake)
        })
      }
      hasChanged = false
      wake = undefined
    },
  }
}
