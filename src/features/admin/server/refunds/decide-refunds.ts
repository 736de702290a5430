// A request for money back is granted or refused: decision, credits and log row in one transaction, the provider after it (decision 0084).

import { orderNumberOf } from '#features/billing/server/payment/order.store.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { RefundState } from '#rulebook/credits/refunds.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

type DecideParts = Pick<AdminParts, 'database' | 'refunds'>
interface Decision {
  readonly state: RefundState
  readonly logId: string
}

export async function grantRefund(
  { database, refunds }: DecideParts,
  context: AdminContext,
  { id, minor }: { readonly id: string; readonly minor: number },
): Promise<Decision> {
  const logId = await database.orm.transaction(async (tx) => {
    const { userId, orderNumber, refundNumber, credits, amount } = await refunds.grant(tx, { id, seenMinor: minor })
    const details = { order_number: orderNumber, refund_number: refundNumber, credits, amount }
    return writeActionLog(tx, context, { action: 'grant_refund', targetUserId: userId, details })
  })
  return { state: await refunds.follow(id), logId }
}

export async function refuseRefund(
  { database, refunds }: DecideParts,
  context: AdminContext,
  { id, reason: written }: { readonly id: string; readonly reason: string },
): Promise<Decision> {
  const reason = demandReason(written)
  const logId = await database.orm.transaction(async (tx) => {
    const order = await refunds.refuse(tx, { id, reason })
    const details = { reason, order_number: orderNumberOf(order.id), refund_number: orderNumberOf(id) }
    return writeActionLog(tx, context, { action: 'refuse_refund', targetUserId: order.userId, details })
  })
  await refunds.emailRefused(id)
  return { state: 'refused', logId }
}
