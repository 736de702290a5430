// Own uploads with their records, both newest first, read through the row policies (document 1 §7 "History list").
import { and, desc, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { type HistoryState, hasMoreHistory } from '#rulebook/history/history.ts'
import { type JobRow, OPEN_STATES } from '../jobs/job.store.ts'
import { processingHistory, userUploads } from '../tables.ts'
import type { UploadRow } from './upload.store.ts'

export interface UploadFilter {
  /** A part of the file name, in any case. */
  readonly search?: string
  readonly tool?: string
  readonly state?: HistoryState
  /** The upload of this one run. */
  readonly run?: string
}

export interface UploadWithRecords {
  readonly upload: UploadRow
  readonly records: readonly JobRow[]
}

/** A page of uploads that are not deleted; more is offered while full pages come (document 1 §9). */
export function listUploads(
  database: Database,
  userId: string,
  { limit, offset, ...filter }: UploadFilter & { readonly limit: number; readonly offset: number },
): Promise<{ uploads: UploadWithRecords[]; hasMore: boolean }> {
  return inUserScope(database, userId, async (tx) => {
    const rows = await tx
      .select()
      .from(userUploads)
      .where(and(eq(userUploads.userId, userId), eq(userUploads.status, 'uploaded'), ...conditionsOf(filter)))
      .orderBy(desc(userUploads.createdAt), desc(userUploads.id))
      .limit(limit)
      .offset(offset)
    return { uploads: await withRecords(tx, rows), hasMore: hasMoreHistory(rows.length, limit) }
  })
}

/** These uploads, as far as they are this user's and not deleted. */
export function readUploads(
  database: Database,
  userId: string,
  uploadIds: readonly string[],
): Promise<UploadWithRecords[]> {
  return inUserScope(database, userId, async (tx) => {
    const rows = await tx
      .select()
      .from(userUploads)
      .where(and(inArray(userUploads.id, [...uploadIds]), eq(userUploads.status, 'uploaded')))
      .orderBy(desc(userUploads.createdAt), desc(userUploads.id))
    return withRecords(tx, rows)
  })
}

async function withRecords(tx: Queryable, uploads: readonly UploadRow[]): Promise<UploadWithRecords[]> {
  if (uploads.length === 0) return []
  const ids = uploads.map((upload) => upload.id)
  const records = await tx
    .select()
    .from(processingHistory)
    .where(and(inArray(processingHistory.uploadId, ids), isNull(processingHistory.deletedAt)))
    .orderBy(desc(processingHistory.createdAt), desc(processingHistory.id))
  return uploads.map((upload) => ({ upload, records: records.filter((row) => row.uploadId === upload.id) }))
}

const STATUSES: Readonly<Record<Exclude<HistoryState, 'upload-only'>, readonly string[]>> = {
  running: OPEN_STATES,
  completed: ['completed'],
  failed: ['failed'],
}

function conditionsOf({ search, tool, state, run }: UploadFilter): SQL[] {
  const conditions: SQL[] = []
  if (search) conditions.push(ilike(userUploads.originalFilename, containing(search)))
  if (run)
    conditions.push(
      sql`${userUploads.id} in (select upload_id from ${processingHistory} where id = ${run} and deleted_at is null)`,
    )
  if (state === 'upload-only') conditions.push(sql`not ${recordWhere()}`)
  else if (tool || state) conditions.push(recordWhere(tool, state && STATUSES[state]))
  return conditions
}

/** The upload has a record, of this tool and in one of these states where they are given. */
function recordWhere(tool?: string, statuses?: readonly string[]): SQL {
  const fits = [eq(processingHistory.uploadId, userUploads.id), isNull(processingHistory.deletedAt)]
  if (tool) fits.push(eq(processingHistory.processType, tool))
  if (statuses) fits.push(inArray(processingHistory.status, [...statuses]))
  return sql`exists (select 1 from ${processingHistory} where ${and(...fits)})`
}
