// Orders that nobody answers: every minute the provider is asked about those that are due, at longer and longer intervals; one that has
// expired without a payment is closed there and here. A provider that cannot be asked leaves the order as it is.
import { CLOSE_MARGIN_MINUTES, ORDER_CHECK_SECONDS } from '#rulebook/credits/orders.ts'
import { type OrderRow, orderNumberOf, takeDueOrders, takeOrderToCheck } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { type PaymentProvider, PaymentUnknown, type ProvenOutcome } from './payment-provider.ts'
import { settleAndSendReceipt } from './send-receipt.ts'

export const ORDER_CHECK_QUEUE = 'payment-order-check'
export const ORDER_CHECK_CRON = '* * * * *'

const ORDERS_AT_ONCE = 50

export async function checkDueOrders(parts: PaymentParts): Promise<void> {
  const now = parts.clock.now()
  // One that breaks something must not leave the others unasked.
  for (const order of await takeDueOrders(parts.database.orm, now, nextCheckAfter(now), ORDERS_AT_ONCE))
    await checkOrder(parts, order).catch((error: unknown) =>
      parts.log.error({ order: orderNumberOf(order.id), err: error }, 'looking at an order failed, and is tried again'),
    )
}

const nextCheckAfter = (now: Date) => (checks: number) => {
  const { first, longest } = ORDER_CHECK_SECONDS
  return new Date(now.getTime() + Math.min(first * 2 ** (checks + 1), longest) * 1000)
}

/** Its buyer looks at it: the provider is asked, but not by everybody and not every second. */
export async function checkWatchedOrder(parts: PaymentParts, order: OrderRow): Promise<void> {
  if (order.status !== 'pending') return
  const now = parts.clock.now()
  const since = new Date(now.getTime() - ORDER_CHECK_SECONDS.whileWatched * 1000)
  if (await takeOrderToCheck(parts.database.orm, order.id, now, since)) await checkOrder(parts, order)
}

async function checkOrder(parts: PaymentParts, order: OrderRow): Promise<void> {
  const provider = parts.providers.get(order.provider as PaymentProvider['name'])
  if (!provider) return
  const orderNumber = orderNumberOf(order.id)
  try {
    const outcome = await endIfExpired(parts, provider, order, await provider.queryOrder(orderNumber))
    await settleAndSendReceipt(parts, { provider: provider.name, orderNumber, outcome })
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    parts.log.warn(
      { provider: provider.name, order: orderNumber, reason: error.message },
      'the provider gave no proven answer',
    )
  }
}

/** The link can be paid until it expires even where the provider knows no trade yet, so nothing is closed before. */
async function endIfExpired(
  { clock }: PaymentParts,
  provider: PaymentProvider,
  { id, expiresAt }: OrderRow,
  outcome: ProvenOutcome,
): Promise<ProvenOutcome> {
  if (outcome.state !== 'waiting' && outcome.state !== 'unknown-there') return outcome
  if (clock.now().getTime() < expiresAt.getTime() + CLOSE_MARGIN_MINUTES * 60_000) return outcome
  const orderNumber = orderNumberOf(id)
  const closed = await provider.close(orderNumber)
  return closed === 'paid' ? provider.queryOrder(orderNumber) : { state: 'closed' }
}
