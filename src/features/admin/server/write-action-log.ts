// The operator's log (document 2 §3, §6; C-40): written in the transaction of the action, so that neither stands without the other.
import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { AdminAction } from '#rulebook/admin/admin.ts'
import { adminActionLogs } from './tables.ts'

export interface LoggedAction {
  readonly action: AdminAction
  readonly targetUserId?: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Returns the row's id. Who did it, from where and with what browser comes from the request. */
export async function writeActionLog(
  tx: Transaction,
  { adminId, clientAddress, userAgent }: Pick<AdminContext, 'adminId' | 'clientAddress' | 'userAgent'>,
  { action, targetUserId, details }: LoggedAction,
): Promise<string> {
  const [row] = await tx
    .insert(adminActionLogs)
    .values({ adminId, targetUserId, action, actionDetails: details, ipAddress: clientAddress, userAgent })
    .returning({ id: adminActionLogs.id })
  return row!.id
}

/** The outcome of an action that cannot share a transaction with its row: a second row, which names the first. */
export async function addToActionLog({ orm }: Database, id: string, details: LoggedAction['details']): Promise<void> {
  const [row] = await orm.select().from(adminActionLogs).where(eq(adminActionLogs.id, id))
  const { adminId, targetUserId, action, ipAddress, userAgent, actionDetails } = row!
  await orm.insert(adminActionLogs).values({
    adminId,
    targetUserId,
    action,
    ipAddress,
    userAgent,
    actionDetails: { ...(actionDetails as object), ...details, log_id: id },
  })
}
