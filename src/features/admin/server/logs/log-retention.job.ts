// Every night the operator's log loses what is older than the privacy policy promises (document 1 §9; C-15). The back office's button has its
// own age, three months, and may remove a row a day earlier.
import { sql } from 'drizzle-orm'
import { LOG_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import type { AdminParts } from '../admin-parts.ts'

export const LOG_RETENTION_QUEUE = 'admin-log-retention'
export const LOG_RETENTION_CRON = '29 3 * * *'

export async function removeOldLogs({ database }: Pick<AdminParts, 'database'>): Promise<void> {
  await database.orm.execute(sql`select remove_old_admin_logs(now() - make_interval(days => ${LOG_RETENTION_DAYS}))`)
}
