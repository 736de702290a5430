// Whether a database and its pictures belong together: every row's files are there, every balance is the sum of its ledger.
import type { Database } from '#platform/server/database/database.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'

export interface BackupCheck {
  readonly people: number
  readonly pictures: number
  /** Keys that a row names and the storage does not have. */
  readonly missing: readonly string[]
  readonly wrongBalances: number
}

const KEYS = `
  select key from (
    select unnest(array[oss_url, thumbnail_url, view_key]) as key from user_uploads where files_removed_at is null
    union all
    select unnest(array[result_oss_url, thumbnail_result_url, result_view_key]) from processing_history where files_removed_at is null
  ) as named where key is not null`
const PEOPLE = `
  select count(*)::int as people,
         (count(*) filter (where credits_remaining <> (select coalesce(sum(amount), 0) from usage_logs where user_id = user_profiles.id)))::int as wrong
  from user_profiles`

export async function checkBackup(database: Pick<Database, 'query'>, storage: ObjectStorage): Promise<BackupCheck> {
  const rows = await database.query<{ key: string }>(KEYS)
  const [counts] = await database.query<{ people: number; wrong: number }>(PEOPLE)
  const missing = new Set(rows.map(({ key }) => key))
  const pictures = missing.size
  for await (const { key } of storage.list()) missing.delete(key)
  return { people: counts!.people, pictures, missing: [...missing], wrongBalances: counts!.wrong }
}

export const backupCheckText = ({ people, pictures, missing, wrongBalances }: BackupCheck): string =>
  `${people} people, ${pictures} stored files named by rows, ${missing.length} of them missing, ${wrongBalances} wrong balances.`

export const isSound = ({ missing, wrongBalances }: BackupCheck): boolean => missing.length === 0 && wrongBalances === 0
