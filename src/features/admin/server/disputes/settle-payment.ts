// A payment that fitted no open order is settled: what the provider says then is asked first and kept with the decision, its credits and its
// log row in one transaction (decision 0087).
import { orderNumberOf } from '#features/billing/server/payment/order.store.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { type DisputeDecision, loggedDecision } from '#rulebook/credits/disputes.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

interface Settlement {
  readonly id: string
  readonly decision: DisputeDecision
  readonly reason: string
}

export async function settlePayment(
  { database, disputes }: Pick<AdminParts, 'database' | 'disputes'>,
  context: AdminContext,
  { id, decision, reason: written }: Settlement,
): Promise<{ readonly logId: string }> {
  const reason = demandReason(written)
  const state = await disputes.ask(id)
  const { logId, settled } = await database.orm.transaction(async (tx) => {
    const settled = await disputes.decide(tx, { id, decision })
    const { problem, order, userId, credits, transactionId } = settled
    const details = {
      reason,
      decision: loggedDecision(problem, decision),
      credits,
      ...(order && { order_number: orderNumberOf(order.id) }),
      ...(transactionId && { transaction_id: transactionId }),
      ...(state && { provider_says: state }),
    }
    const target = userId ? { targetUserId: userId } : {}
    return { settled, logId: await writeActionLog(tx, context, { action: 'settle_payment', ...target, details }) }
  })
  await disputes.email(settled, decision)
  return { logId }
}
