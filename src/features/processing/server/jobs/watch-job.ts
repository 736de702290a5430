// The live view of one job: the row as it is now, then every change until it ends (architecture §5). A reload, another device
// and a reconnect get the same stream again, because it is made from the row alone.
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { countWaitingBefore, findOwnJob, isOpen, type JobRow } from './job.store.ts'
import { waitForChanges } from './job-feed.ts'

/** The feed wakes the watchers of a changed job; this is the fallback when it does not. */
const LOOK_AGAIN_MS = 60_000

export interface SeenJob {
  readonly row: JobRow
  readonly waitingBefore: number
}

/** Ends after the final state, or when `signal` fires. Throws ServiceError `job-not-found`. */
export async function* watchJob(
  { database, feed, providers }: Pick<ProcessingParts, 'database' | 'feed' | 'providers'>,
  userId: string,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<SeenJob> {
  const waiter = waitForChanges(feed, id)
  try {
    let lastSeen = ''
    while (!signal?.aborted) {
      const row = await findOwnJob(database, userId, id)
      if (!row) throw new ServiceError('job-not-found')
      const waitingBefore = await countWaitingBefore(database, providers, row)
      const seen = [row.status, row.progress, row.stage, waitingBefore].join()
      if (seen !== lastSeen) yield { row, waitingBefore }
      lastSeen = seen
      if (!isOpen(row)) return
      await waiter.next(LOOK_AGAIN_MS, signal)
    }
  } finally {
    waiter.close()
  }
}
