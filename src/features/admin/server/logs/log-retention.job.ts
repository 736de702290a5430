// Every night the operator's log loses what is older than the privacy policy promises (document 1 §9; C-15). The back office's button has its
// own age, three months, and may remove a row a day earlier.
import { lt, sql } from 'drizzle-orm'
import { LOG_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import type { AdminParts } from '../admin-parts.ts'
import { adminActionLogs } from '../tables.ts'

export const LOG_RETENTION_QUEUE = 'admin-log-retention'
export const LOG_RETENTION_CRON = '29 3 * * *'

export async function removeOldLogs({ database }: Pick<AdminParts, 'database'>): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${LOG_RETENTION_DAYS})`
  await database.orm.delete(adminActionLogs).where(lt(adminActionLogs.createdAt, oldest))
}
