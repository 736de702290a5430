// Money back at Paddle: an adjustment, which people approve there (payment contracts §3.4). Paddle takes no number of ours, so the reason contains it, and
// what was made under it is looked for before anything is made.
import { PaymentUnknown, type Refund, RefundRefused } from '../payment-provider.ts'
import { unexpected } from './paddle-client.ts'
import { type Adjustment, adjustment, type PaddleTransaction, transaction } from './paddle-messages.ts'
import type { PaddleParts } from './paddle-parts.ts'

/** Never any money under this number: nothing is left of it, or nobody could get it. Others pass: an open refund before it, a payment not completed. */
const FINAL = [
  'adjustment_total_amount_above_remaining_allowed',
  'adjustment_transaction_item_invalid',
  'adjustment_transaction_customer_mismatch',
  'adjustment_transaction_missing_customer_id',
]
const NUMBER = /#([\da-f]{32})$/

export const refundNumberIn = ({ reason }: Adjustment): string | undefined => NUMBER.exec(reason)?.[1]

export async function refundOrder(parts: PaddleParts, refund: Refund): Promise<'refunded' | 'pending'> {
  const known = await queryRefund(parts, refund)
  if (known !== 'unknown-there') return known
  const paid = await readPaid(parts, refund)
  const answer = await parts.ask('POST', '/adjustments', {
    action: 'refund',
    transaction_id: paid.id,
    reason: `${refund.reason} #${refund.refundNumber}`,
    ...extentOf(refund, paid),
  })
  if (answer.status === 201 || answer.status === 200) return stateOf(read(answer.data))
  if (!FINAL.includes(answer.code)) throw unexpected(answer)
  // Also before a refusal is believed: credits are given again on it.
  const made = await queryRefund(parts, refund)
  if (made === 'unknown-there') throw new RefundRefused(answer.code)
  return made
}

/** Our amounts are without tax; Paddle gives its tax back beside them. */
function extentOf({ amount, total }: Refund, { details }: PaddleTransaction) {
  if (amount.minor === total.minor) return { type: 'full' }
  const item = details.line_items?.[0]
  if (!item) throw new PaymentUnknown('the transaction tells of no item')
  return {
    type: 'partial',
    tax_mode: 'external',
    items: [{ item_id: item.id, type: 'partial', amount: String(amount.minor) }],
  }
}

export async function queryRefund(
  parts: PaddleParts,
  { orderNumber, refundNumber }: Refund,
): Promise<'refunded' | 'pending' | 'unknown-there'> {
  const reference = await parts.references.of(orderNumber)
  if (!reference) throw new PaymentUnknown('no transaction is known for this order')
  const ours = (await readAdjustments(parts, reference)).find((entry) => refundNumberIn(entry) === refundNumber)
  return ours ? stateOf(ours) : 'unknown-there'
}

export async function readAdjustments({ ask }: PaddleParts, reference: string): Promise<Adjustment[]> {
  const answer = await ask('GET', `/adjustments?transaction_id=${reference}&per_page=50`)
  if (answer.status !== 200 || !Array.isArray(answer.data)) throw unexpected(answer)
  return answer.data.map(read)
}

async function readPaid({ ask, references }: PaddleParts, { orderNumber }: Refund): Promise<PaddleTransaction> {
  const answer = await ask('GET', `/transactions/${await references.of(orderNumber)}`)
  const found = transaction.safeParse(answer.data).data
  if (answer.status !== 200 || !found) throw unexpected(answer)
  return found
}

function read(data: unknown): Adjustment {
  const { data: found } = adjustment.safeParse(data)
  if (!found) throw new PaymentUnknown('the answer about a refund cannot be read')
  return found
}

function stateOf({ status }: Adjustment): 'refunded' | 'pending' {
  if (status === 'rejected') throw new RefundRefused(status)
  if (status === 'approved') return 'refunded'
  if (status === 'pending_approval') return 'pending'
  throw new PaymentUnknown(`the refund is ${status}`)
}
