// The cleanup dialog (document 1 §2, §9; C-14): own records older than 30 days and every file that they still hold, at once.
// A picture with a younger or running record stays in the list; files past their time go all the same. Rows are hidden like removed
// ones; the ledger keeps all (C-54).
import { type SQL, sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import type { Processing } from '#features/processing/server/processing.ts'
import { type Database, enterUserScope, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import { CLEANUP_AGE_DAYS } from '#rulebook/site/retention.ts'
import type { CleanupCounts } from '../contract.ts'

interface CleanupParts {
  readonly database: Database
  readonly processing: Pick<Processing, 'measureExpiredFilesOf' | 'removeExpiredFilesOf'>
}

const isOld = (alias: string): SQL => sql.raw(`${alias}.created_at < now() - interval '${CLEANUP_AGE_DAYS} days'`)

const OLD_RECORDS = sql`
  select r.id from processing_history r
   where r.deleted_at is null and r.status in ('completed', 'failed') and ${isOld('r')}`

const OLD_UPLOADS = sql`
  select u.id from user_uploads u
   where u.status = 'uploaded' and ${isOld('u')}
     and not exists (select 1 from processing_history h
                      where h.upload_id = u.id and h.deleted_at is null
                        and (h.status in ('pending', 'processing') or not ${isOld('h')}))`

interface OldRow {
  readonly id: string
}

/** What a cleanup would remove now; the same files as it removes, so that it frees what was announced. */
export async function previewCleanup({ database, processing }: CleanupParts, userId: string): Promise<CleanupCounts> {
  const { uploads, records } = await inUserScope(database, userId, readOld)
  const hidden = { uploadIds: uploads.map(({ id }) => id), recordIds: records.map(({ id }) => id) }
  const sizeBytes = await processing.measureExpiredFilesOf(userId, hidden)
  return { uploads: uploads.length, records: records.length, sizeBytes }
}

/** Removes it; what could not be removed from storage goes with the next night. */
export async function cleanUp({ database, processing }: CleanupParts, userId: string): Promise<CleanupCounts> {
  const { uploads, records } = await database.orm.transaction(async (tx) => {
    // As every start does: a picture on which a run begins meanwhile stays.
    await lockAccount(tx, userId)
    await enterUserScope(tx, userId)
    const old = await readOld(tx)
    await tx.execute(
      sql`update user_uploads set status = 'deleted', updated_at = now() where id in ${idsOf(old.uploads)}`,
    )
    await tx.execute(sql`update processing_history set deleted_at = now() where id in ${idsOf(old.records)}`)
    return old
  })
  const sizeBytes = await processing.removeExpiredFilesOf(userId)
  return { uploads: uploads.length, records: records.length, sizeBytes }
}

async function readOld(tx: Queryable): Promise<{ uploads: OldRow[]; records: OldRow[] }> {
  const uploads = await tx.execute(OLD_UPLOADS)
  const records = await tx.execute(OLD_RECORDS)
  return { uploads: uploads.rows as unknown as OldRow[], records: records.rows as unknown as OldRow[] }
}

/** Never empty: an empty list is no SQL. */
const idsOf = (rows: readonly OldRow[]): SQL =>
  sql`(${sql.join([sql`null::uuid`, ...rows.map(({ id }) => sql`${id}::uuid`)], sql`, `)})`
