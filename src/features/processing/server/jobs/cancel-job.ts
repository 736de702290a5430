// Cancel (document 2 §4; C-55, U-32): what has not finished is stopped and costs nothing; what has finished stays in the history,
// charged, and the answer shows it as completed.
import { and, eq } from 'drizzle-orm'
import { inUserScope } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { processingHistory } from '../tables.ts'
import { findOwnJob, isOpen, type JobRow } from './job.store.ts'
import { waitForChanges } from './job-feed.ts'
import { failJob } from './settle-job.ts'

// Killing the engine takes milliseconds; another worker sees the cancel at its next heartbeat at the latest.
const WAIT_FOR_WORKER_MS = 5000
const LOOK_AGAIN_MS = 1000

/** The job after the cancel; still open only when its worker did not answer within some seconds, or where nobody waits for it. */
export async function cancelJob(
  parts: Pick<ProcessingParts, 'database' | 'feed' | 'providers'>,
  userId: string,
  id: string,
  { waits = true } = {},
): Promise<JobRow> {
  const { database, feed } = parts
  const waiter = waitForChanges(feed, id)
  try {
    let row = await findOwnJob(database, userId, id)
    if (!row) throw new ServiceError('job-not-found')
    if (!isOpen(row)) return row
    await requestCancel(parts, userId, id)
    const endsAtMs = performance.now() + (waits ? WAIT_FOR_WORKER_MS : 0)
    for (;;) {
      row = (await findOwnJob(database, userId, id)) ?? row
      if (!isOpen(row) || performance.now() >= endsAtMs) return row
      await waiter.next(LOOK_AGAIN_MS)
    }
  } finally {
    waiter.close()
  }
}

/**
 * Marks the job; one that no worker has taken yet ends here and now. Does not wait for a worker.
 * TRAP: a mark that is there stays as it is: each writing of it wakes everybody who waits for the job (measured: 100 cancels of one run took 43 s).
 */
export async function requestCancel(
  { database, providers }: Pick<ProcessingParts, 'database' | 'providers'>,
  userId: string,
  id: string,
): Promise<void> {
  await inUserScope(database, userId, (tx) =>
    tx
      .update(processingHistory)
      .set({ cancelRequested: true })
      .where(and(eq(processingHistory.id, id), eq(processingHistory.cancelRequested, false))),
  )
  const isEnded = await failJob(database, id, { code: 'processing-cancelled' }, { states: ['pending'] })
  const row = isEnded ? await findOwnJob(database, userId, id) : undefined
  // It waits for a worker and may be at the provider already: handed back by a process that stopped, or by a closed account.
  if (row) void providers.ofJob(row).abandon?.(id, row.memory)
}
