// What one person may upload in a day and keep at a time (UPLOADS_PER_DAY, STORAGE_PER_PERSON_MB): asked before a body is read, counted
// whatever becomes of the picture.
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Settings } from '#platform/server/settings.ts'
import { MEGABYTE, sizeText } from '#rulebook/pictures/upload.ts'
import type { UploadAllowance } from '../../contract.ts'
import { countToday } from './daily-count.ts'

const KIND = 'upload'

export interface AllowanceParts {
  readonly database: Database
  readonly settings: Pick<Settings, 'uploadsPerDay' | 'storagePerPersonMb'>
}

const subjectOf = (userId: string): string => `user:${userId}`

/** Takes one of today's uploads. Throws ServiceError. */
export async function takeUpload({ database, settings }: AllowanceParts, userId: string): Promise<void> {
  const limitBytes = settings.storagePerPersonMb * MEGABYTE
  if ((await storedBytes(database, userId)) >= limitBytes)
    throw new ServiceError('upload-storage-limit', { limit: sizeText(limitBytes) })
  const limit = settings.uploadsPerDay
  if ((await countToday(database.orm, subjectOf(userId), KIND)) > limit)
    throw new ServiceError('upload-daily-limit', { limit })
}

/** How much is left today. */
export async function readAllowance({ database, settings }: AllowanceParts, userId: string): Promise<UploadAllowance> {
  const [row] = await database.query<{ used: number }>(
    `select used from user_quotas where subject = $1 and kind = $2 and day = (now() at time zone app_time_zone())::date`,
    [subjectOf(userId), KIND],
  )
  return {
    uploadsToday: Math.min(row?.used ?? 0, settings.uploadsPerDay),
    uploadsPerDay: settings.uploadsPerDay,
    storedBytes: await storedBytes(database, userId),
    storageBytes: settings.storagePerPersonMb * MEGABYTE,
  }
}

/** Originals whose files still exist. */
async function storedBytes(database: Database, userId: string): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select coalesce(sum(file_size), 0)::float8 as bytes from user_uploads where user_id = $1 and files_removed_at is null`,
    [userId],
  )
  return row!.bytes
}
