// Rows of shared results. A share belongs to its run and has no owner column, so a merge, a removal or the end of an account includes it.
import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isLeaving } from '#features/account/server/end/schedule-deletion.ts'
import { findAccount, lockAccount } from '#features/account/server/profile/account.store.ts'
import { type Database, enterUserScope, inUserScope, type Transaction } from '#platform/server/database/database.ts'
import { isBanned } from '#rulebook/credits/tiers.ts'
import { filesKeptUntil } from '#rulebook/site/retention.ts'
import { processingHistory, sharedResults, userUploads } from '../tables.ts'

export type ShareRow = typeof sharedResults.$inferSelect
type Job = typeof processingHistory.$inferSelect
type Upload = typeof userUploads.$inferSelect

/** The two pictures of a page: a finished run, and what it worked on. */
export interface SharedPictures {
  readonly job: Job
  readonly upload: Upload
  /** The result that the run worked on; null where that was the upload. */
  readonly parent: Job | null
}
export interface FoundShare extends SharedPictures {
  readonly share: ShareRow
}

const parents = alias(processingHistory, 'parent')
const PICTURES = { job: processingHistory, upload: userUploads, parent: parents }
const ofUpload = eq(userUploads.id, processingHistory.uploadId)
const ofParent = eq(parents.id, processingHistory.parentId)

/** Both are there. Asked alike where a share is made, listed and shown, so that nobody is promised what a guest will not find. */
const areThere = () =>
  and(
    isNotNull(processingHistory.resultViewKey),
    isNull(processingHistory.deletedAt),
    isNull(processingHistory.filesRemovedAt),
    or(
      and(isNull(processingHistory.parentId), eq(userUploads.status, 'uploaded'), isNull(userUploads.filesRemovedAt)),
      and(isNotNull(parents.resultViewKey), isNull(parents.deletedAt), isNull(parents.filesRemovedAt)),
    ),
  )

/** Until when both are kept, in milliseconds since 1970. */
export const picturesKeptUntil = ({ job, upload, parent }: SharedPictures): number =>
  filesKeptUntil(Math.min(job.createdAt.getTime(), (parent ?? upload).createdAt.getTime()))

/** When a share is over; rows of earlier versions promise more days than the pictures have. */
const endOf = (found: FoundShare): Date => new Date(Math.min(found.share.expiresAt.getTime(), picturesKeptUntil(found)))

/** With the true end, undefined once that has come. */
const living = (found: FoundShare | undefined, now: Date): FoundShare | undefined => {
  const expiresAt = found && endOf(found)
  return expiresAt && expiresAt > now ? { ...found, share: { ...found.share, expiresAt } } : undefined
}

/** Living ones, newest first. */
export async function listOwnShares(database: Database, userId: string, now: Date): Promise<FoundShare[]> {
  return inUserScope(database, userId, (tx) => selectLiving(tx, now))
}

/** In the scope of their owner: what is listed is what counts towards the limit. */
async function selectLiving(tx: Transaction, now: Date): Promise<FoundShare[]> {
  const found = await tx
    .select({ share: sharedResults, ...PICTURES })
    .from(sharedResults)
    .innerJoin(processingHistory, eq(processingHistory.id, sharedResults.jobId))
    .innerJoin(userUploads, ofUpload)
    .leftJoin(parents, ofParent)
    .where(and(gt(sharedResults.expiresAt, now), areThere()))
    .orderBy(desc(sharedResults.createdAt))
  return found.flatMap((share) => living(share, now) ?? [])
}

/** The pictures of an own run; undefined where one of them is gone. */
export async function findOwnPictures(
  database: Database,
  userId: string,
  jobId: string,
): Promise<SharedPictures | undefined> {
  const [found] = await inUserScope(database, userId, (tx) =>
    tx
      .select(PICTURES)
      .from(processingHistory)
      .innerJoin(userUploads, ofUpload)
      .leftJoin(parents, ofParent)
      .where(and(eq(processingHistory.id, jobId), areThere())),
  )
  return found
}

/** Undefined where there are as many already. */
export const insertShare = (
  database: Database,
  userId: string,
  values: Pick<ShareRow, 'jobId' | 'expiresAt' | 'allowsDownload'>,
  limits: { readonly most: number; readonly now: Date },
): Promise<ShareRow | undefined> =>
  database.orm.transaction(async (tx) => {
    // The second of two that ask at once counts the first.
    await lockAccount(tx, userId)
    await enterUserScope(tx, userId)
    const own = await selectLiving(tx, limits.now)
    if (own.length >= limits.most) return undefined
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

/** What a guest may see: undefined once it is over, taken back, or its pictures or account are gone, or that is banned. */
export async function findShared(database: Database, id: string, now: Date): Promise<FoundShare | undefined> {
  const [row] = await database.orm
    .select({ share: sharedResults, ...PICTURES })
    .from(sharedResults)
    .innerJoin(processingHistory, eq(processingHistory.id, sharedResults.jobId))
    .innerJoin(userUploads, ofUpload)
    .leftJoin(parents, ofParent)
    .where(and(eq(sharedResults.id, id), areThere()))
  const found = living(row, now)
  const owner = found && (await findAccount(database.orm, found.job.userId))
  if (!owner || isBanned(owner) || (await isLeaving(database.orm, found.job.userId))) return undefined
  return found
}

/** The screen copy of the picture that a run worked on. */
export const viewBefore = ({ upload, parent }: SharedPictures): string | null =>
  parent ? parent.resultViewKey : upload.viewKey
