// Own uploads with their records, both newest first, read through the row policies (document 1 §7 "History list").
import { and, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { type HistoryState, hasMoreHistory } from '#rulebook/history/history.ts'
import { isFound, mayBeFinding, modelsNamed } from '#rulebook/history/search-history.ts'
import { type JobRow, OPEN_STATES } from '../jobs/job.store.ts'
import { processingHistory, userUploads } from '../tables.ts'
import type { UploadRow } from './upload.store.ts'

export interface UploadFilter {
  /** A part of the file name in any case, of a tool's name, or of what was found in the picture. */
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
    const found = filter.search ? await uploadsWithFinding(tx, userId, filter.search) : []
    const conditions = conditionsOf(filter, found)
    const rows = await tx
      .select()
      .from(userUploads)
      .where(and(eq(userUploads.userId, userId), eq(userUploads.status, 'uploaded'), ...conditions))
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

/** Judged here and not in SQL, because the rulebook decides what a measurement means; one person's runs, at most some thousands. */
async function uploadsWithFinding(tx: Queryable, userId: string, search: string): Promise<string[]> {
  if (!mayBeFinding(search)) return []
  const rows = await tx
    .select({ uploadId: processingHistory.uploadId, report: processingHistory.report })
    .from(processingHistory)
    .where(
      and(
        eq(processingHistory.userId, userId),
        isNull(processingHistory.parentId),
        isNull(processingHistory.deletedAt),
        isNotNull(processingHistory.report),
      ),
    )
  const found = rows.filter(({ report }) => report?.estimates && isFound(report.estimates, search))
  return [...new Set(found.map(({ uploadId }) => uploadId))]
}

function searchWhere(search: string, found: readonly string[]): SQL {
  const models = modelsNamed(search)
  return or(
    ilike(userUploads.originalFilename, containing(search)),
    ...(models.length > 0 ? [recordWhere(inArray(processingHistory.modelKey, models))] : []),
    ...(found.length > 0 ? [inArray(userUploads.id, [...found])] : []),
  )!
}

function conditionsOf({ search, tool, state, run }: UploadFilter, found: readonly string[]): SQL[] {
  const conditions: SQL[] = []
  if (search) conditions.push(searchWhere(search, found))
  if (run)
    conditions.push(
      sql`${userUploads.id} in (select upload_id from ${processingHistory} where id = ${run} and deleted_at is null)`,
    )
  if (state === 'upload-only') conditions.push(sql`not ${recordWhere()}`)
  else if (tool || state)
    conditions.push(
      recordWhere(
        tool && eq(processingHistory.processType, tool),
        state && inArray(processingHistory.status, [...STATUSES[state]]),
      ),
    )
  return conditions
}

/** The upload has a record that fits all of these at once. */
function recordWhere(...demands: readonly (SQL | '' | undefined)[]): SQL {
  const fits = [
    eq(processingHistory.uploadId, userUploads.id),
    isNull(processingHistory.deletedAt),
    ...demands.filter((demand) => demand instanceof Object),
  ]
  return sql`exists (select 1 from ${processingHistory} where ${and(...fits)})`
}
