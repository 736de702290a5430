// Removing uploads from the history is soft: the rows stay; the files go at once, or with the nightly round what a run still reads or the
// storage does not give up (document 1 §4; U-56). What still runs on a removed picture is cancelled and costs nothing, as often as a day allows
// (C-54, decision 0228); the ledger keeps everything.
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { enterUserScope } from '#platform/server/database/database.ts'
import { statesBefore } from '#rulebook/runs/job-states.ts'
import { requestCancel } from '../jobs/cancel-job.ts'
import { isOpen } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { removeExpiredFilesOf } from '../retention/retention.job.ts'
import { processingHistory, userUploads } from '../tables.ts'

/** Fifty pictures with their results are a thousand requests to a bucket: the rest goes on after the answer. */
const FILES_WAIT_MS = 10_000

/** The same, and their files: whoever was asked to free space has it at once. The removal holds even when the storage fails. */
export async function removeUploadsWithFiles(
  parts: Pick<ProcessingParts, 'database' | 'providers' | 'storage' | 'log'>,
  userId: string,
  uploadIds: readonly string[],
): Promise<number> {
  const removed = await removeUploads(parts, userId, uploadIds)
  const going = removeExpiredFilesOf(parts, userId).catch((error: unknown) =>
    parts.log.error({ err: error, userId }, 'files of removed uploads are left to the night'),
  )
  await Promise.race([going, delay(FILES_WAIT_MS, undefined, { ref: false })])
  return removed
}

/** Each may still fail: open, in other words. */
const OPEN_STATES = [...statesBefore('failed')]

/** How many of these were this user's and are removed now. */
export async function removeUploads(
  parts: Pick<ProcessingParts, 'database' | 'providers'>,
  userId: string,
  uploadIds: readonly string[],
): Promise<number> {
  const { removed, openJobs } = await parts.database.orm.transaction(async (tx) => {
    // As whoever ends a run locks: its row, then the account.
    await tx
      .select({ id: processingHistory.id })
      .from(processingHistory)
      .where(
        and(
          eq(processingHistory.userId, userId),
          inArray(processingHistory.uploadId, [...uploadIds]),
          inArray(processingHistory.status, OPEN_STATES),
        ),
      )
      .orderBy(processingHistory.id)
      .for('update')
    // As every start does: a run that began on one of these meanwhile is among those that are cancelled.
    await lockAccount(tx, userId)
    await enterUserScope(tx, userId)
    const uploads = await tx
      .update(userUploads)
      .set({ status: 'deleted', updatedAt: sql`now()` })
      .where(and(inArray(userUploads.id, [...uploadIds]), eq(userUploads.status, 'uploaded')))
      .returning({ id: userUploads.id })
    // The wish to stop goes with the row: a process that dies before it cancels leaves it to the worker.
    const records = await tx
      .update(processingHistory)
      .set({ deletedAt: sql`now()`, cancelRequested: true })
      .where(
        and(
          inArray(
            processingHistory.uploadId,
            uploads.map((upload) => upload.id),
          ),
          isNull(processingHistory.deletedAt),
        ),
      )
      .returning({ id: processingHistory.id, status: processingHistory.status })
    return {
      removed: uploads.length,
      openJobs: records.filter(isOpen),
    }
  })
  for (const { id } of openJobs) await requestCancel(parts, userId, id)
  return removed
}
