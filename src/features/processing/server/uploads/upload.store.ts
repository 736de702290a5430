// `user_uploads` and `trial_uploads` (document 1 §3, document 2 §3; C-36). A consumer's writes go through the row policies.
import { and, eq } from 'drizzle-orm'
import { type Database, inUserScope, type Queryable, type Transaction } from '#platform/server/database/database.ts'
import { type trialUploads, userUploads } from '../tables.ts'

export type UploadRow = typeof userUploads.$inferSelect
export type NewUpload = Pick<
  typeof userUploads.$inferInsert,
  | 'originalFilename'
  | 'fileSize'
  | 'mimeType'
  | 'width'
  | 'height'
  | 'ossUrl'
  | 'thumbnailUrl'
  | 'viewKey'
  | 'viewMimeType'
> & { readonly id: string }
export type TrialRow = typeof trialUploads.$inferSelect

/** Inserting the same id again changes nothing, so that a save can be repeated. `demand` may refuse it in the same transaction. */
export async function insertUpload(
  database: Database,
  userId: string,
  upload: NewUpload,
  extras: { readonly userAgent: string | null; readonly uploadSource: string },
  demand: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await inUserScope(database, userId, async (tx) => {
    await demand(tx)
    await tx
      .insert(userUploads)
      .values({ ...upload, ...extras, userId })
      .onConflictDoNothing()
  })
}

/** Own upload that is not deleted, read through the row policies. */
export const findOwnUpload = (database: Database, userId: string, id: string): Promise<UploadRow | undefined> =>
  inUserScope(database, userId, (tx) => selectOwnUpload(tx, userId, id))

/** The same within the service's own transaction. */
export async function selectOwnUpload(tx: Queryable, userId: string, id: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(userUploads)
    .where(and(eq(userUploads.id, id), eq(userUploads.userId, userId), eq(userUploads.status, 'uploaded')))
  return row
}
