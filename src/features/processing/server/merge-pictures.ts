// Uploads and records of an account that is merged into another (document 1 §4; C-53). Their files stay where they are: keys are read from
// the rows, and the rows say whose they are.
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { MergePair, OwnedPart } from '#features/account/server/merge/owned-part.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { moveConsents } from './consent/consent.store.ts'
import { OPEN_STATES } from './jobs/job.store.ts'
import { processingHistory, userUploads } from './tables.ts'

export const ownedPictures: OwnedPart = {
  name: 'pictures',
  async count(database: Database, userId: string) {
    const [uploads] = await database.orm
      .select({ count: count() })
      .from(userUploads)
      .where(and(eq(userUploads.userId, userId), eq(userUploads.status, 'uploaded')))
    const [records] = await database.orm
      .select({ count: count() })
      .from(processingHistory)
      .where(and(eq(processingHistory.userId, userId), isNull(processingHistory.deletedAt)))
    return { uploads: uploads!.count, records: records!.count }
  },
  /** Throws ServiceError `merge-runs-open`: a run that still holds credits belongs to the account that pays for it. */
  async move(tx: Transaction, { primaryId, mergedId }: MergePair) {
    const open = await tx
      .select({ id: processingHistory.id })
      .from(processingHistory)
      .where(and(eq(processingHistory.userId, mergedId), inArray(processingHistory.status, OPEN_STATES)))
    if (open.length > 0) throw new ServiceError('merge-runs-open')
    const uploads = await tx
      .update(userUploads)
      .set({ userId: primaryId })
      .where(eq(userUploads.userId, mergedId))
      .returning({ id: userUploads.id })
    await freeStartKeys(tx, { primaryId, mergedId })
    const records = await tx
      .update(processingHistory)
      .set({ userId: primaryId })
      .where(eq(processingHistory.userId, mergedId))
      .returning({ id: processingHistory.id })
    await moveConsents(tx, primaryId, mergedId)
    return { uploads: uploads.length, records: records.length }
  },
}

/** Both may have made the same documented call. Asked once more, it is the primary account's. */
async function freeStartKeys(tx: Transaction, { primaryId, mergedId }: MergePair): Promise<void> {
  const { userId, startKey } = processingHistory
  const taken = tx.select({ startKey }).from(processingHistory).where(eq(userId, primaryId))
  await tx
    .update(processingHistory)
    .set({ startKey: sql`'merged:' || id || ':' || start_key` })
    .where(and(eq(userId, mergedId), inArray(startKey, taken)))
}
