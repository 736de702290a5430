// The operator's log is append-only; a test that wants to begin with an empty one goes past its triggers.
import type { Database } from '#platform/server/database/database.ts'

export async function emptyActionLog({ query }: Pick<Database, 'query'>): Promise<void> {
  await query('alter table admin_action_logs disable trigger user')
  await query('delete from admin_action_logs')
  await query('alter table admin_action_logs enable trigger user')
  await query(`update admin_log_chain set base_seq = 0, base_hash = '', last_seq = 0, last_hash = ''`)
}
