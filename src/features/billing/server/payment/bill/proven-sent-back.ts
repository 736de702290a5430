// Money of a paid order that a bill says went back by hand (decision 0262). A line of WeChat Pay's bill is there from the day on which somebody asked, so its
// refund is asked for by its number: only what is proven counts.
import type { Currency } from '#rulebook/credits/orders.ts'
import { type OrderRow, orderNumberOf } from '../order.store.ts'
import {
  type BillRow,
  type PaymentProvider,
  PaymentUnknown,
  RefundRefused,
  type VerifiedWebhook,
} from '../payment-provider.ts'

export interface BilledBack {
  readonly order: OrderRow
  readonly row: BillRow
  /** In words, for the operator. */
  readonly fault: string
}

/** As an event that happened once, by the refund's number; `nothing`: it ended without money. */
export async function provenSentBack(
  provider: PaymentProvider,
  { order, row }: BilledBack,
): Promise<VerifiedWebhook | 'nothing' | 'unproven'> {
  const currency = order.currency as Currency
  const { refundNumber, transactionId, minor } = row
  const orderNumber = orderNumberOf(order.id)
  const amount = { currency, minor }
  const asked = { orderNumber, refundNumber, amount, total: { currency, minor: order.amountMinor }, reason: '' }
  try {
    if ((await provider.queryRefund(asked)) !== 'refunded') return 'unproven'
  } catch (error) {
    if (error instanceof RefundRefused) return 'nothing'
    if (error instanceof PaymentUnknown) return 'unproven'
    throw error
  }
  const facts = { transaction_id: transactionId, refund: refundNumber, amount: String(minor) }
  return { eventId: refundNumber, orderNumber, outcome: { state: 'sent-back', transactionId, amount }, facts }
}
