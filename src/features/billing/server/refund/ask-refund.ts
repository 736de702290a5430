// A buyer asks for the money of a pack's unused credits, and may withdraw the request until it is decided (decision 0084). Nothing is taken here.
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isStandingRefund, REFUND_ASKS_MAX, refundProblem } from '#rulebook/credits/refunds.ts'
import { lockOrderById, type OrderRow } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { insertRefund, moveRefund, readRefunds, readUnusedCredits } from './refund.store.ts'

export interface RefundQuestion {
  readonly userId: string
  readonly orderId: string
}
type AskParts = Pick<PaymentParts, 'database' | 'clock'>

/** Throws `order-missing` and the codes of REFUND_ERRORS. */
export const askRefund = (
  { database, clock }: AskParts,
  { userId, orderId, reason }: RefundQuestion & { readonly reason: string },
): Promise<void> =>
  database.orm.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { userId, orderId })
    const asked = await readRefunds(tx, [orderId])
    if (asked.some(({ state }) => isStandingRefund(state))) throw new ServiceError('refund-asked-before')
    const problem = refundProblem(order, clock.now())
    if (problem) throw new ServiceError(problem.code)
    if (asked.length >= REFUND_ASKS_MAX) throw new ServiceError('refund-too-many')
    if (!(await readUnusedCredits(tx, userId, order.paidAt!)).get(orderId))
      throw new ServiceError('refund-nothing-left')
    await insertRefund(tx, { orderId, userId, reason: reason.trim() })
  })

/** Throws `order-missing`, `refund-missing` or, when it was decided meanwhile, `refund-decided`. */
export const withdrawRefund = ({ database, clock }: AskParts, question: RefundQuestion): Promise<void> =>
  database.orm.transaction(async (tx) => {
    const { id } = await lockOwnOrder(tx, question)
    // Who changes a refund holds the lock of its order.
    const [newest] = await readRefunds(tx, [id])
    if (!newest) throw new ServiceError('refund-missing')
    if (newest.state !== 'requested') throw new ServiceError('refund-decided')
    await moveRefund(tx, newest, 'withdrawn', { endedAt: clock.now() })
  })

async function lockOwnOrder(tx: Transaction, { userId, orderId }: RefundQuestion): Promise<OrderRow> {
  const order = await lockOrderById(tx, orderId)
  if (order?.userId !== userId) throw new ServiceError('order-missing')
  return order
}
