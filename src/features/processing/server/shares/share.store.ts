// Rows of shared results. A share belongs to its run and has no owner column, so a merge, a removal or the end of an account includes it.
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { isLeaving } from '#features/account/server/end/schedule-deletion.ts'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { restrictionOf } from '#rulebook/credits/tiers.ts'
import { processingHistory, sharedResults, userUploads } from '../tables.ts'

export type ShareRow = typeof sharedResults.$inferSelect
type Job = typeof processingHistory.$inferSelect
export interface OwnShare {
  readonly share: ShareRow
  readonly job: Job
}

const isShown = () => and(isNull(processingHistory.deletedAt), isNull(processingHistory.filesRemovedAt))

/** Living ones, newest first. */
export const listOwnShares = (database: Database, userId: string, now: Date): Promise<OwnShare[]> =>
  inUserScope(database, userId, (tx) =>
    tx
      .select({ share: sharedResults, job: processingHistory })
      .from(sharedResults)
      .innerJoin(processingHistory, eq(processingHistory.id, sharedResults.jobId))
      .where(and(gt(sharedResults.expiresAt, now), isShown()))
      .orderBy(desc(sharedResults.createdAt)),
  )

/** Undefined where there are as many already. */
export const insertShare = (
  database: Database,
  userId: string,
  values: Pick<ShareRow, 'jobId' | 'expiresAt' | 'allowsDownload'>,
  limits: { readonly most: number; readonly now: Date },
): Promise<ShareRow | undefined> =>
  inUserScope(database, userId, async (tx) => {
    const [living] = await tx
      .select({ count: count() })
      .from(sharedResults)
      .where(gt(sharedResults.expiresAt, limits.now))
    if (living!.count >= limits.most) return undefined
    const [row] = await tx.insert(sharedResults).values(values).returning()
    return row
  })

/** False for somebody else's. */
export const deleteShare = async (database: Database, userId: string, id: string): Promise<boolean> => {
  const removed = await inUserScope(database, userId, (tx) =>
    tx.delete(sharedResults).where(eq(sharedResults.id, id)).returning({ id: sharedResults.id }),
  )
  return removed.length > 0
}

/** What a guest may see: undefined once it is over, taken back, or its picture or account is gone or banned. */
export async function findShared(database: Database, id: string, now: Date) {
  const [found] = await database.orm
    .select({ share: sharedResults, job: processingHistory, upload: userUploads })
    .from(sharedResults)
    .innerJoin(processingHistory, eq(processingHistory.id, sharedResults.jobId))
    .innerJoin(userUploads, eq(userUploads.id, processingHistory.uploadId))
    .where(
      and(eq(sharedResults.id, id), gt(sharedResults.expiresAt, now), isShown(), isNull(userUploads.filesRemovedAt)),
    )
  const owner = found && (await findAccount(database.orm, found.job.userId))
  if (!owner || restrictionOf(owner) || (await isLeaving(database.orm, found.job.userId))) return undefined
  return found
}

/** The screen copy of the picture that a run worked on, which may be another run's result. */
export async function viewBefore(
  database: Database,
  { job, upload }: { readonly job: Job; readonly upload: typeof userUploads.$inferSelect },
): Promise<string | undefined> {
  if (!job.parentId) return upload.viewKey
  const [parent] = await database.orm
    .select({ view: processingHistory.resultViewKey })
    .from(processingHistory)
    .where(and(eq(processingHistory.id, job.parentId), isShown()))
  return parent?.view ?? undefined
}
