// The documented call log_admin_action (document 2 §7; C-40). Every action writes its row in its own transaction; the browser calls this
// one afterwards as the documents say, naming that row, and then none is added. A call that names no row of this admin adds one, which
// says that it came from the browser: nobody can write what looks like the action itself.
import { and, eq, sql } from 'drizzle-orm'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { AdminAction } from '#rulebook/admin/admin.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import type { AdminParts } from '../admin-parts.ts'
import { adminActionLogs } from '../tables.ts'

export interface LogCall {
  readonly p_action: AdminAction
  readonly p_target_user_id?: string
  readonly p_action_details: Readonly<Record<string, unknown>>
}

/** No entry is longer than a page of text. */
const DETAILS_MAX_CHARACTERS = 4000
/** No JSON of PostgreSQL's: NUL, and half of a pair, which `JSON.stringify` writes so. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f])/

export async function logAction(parts: AdminParts, context: AdminContext, call: LogCall): Promise<{ id: string }> {
  const { adminId } = context
  const { p_action: action, p_target_user_id: targetUserId = null, p_action_details: details } = call
  const json = JSON.stringify({ ...details, source: 'browser' })
  if (json.length > DETAILS_MAX_CHARACTERS || NOT_STORABLE.test(json)) throw new ServiceError('invalid-request')
  return parts.database.orm.transaction(async (tx) => {
    const { log_id: logId } = details
    if (typeof logId === 'string' && isUuid(logId)) {
      const [row] = await tx
        .select({ id: adminActionLogs.id })
        .from(adminActionLogs)
        .where(
          and(eq(adminActionLogs.id, logId), eq(adminActionLogs.adminId, adminId), eq(adminActionLogs.action, action)),
        )
      if (row) return row
    }
    const { clientAddress, userAgent } = context
    await tx.execute(sql`select set_config('app.user_id', ${adminId}, true), set_config('app.client_address', ${clientAddress ?? ''}, true),
      set_config('app.user_agent', ${userAgent ?? ''}, true)`)
    const { rows } = await tx.execute<{ id: string }>(
      sql`select log_admin_action(${action}, ${targetUserId}::uuid, ${json}::jsonb) as id`,
    )
    return { id: rows[0]!.id }
  })
}
