// Own uploads with their records, both newest first, read through the row policies (document 1 §7 "History list").
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { JobRow } from '#features/processing/server/jobs/job.store.ts'
import { processingHistory, userUploads } from '#features/processing/server/tables.ts'
import type { UploadRow } from '#features/processing/server/uploads/upload.store.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { hasMoreHistory } from '#rulebook/history.ts'

export interface UploadWithRecords {
  readonly upload: UploadRow
  readonly records: readonly JobRow[]
}

/** A page of uploads that are not deleted; more is offered while full pages come (document 1 §9). */
export function listUploads(
  database: Database,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ uploads: UploadWithRecords[]; hasMore: boolean }> {
  return inUserScope(database, userId, async (tx) => {
    const rows = await tx
      .select()
      .from(userUploads)
      .where(eq(userUploads.status, 'uploaded'))
      .orderBy(desc(userUploads.createdAt), desc(userUploads.id))
      .limit(limit)
      .offset(offset)
    const ids = rows.map((upload) => upload.id)
    const records = await tx
      .select()
      .from(processingHistory)
      .where(and(inArray(processingHistory.uploadId, ids), isNull(processingHistory.deletedAt)))
      .orderBy(desc(processingHistory.createdAt), desc(processingHistory.id))
    const uploads = rows.map((upload) => ({ upload, records: records.filter((row) => row.uploadId === upload.id) }))
    return { uploads, hasMore: hasMoreHistory(rows.length, limit) }
  })
}
