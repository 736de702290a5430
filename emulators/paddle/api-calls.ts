// What Paddle does with a seller's question (payment contracts §3.2, §3.4), with the codes of the contract. There is no key of idempotency: what is asked
// twice is done twice.
import {
  type Adjustment,
  adjustmentView,
  type CallFault,
  newId,
  type PaddleState,
  payTransaction,
  type Transaction,
  transactionView,
} from './state.ts'

type Fields = Readonly<Record<string, unknown>>
export interface Answer {
  readonly status: number
  readonly data?: unknown
  readonly code?: string
}
const refused = (status: number, code: string): Answer => ({ status, code })

export interface ApiCall {
  readonly name: CallFault['call']
  readonly transactionId?: string
  run(): Answer
}

export function callOf(
  state: PaddleState,
  method: string,
  { pathname, searchParams }: URL,
  fields: Fields,
): ApiCall | undefined {
  const [, id] = /^\/transactions\/(\w+)$/.exec(pathname) ?? []
  if (pathname === '/transactions' && method === 'POST') return { name: 'create', run: () => create(state, fields) }
  if (pathname === '/transactions' && method === 'GET') return { name: 'list', run: () => ({ status: 200, data: [] }) }
  if (id && method === 'GET') return { name: 'read', transactionId: id, run: () => read(state, id) }
  if (id && method === 'PATCH') return { name: 'cancel', transactionId: id, run: () => change(state, id, fields) }
  if (pathname === '/adjustments' && method === 'POST') return { name: 'adjust', run: () => adjust(state, fields) }
  if (pathname === '/adjustments' && method === 'GET')
    return { name: 'adjustments', run: () => list(state, searchParams.get('transaction_id') ?? '') }
  return undefined
}

function create(state: PaddleState, fields: Fields): Answer {
  const items = Array.isArray(fields.items) ? (fields.items as Fields[]) : []
  const price = (items[0]?.price ?? {}) as Fields
  const { amount, currency_code: currency } = (price.unit_price ?? {}) as Fields
  const product = (price.product ?? {}) as Fields
  const isGood =
    items.length === 1 &&
    items[0]?.quantity === 1 &&
    typeof price.description === 'string' &&
    price.description !== '' &&
    typeof amount === 'string' &&
    /^[1-9]\d*$/.test(amount) &&
    currency === fields.currency_code &&
    price.tax_mode === 'external' &&
    typeof product.name === 'string' &&
    product.tax_category === 'standard'
  if (!isGood) return refused(400, 'invalid_field')
  const made: Transaction = {
    id: newId('txn'),
    itemId: newId('txnitm'),
    origin: 'api',
    customData: (fields.custom_data ?? null) as Transaction['customData'],
    title: price.description as string,
    unitCents: Number(amount),
    currency: String(currency),
    status: 'draft',
    taxPercent: 0,
  }
  state.transactions.set(made.id, made)
  return { status: 201, data: transactionView(state, made) }
}

function read(state: PaddleState, id: string): Answer {
  const found = state.transactions.get(id)
  return found ? { status: 200, data: transactionView(state, found) } : refused(404, 'not_found')
}

/** Completed ones are records: nothing of them changes. */
function change(state: PaddleState, id: string, { status }: Fields): Answer {
  const found = state.transactions.get(id)
  if (!found) return refused(404, 'not_found')
  if (status !== 'canceled') return refused(400, 'invalid_field')
  if (found.status === 'paid' || found.status === 'completed') return refused(400, 'transaction_immutable')
  found.status = 'canceled'
  return { status: 200, data: transactionView(state, found) }
}

function adjust(state: PaddleState, fields: Fields): Answer {
  const { action, transaction_id: id, reason, type, items } = fields
  const paid = state.transactions.get(String(id))
  if (!paid) return refused(404, 'not_found')
  if (action !== 'refund' || typeof reason !== 'string' || reason === '') return refused(400, 'invalid_field')
  if (paid.status !== 'completed') return refused(400, 'adjustment_transaction_invalid_status_for_refund')
  const others = [...state.adjustments.values()].filter(({ transactionId }) => transactionId === paid.id)
  if (others.some(({ status }) => status === 'pending_approval'))
    return refused(400, 'adjustment_pending_refund_request')
  const left = others
    .filter(({ status }) => status === 'approved')
    .reduce((sum, { netCents }) => sum - netCents, paid.unitCents)
  const wanted = type === 'full' ? left : partOf(paid, items)
  if (wanted === undefined) return refused(400, 'adjustment_transaction_item_invalid')
  if (wanted > left || left === 0) return refused(400, 'adjustment_total_amount_above_remaining_allowed')
  const entry: Adjustment = {
    id: newId('adj'),
    action: 'refund',
    transactionId: paid.id,
    reason,
    netCents: wanted,
    status: 'pending_approval',
  }
  state.adjustments.set(entry.id, entry)
  state.webhooks.add('adjustment.created', adjustmentView(state, entry))
  return { status: 201, data: adjustmentView(state, entry) }
}

function partOf({ itemId }: Transaction, items: unknown): number | undefined {
  const [item, ...others] = (Array.isArray(items) ? items : []) as Fields[]
  const isGood = others.length === 0 && item?.item_id === itemId && item.type === 'partial'
  return isGood && typeof item.amount === 'string' && /^[1-9]\d*$/.test(item.amount) ? Number(item.amount) : undefined
}

const list = (state: PaddleState, transactionId: string): Answer => ({
  status: 200,
  data: [...state.adjustments.values()]
    .filter((entry) => entry.transactionId === transactionId)
    .map((entry) => adjustmentView(state, entry)),
})

export const payMeanwhile = (state: PaddleState, { transactionId }: ApiCall): void =>
  void payTransaction(state, transactionId!)
