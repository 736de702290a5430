// The statistics of /profile/history (document 1 §3, §4, §9): visible uploads only, so they are no balance (C-54); the month begins
// on its first day in the configured zone (U-19).
import { sql } from 'drizzle-orm'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { monthStart } from '#platform/server/database/month-start.ts'
import type { UserStats } from '../contract.ts'

export async function readUserStats(database: Database, userId: string, timeZone: string): Promise<UserStats> {
  const { rows } = await inUserScope(database, userId, (tx) =>
    tx.execute<Record<keyof UserStats, number>>(sql`
      with uploads as (select * from user_uploads where status = 'uploaded'),
           records as (select h.* from processing_history h join uploads u on u.id = h.upload_id where h.deleted_at is null)
      select (select count(*) from uploads)::int as "totalUploads",
             (select count(*) from records)::int as "totalProcessing",
             (select count(*) from records where status = 'completed')::int as "completedProcessing",
             (select coalesce(sum(file_size), 0) from uploads where files_removed_at is null)::float8 as "totalStorageUsed",
             (select coalesce(sum(credits_consumed), 0) - coalesce(sum(back.amount), 0)
                from records left join usage_logs back on back.job_id = records.id and back.user_id = records.user_id
                 and back.kind = 'reverse')::int as "totalCreditsUsed",
             (select count(*) from uploads where created_at >= ${monthStart(timeZone)})::int as "monthlyUploads",
             (select count(*) from records where created_at >= ${monthStart(timeZone)})::int as "monthlyProcessing"`),
  )
  return rows[0]!
}
