// How long things are kept (C-14, C-36, C-54, U-56): files 30 days, files of removed uploads until the next night at the latest, records two
// years, trials one day. The ledger and bills are never touched. Each row is marked after its files are gone, so that a night
// that was cut short is continued by the next.

import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { isStorageAway, type ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { TRIAL_RETENTION_HOURS } from '#rulebook/pictures/storage-layout.ts'
import { FILE_RETENTION_DAYS, HISTORY_RETENTION_YEARS } from '#rulebook/site/retention.ts'
import { keysWithCopies, tilesFolder } from '../storage-keys.ts'
import { NOBODYS } from '../uploads/trial-upload.ts'

export interface RetentionParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly log: Log
}

const BATCH_ROWS = 200

interface FileRow {
  readonly id: string
  readonly keys: (string | null)[]
}

/** The nightly round. */
export async function removeExpiredFiles(parts: RetentionParts): Promise<void> {
  const uploads = await removeInBatches(parts, EXPIRED_UPLOADS, 'user_uploads')
  const results = await removeInBatches(parts, EXPIRED_RESULTS, 'processing_history')
  await parts.database.query(
    `delete from processing_history
      where created_at < now() - make_interval(years => $1) and status in ('completed', 'failed')
        and files_removed_at is not null`,
    [HISTORY_RETENTION_YEARS],
  )
  await parts.database.query(
    `delete from user_uploads u
      where created_at < now() - make_interval(years => $1) and files_removed_at is not null
        and not exists (select 1 from processing_history h where h.upload_id = u.id)`,
    [HISTORY_RETENTION_YEARS],
  )
  await parts.database.query(`delete from user_quotas where day < current_date - 2`)
  parts.log.info({ uploads, results }, 'expired files removed')
}

/** The same for one user, at once (the cleanup dialog, C-14): bytes that were freed. */
export async function removeExpiredFilesOf(parts: RetentionParts, userId: string): Promise<number> {
  const uploads = await removeInBatches(parts, EXPIRED_UPLOADS, 'user_uploads', userId)
  const results = await removeInBatches(parts, EXPIRED_RESULTS, 'processing_history', userId)
  return uploads.freedBytes + results.freedBytes
}

/** Rows that are about to be removed, for a look at what that would free. */
export interface Hidden {
  readonly uploadIds: readonly string[]
  readonly recordIds: readonly string[]
}

/** Bytes that `removeExpiredFilesOf` would free once these rows are removed. */
export async function measureExpiredFilesOf(parts: RetentionParts, userId: string, hidden: Hidden): Promise<number> {
  let sizeBytes = 0
  for (const [statement, ids] of [
    [EXPIRED_UPLOADS, hidden.uploadIds],
    [EXPIRED_RESULTS, hidden.recordIds],
  ] as const) {
    for (const { keys } of await parts.database.query<FileRow>(statement, [userId, ids, null, []]))
      for (const key of await allKeysOf(parts.storage, keys))
        sizeBytes += (await parts.storage.stat(key))?.sizeBytes ?? 0
  }
  return sizeBytes
}

/** Files of uploads that are old or removed, unless a job still reads them. $1: of this user, or of all; $2: taken as removed; $3: so many; $4: but these. */
const EXPIRED_UPLOADS = `
  select id, array[oss_url, thumbnail_url, view_key] as keys from user_uploads u
   where files_removed_at is null and ($1::uuid is null or user_id = $1)
     and (status = 'deleted' or id = any($2::uuid[]) or created_at < now() - make_interval(days => ${FILE_RETENTION_DAYS}))
     and not exists (select 1 from processing_history h
                      where h.upload_id = u.id and h.status in ('pending', 'processing'))
     and id <> all($4::uuid[])
   order by created_at limit $3`

/** Results likewise. */
const EXPIRED_RESULTS = `
  select id, array[result_oss_url, thumbnail_result_url, result_view_key] as keys from processing_history r
   where files_removed_at is null and status in ('completed', 'failed') and ($1::uuid is null or user_id = $1)
     and (deleted_at is not null or id = any($2::uuid[]) or created_at < now() - make_interval(days => ${FILE_RETENTION_DAYS}))
     and not exists (select 1 from processing_history h
                      where h.parent_id = r.id and h.status in ('pending', 'processing'))
     and id <> all($4::uuid[])
   order by created_at limit $3`

interface Removed {
  readonly rows: number
  readonly freedBytes: number
}

async function removeInBatches(
  parts: RetentionParts,
  statement: string,
  table: string,
  userId: string | null = null,
): Promise<Removed> {
  const removed = { rows: 0, freedBytes: 0 }
  /** Rows whose files could not be removed wait for the next night, and hold up nothing else. */
  const kept: string[] = []
  for (;;) {
    const rows = await parts.database.query<FileRow>(statement, [userId, [], BATCH_ROWS, kept])
    // Row by row: what is made of a picture meanwhile (tiles, exports) looks at this mark after it is stored.
    const mark = (id: string) =>
      parts.database.query(`update ${table} set files_removed_at = now() where id = $1`, [id])
    const { ids, freedBytes } = await removeFilesOf(parts, rows, mark)
    removed.rows += ids.length
    removed.freedBytes += freedBytes
    kept.push(...rows.map(({ id }) => id).filter((id) => !ids.includes(id)))
    // A storage that gives up nothing at all, or is away, need not be asked for more.
    if (rows.length < BATCH_ROWS || ids.length === 0) return removed
  }
}

/** Ids of the rows whose files are gone, and the bytes that these files held; `mark` says so in the row. */
async function removeFilesOf(
  { storage, log }: RetentionParts,
  rows: readonly FileRow[],
  mark: (id: string) => Promise<unknown>,
): Promise<{ ids: string[]; freedBytes: number }> {
  const ids: string[] = []
  let freedBytes = 0
  for (const { id, keys } of rows) {
    try {
      for (const key of await allKeysOf(storage, keys)) {
        const held = await storage.stat(key)
        await storage.remove(key)
        freedBytes += held?.sizeBytes ?? 0
      }
      await mark(id)
      ids.push(id)
    } catch (error) {
      log.error({ err: error, id }, 'files not removed')
      // Each further row would wait for all tries of its calls.
      if (isStorageAway(error)) break
    }
  }
  return { ids, freedBytes }
}

/** These files, the copies and the tiles that were made of them. */
const allKeysOf = async (storage: ObjectStorage, keys: FileRow['keys']): Promise<string[]> => [
  ...keys.flatMap(keysWithCopies),
  ...(await tilesOf(storage, keys)),
]

async function tilesOf(storage: ObjectStorage, keys: FileRow['keys']): Promise<string[]> {
  const tiles: string[] = []
  for (const folder of new Set(keys.flatMap((key) => (key ? [tilesFolder(key)] : []))))
    for await (const { key } of storage.list(folder)) tiles.push(key)
  return tiles
}

/**
 * The hourly round: anonymous pictures. A row first becomes nobody's, so that nobody takes over a picture whose files are being removed; it goes after
 * them, so that the next hour knows of files that the storage does not give up. No transaction stands open meanwhile: the embedded database has one
 * connection. The files of one that was taken over belong to its upload.
 */
export async function removeExpiredTrials(parts: RetentionParts): Promise<void> {
  const { database } = parts
  const expired = await database.query<FileRow>(
    `update trial_uploads set fingerprint_hash = $2
      where created_at < now() - make_interval(hours => $1) and claimed_by is null
      returning id, array[oss_url, thumbnail_url, view_key] as keys`,
    [TRIAL_RETENTION_HOURS, NOBODYS],
  )
  const { ids } = await removeFilesOf(parts, expired, (id) =>
    database.query('delete from trial_uploads where id = $1', [id]),
  )
  await database.query(
    'delete from trial_uploads where claimed_by is not null and created_at < now() - make_interval(hours => $1)',
    [TRIAL_RETENTION_HOURS],
  )
  if (ids.length > 0) parts.log.info({ trials: ids.length }, 'expired trials removed')
}
