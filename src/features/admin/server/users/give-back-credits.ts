// What a run cost is given back: ledger entry and log row in one transaction (document 2 §6; C-40).
import { giveBack } from '#features/credits/server/give-back.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

export interface GiveBackOrder {
  /** Id of the user. */
  readonly id: string
  readonly jobId: string
  readonly reason: string
}

export async function giveBackCredits(
  { database }: Pick<AdminParts, 'database'>,
  context: AdminContext,
  { id, jobId, reason: written }: GiveBackOrder,
): Promise<{ credits: number; logId: string }> {
  const reason = demandReason(written)
  return database.orm.transaction(async (tx) => {
    const credits = await giveBack(tx, { userId: id, jobId, reason })
    if (credits === undefined) throw new ServiceError('give-back-refused')
    const details = { reason, job_id: jobId, credits }
    return { credits, logId: await writeActionLog(tx, context, { action: 'give_back', targetUserId: id, details }) }
  })
}
