// What one person may upload in a day and keep at a time (UPLOADS_PER_DAY, STORAGE_PER_PERSON_MB): asked before a body is read, counted
// whatever becomes of the picture. The room is asked for once more where the picture is recorded: many bodies may be under way at once.
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Settings } from '#platform/server/settings.ts'
import { MEGABYTE, sizeText } from '#rulebook/pictures/upload.ts'
import type { UploadAllowance } from '../../contract.ts'
import { countToday, usedToday } from './daily-count.ts'

const KIND = 'upload'

export interface AllowanceParts {
  readonly database: Database
  readonly settings: Pick<Settings, 'uploadsPerDay' | 'storagePerPersonMb'>
}

const subjectOf = (userId: string): string => `user:${userId}`

/** Takes one of today's uploads, of which so many bytes are known to come. Throws ServiceError. */
export async function takeUpload(
  { database, settings }: AllowanceParts,
  userId: string,
  leastBytes = 1,
): Promise<void> {
  demandRoom(settings, (await storedBytes(database.orm, userId)) + leastBytes)
  const limit = settings.uploadsPerDay
  if ((await countToday(database.orm, subjectOf(userId), KIND)) > limit)
    throw new ServiceError('upload-daily-limit', { limit })
}

/** In the transaction that records a picture, which may be recorded already. Throws ServiceError. */
export async function keepWithinRoom(
  tx: Queryable,
  settings: AllowanceParts['settings'],
  userId: string,
  { id, fileSize }: { readonly id: string; readonly fileSize: number },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`room:${userId}`}, 0))`)
  demandRoom(settings, (await storedBytes(tx, userId, sql`and id <> ${id}`)) + fileSize)
}

function demandRoom({ storagePerPersonMb }: AllowanceParts['settings'], bytes: number): void {
  const limitBytes = storagePerPersonMb * MEGABYTE
  if (bytes > limitBytes) throw new ServiceError('upload-storage-limit', { limit: sizeText(limitBytes) })
}

/** How much is left today. */
export async function readAllowance({ database, settings }: AllowanceParts, userId: string): Promise<UploadAllowance> {
  const used = await usedToday(database.orm, subjectOf(userId), KIND)
  return {
    uploadsToday: Math.min(used, settings.uploadsPerDay),
    uploadsPerDay: settings.uploadsPerDay,
    storedBytes: await storedBytes(database.orm, userId),
    storageBytes: settings.storagePerPersonMb * MEGABYTE,
  }
}

/** Originals whose files still exist. */
async function storedBytes(database: Queryable, userId: string, more = sql``): Promise<number> {
  const { rows } = await database.execute<{ bytes: number }>(
    sql`select coalesce(sum(file_size), 0)::float8 as bytes from user_uploads where user_id = ${userId} and files_removed_at is null ${more}`,
  )
  return rows[0]!.bytes
}
