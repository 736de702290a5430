// "Clean old data" (document 2 §7, §9; C-15): admin logs older than three months and codes long expired, nothing of a consumer.
import { sql } from 'drizzle-orm'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { writeActionLog } from '../write-action-log.ts'

/** How many rows of the operator's log went; the log row of this very action stays. */
export async function cleanOldData(parts: AdminParts, context: AdminContext): Promise<{ removedLogs: number }> {
  return parts.database.orm.transaction(async (tx) => {
    const { rows } = await tx.execute<{ removed: number }>(sql`select cleanup_old_admin_logs() as removed`)
    const removedLogs = rows[0]!.removed
    await writeActionLog(tx, context, { action: 'cleanup_old_data', details: { removed_logs: removedLogs } })
    return { removedLogs }
  })
}
