// Every night the operator's log loses what is older than half a year (decision 0106). The back office's button has its own age, three months (C-15).
import { sql } from 'drizzle-orm'
import { OPERATOR_LOG_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import type { AdminParts } from '../admin-parts.ts'

export const LOG_RETENTION_QUEUE = 'admin-log-retention'
export const LOG_RETENTION_CRON = '29 3 * * *'

export async function removeOldLogs({ database }: Pick<AdminParts, 'database'>): Promise<void> {
  await database.orm.execute(
    sql`select remove_old_admin_logs(now() - make_interval(days => ${OPERATOR_LOG_RETENTION_DAYS}))`,
  )
}
