// A buyer asks for a 发票, and may withdraw the request until it is written (decision 0105).
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  checkInvoice,
  INVOICE_ASKS_MAX,
  type InvoiceDetails,
  invoiceProblem,
  isStandingInvoice,
  tidyInvoice,
} from '#rulebook/credits/invoices.ts'
import type { Currency } from '#rulebook/credits/orders.ts'
import { lockOrderById, type OrderRow } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { insertInvoice, leftMinorOf, moveInvoice, readInvoices, readPaidBack } from './invoice.store.ts'

export interface InvoiceQuestion {
  readonly userId: string
  readonly orderId: string
}
type AskParts = Pick<PaymentParts, 'database' | 'clock'>

/** Throws `order-missing` and the codes of INVOICE_ERRORS and of addresses. */
export async function askInvoice(
  { database, clock }: AskParts,
  { userId, orderId, details }: InvoiceQuestion & { readonly details: InvoiceDetails },
): Promise<void> {
  const tidy = tidyInvoice(details)
  const wrong = checkInvoice(tidy)
  if (wrong) throw new ServiceError(wrong.code)
  await database.orm.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { userId, orderId })
    const asked = await readInvoices(tx, [orderId])
    if (asked.some(({ state }) => isStandingInvoice(state))) throw new ServiceError('invoice-asked-before')
    const leftMinor = leftMinorOf(order, await readPaidBack(tx, [orderId]))
    const problem = invoiceProblem({ ...order, currency: order.currency as Currency, leftMinor }, clock.now())
    if (problem) throw new ServiceError(problem.code)
    if (asked.length >= INVOICE_ASKS_MAX) throw new ServiceError('invoice-too-many')
    await insertInvoice(tx, { orderId, userId, ...tidy })
  })
}

/** Throws `order-missing`, `invoice-missing` or, when it was decided meanwhile, `invoice-decided`. */
export const withdrawInvoice = ({ database, clock }: AskParts, question: InvoiceQuestion): Promise<void> =>
  database.orm.transaction(async (tx) => {
    const { id } = await lockOwnOrder(tx, question)
    // Who changes an invoice holds the lock of its order.
    const [newest] = await readInvoices(tx, [id])
    if (!newest) throw new ServiceError('invoice-missing')
    if (newest.state !== 'requested') throw new ServiceError('invoice-decided')
    await moveInvoice(tx, newest, 'withdrawn', { decidedAt: clock.now() })
  })

async function lockOwnOrder(tx: Transaction, { userId, orderId }: InvoiceQuestion): Promise<OrderRow> {
  const order = await lockOrderById(tx, orderId)
  if (order?.userId !== userId) throw new ServiceError('order-missing')
  return order
}
