// Whether a database and its pictures belong together: every row's files are there, every balance is the sum of its ledger.
import type { Database } from '#platform/server/database/database.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'

export interface BackupCheck {
  readonly people: number
  readonly pictures: number
  /** Keys that a row names and the storage does not have. */
  readonly missing: readonly string[]
  /** Pictures of rows that were made while the backup was: they were removed before they were copied, and are missed by nobody. */
  readonly removedMeanwhile: number
  readonly wrongBalances: number
}

const KEYS = `
  select key, bool_and(named_at > $1) as "isYoung" from (
    select unnest(array[oss_url, thumbnail_url, view_key]) as key, created_at as named_at
      from user_uploads where files_removed_at is null
    union all
    select unnest(array[result_oss_url, thumbnail_result_url, result_view_key]), coalesce(completed_at, created_at)
      from processing_history where files_removed_at is null
  ) as named where key is not null group by key`
const PEOPLE = `
  select count(*)::int as people,
         (count(*) filter (where credits_remaining <> (select coalesce(sum(amount), 0) from usage_logs where user_id = user_profiles.id)))::int as wrong
  from user_profiles`

/** `begunAt`: every picture that was there by then was copied before the database was. */
export async function checkBackup(
  database: Pick<Database, 'query'>,
  storage: ObjectStorage,
  begunAt: Date,
): Promise<BackupCheck> {
  const rows = await database.query<{ key: string; isYoung: boolean }>(KEYS, [begunAt])
  const [counts] = await database.query<{ people: number; wrong: number }>(PEOPLE)
  const absent = new Map(rows.map(({ key, isYoung }) => [key, isYoung]))
  const pictures = absent.size
  for await (const { key } of storage.list()) absent.delete(key)
  const missing = [...absent].filter(([, isYoung]) => !isYoung).map(([key]) => key)
  const removedMeanwhile = absent.size - missing.length
  return { people: counts!.people, pictures, missing, removedMeanwhile, wrongBalances: counts!.wrong }
}

export const backupCheckText = ({ people, pictures, missing, removedMeanwhile, wrongBalances }: BackupCheck): string =>
  [
    `${people} people, ${pictures} stored files named by rows, ${missing.length} of them missing, ${wrongBalances} wrong balances.`,
    ...(removedMeanwhile > 0 ? [`${removedMeanwhile} files were removed while the backup was made.`] : []),
  ].join(' ')

export const isSound = ({ missing, wrongBalances }: BackupCheck): boolean => missing.length === 0 && wrongBalances === 0
