// What the emulated Paddle knows, and what buyers, banks and Paddle's staff do to it (payment contracts §3). Amounts are strings of digits on the wire.
import { randomInt } from 'node:crypto'
import type { VirtualClock } from '../topaz/virtual-clock.ts'
import type { Webhooks } from './webhooks.ts'

export interface Adjustment {
  readonly id: string
  readonly action: 'refund' | 'chargeback' | 'chargeback_reverse'
  readonly transactionId: string
  readonly reason: string
  /** Without tax. */
  readonly netCents: number
  status: 'pending_approval' | 'approved' | 'rejected'
}

export interface Transaction {
  readonly id: string
  readonly itemId: string
  readonly origin: 'api' | 'web'
  readonly customData: Readonly<Record<string, unknown>> | null
  readonly title: string
  readonly unitCents: number
  readonly currency: string
  status: 'draft' | 'ready' | 'paid' | 'completed' | 'canceled'
  /** Percent; known once the buyer enters a country. */
  taxPercent: number
}

/** What happens to the next call of this name. `drop-after` and `garbage-after`: it was done, and the caller gets no usable answer. `empty`: a list that is behind. */
export interface CallFault {
  readonly call: 'create' | 'read' | 'cancel' | 'list' | 'adjust' | 'adjustments'
  readonly action:
    | 'drop-before'
    | 'drop-after'
    | 'error-500'
    | 'error-429'
    | 'bad-gateway'
    | 'garbage-after'
    | 'paid-meanwhile'
    | 'empty'
}

export interface PaddleState {
  readonly apiKey: string
  readonly webhookSecret: string
  readonly clock: VirtualClock
  readonly transactions: Map<string, Transaction>
  readonly adjustments: Map<string, Adjustment>
  readonly webhooks: Webhooks
  readonly faults: CallFault[]
  readonly calls: string[]
  /** The page of another domain that the seller set as the default payment link. */
  paymentLink(): string
}

/** `txn_…` with 26 signs of Crockford's alphabet. */
export const newId = (prefix: string): string =>
  `${prefix}_01${Array.from({ length: 24 }, () => '0123456789abcdefghjkmnpqrstvwxyz'[randomInt(32)]).join('')}`

export const taxOf = ({ unitCents, taxPercent }: Transaction): number => Math.round((unitCents * taxPercent) / 100)

/** The buyer pays; Paddle captures and then completes, and sends an event for each. */
export function payTransaction(state: PaddleState, id: string, taxPercent = 0): Transaction {
  const transaction = state.transactions.get(id)
  if (!transaction) throw new Error(`nobody made ${id}`)
  if (transaction.status !== 'draft' && transaction.status !== 'ready')
    throw new Error(`the transaction is ${transaction.status}`)
  transaction.taxPercent = taxPercent
  for (const status of ['ready', 'paid', 'completed'] as const) {
    transaction.status = status
    state.webhooks.add(`transaction.${status}`, transactionView(state, transaction))
  }
  return transaction
}

export function decideAdjustment(state: PaddleState, id: string, status: 'approved' | 'rejected'): void {
  const adjustment = state.adjustments.get(id)
  if (adjustment?.status !== 'pending_approval') throw new Error('nothing to decide')
  adjustment.status = status
  state.webhooks.add('adjustment.updated', adjustmentView(state, adjustment))
}

/** The buyer's bank takes the money back, or gives it again. */
export function chargeBack(
  state: PaddleState,
  transactionId: string,
  action: 'chargeback' | 'chargeback_reverse',
): void {
  const { unitCents: netCents } = state.transactions.get(transactionId)!
  const entry: Adjustment = { id: newId('adj'), action, transactionId, reason: 'fraud', netCents, status: 'approved' }
  state.adjustments.set(entry.id, entry)
  state.webhooks.add('adjustment.created', adjustmentView(state, entry))
}

/** Made in a browser with the client token, as anybody can: own price, own words. */
export function makeInBrowser(
  state: PaddleState,
  unitCents: number,
  customData: Transaction['customData'],
): Transaction {
  const made: Transaction = {
    id: newId('txn'),
    itemId: newId('txnitm'),
    origin: 'web',
    customData,
    title: 'client made',
    unitCents,
    currency: 'USD',
    status: 'draft',
    taxPercent: 0,
  }
  state.transactions.set(made.id, made)
  return made
}

export function transactionView(state: PaddleState, transaction: Transaction): Record<string, unknown> {
  const { id, itemId, status, origin, customData, currency, unitCents, title } = transaction
  const tax = taxOf(transaction)
  const isDone = status === 'completed'
  return {
    id,
    status,
    origin,
    customer_id: status === 'draft' ? null : 'ctm_01emulated0000000000000000',
    custom_data: customData,
    currency_code: currency,
    collection_mode: 'automatic',
    discount_id: null,
    items: [
      {
        quantity: 1,
        price: { description: title, unit_price: { amount: String(unitCents), currency_code: currency } },
      },
    ],
    details: {
      totals: {
        subtotal: String(unitCents),
        discount: '0',
        tax: String(tax),
        total: String(unitCents + tax),
        credit: '0',
        grand_total: String(unitCents + tax),
        fee: isDone ? String(Math.round(unitCents * 0.05) + 50) : null,
        earnings: isDone ? String(unitCents - Math.round(unitCents * 0.05) - 50) : null,
        currency_code: currency,
      },
      line_items: [{ id: itemId, quantity: 1 }],
    },
    checkout: { url: `${state.paymentLink()}?_ptxn=${id}` },
    a_field_of_tomorrow: 'a+b %2B & 中文 🙂',
  }
}

export function adjustmentView(state: PaddleState, entry: Adjustment): Record<string, unknown> {
  const { taxPercent } = state.transactions.get(entry.transactionId)!
  const tax = Math.round((entry.netCents * taxPercent) / 100)
  return {
    id: entry.id,
    action: entry.action,
    transaction_id: entry.transactionId,
    reason: entry.reason,
    status: entry.status,
    currency_code: 'USD',
    totals: { subtotal: String(entry.netCents), tax: String(tax), total: String(entry.netCents + tax) },
  }
}
