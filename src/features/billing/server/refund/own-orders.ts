// A person's orders with what became of their refunds, and what could be asked back now; all through the row policies.
import { desc, eq } from 'drizzle-orm'
import { inUserScope, type Transaction } from '#platform/server/database/database.ts'
import { INVOICE_ASKS_MAX, invoiceProblem, isStandingInvoice } from '#rulebook/credits/invoices.ts'
import type { Currency } from '#rulebook/credits/orders.ts'
import {
  isStandingRefund,
  REFUND_ASKS_MAX,
  refundMinor,
  refundProblem,
  refundUntil,
} from '#rulebook/credits/refunds.ts'
import type { OwnOrder } from '../../contract.ts'
import { type InvoiceRow, leftMinorOf, readInvoices, readPaidBack } from '../invoice/invoice.store.ts'
import { invoiceFacts } from '../invoice/read-invoices.ts'
import type { OrderRow } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { readParts } from '../payment/sent-back.ts'
import { paymentOrders } from '../tables.ts'
import { type RefundRow, readRefunds, readUnusedCredits } from './refund.store.ts'

type ReadParts = Pick<PaymentParts, 'database' | 'clock'>
const ORDERS_SHOWN = 100

/** Newest first. */
export const readOwnOrders = ({ database, clock }: ReadParts, userId: string): Promise<OwnOrder[]> =>
  inUserScope(database, userId, async (tx) => {
    const orders = await tx.select().from(paymentOrders).orderBy(desc(paymentOrders.createdAt)).limit(ORDERS_SHOWN)
    return toOwnOrders(tx, userId, orders as OrderRow[], clock.now())
  })

/** Undefined for an order of somebody else. */
export const readOwnOrderView = (
  { database, clock }: ReadParts,
  userId: string,
  id: string,
): Promise<OwnOrder | undefined> =>
  inUserScope(database, userId, async (tx) => {
    const orders = await tx.select().from(paymentOrders).where(eq(paymentOrders.id, id))
    return (await toOwnOrders(tx, userId, orders as OrderRow[], clock.now()))[0]
  })

async function toOwnOrders(tx: Transaction, userId: string, orders: readonly OrderRow[], now: Date) {
  const ids = orders.map(({ id }) => id)
  const refunds = await readRefunds(tx, ids)
  const invoices = await readInvoices(tx, ids)
  const paidBack = await readPaidBack(tx, ids)
  const parts = await readParts(tx, userId)
  const unused = await unusedOfRefundable(tx, userId, orders, now)
  return orders.map((order): OwnOrder => {
    const own = refunds.filter(({ orderId }) => orderId === order.id)
    return {
      ...factsOf(order),
      refund: own[0] ? refundOf(own[0]) : null,
      refundable: refundableOf(
        order,
        own,
        { unusedCredits: unused.get(order.id) ?? 0, wentBackMinor: parts.get(order.id) ?? 0 },
        now,
      ),
      ...invoiceOf(
        order,
        invoices.filter(({ orderId }) => orderId === order.id),
        leftMinorOf(order, paidBack),
        now,
      ),
    }
  })
}

/** Unused credits of packs whose time for asking is not over: the ledger is read from the oldest of them on. */
async function unusedOfRefundable(tx: Transaction, userId: string, orders: readonly OrderRow[], now: Date) {
  const paidAt = orders.flatMap((order) => (refundProblem(order, now) ? [] : [order.paidAt!.getTime()]))
  return paidAt.length === 0 ? new Map() : readUnusedCredits(tx, userId, new Date(Math.min(...paidAt)))
}

const factsOf = (order: OrderRow) => ({
  id: order.id,
  packName: order.packName,
  credits: order.credits,
  currency: order.currency as Currency,
  minor: order.amountMinor,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  returnTo: order.returnTo,
  paidAt: order.paidAt?.toISOString() ?? null,
  provider: order.provider as OwnOrder['provider'],
})

function invoiceOf(
  order: OrderRow,
  asked: readonly InvoiceRow[],
  leftMinor: number,
  now: Date,
): Pick<OwnOrder, 'invoice' | 'invoiceableMinor'> {
  const isAsked = asked.length >= INVOICE_ASKS_MAX || asked.some(({ state }) => isStandingInvoice(state))
  const problem = invoiceProblem({ ...order, currency: order.currency as Currency, leftMinor }, now)
  return {
    invoice: asked[0] ? invoiceFacts(asked[0], leftMinor) : null,
    invoiceableMinor: isAsked || problem ? null : leftMinor,
  }
}

const refundOf = ({
  state,
  decision,
  credits,
  amountMinor,
  createdAt,
}: RefundRow): NonNullable<OwnOrder['refund']> => ({
  state,
  decision,
  credits,
  minor: amountMinor,
  askedAt: createdAt.toISOString(),
})

function refundableOf(
  order: OrderRow,
  asked: readonly RefundRow[],
  { unusedCredits, wentBackMinor }: { readonly unusedCredits: number; readonly wentBackMinor: number },
  now: Date,
): OwnOrder['refundable'] {
  const isAsked = asked.length >= REFUND_ASKS_MAX || asked.some(({ state }) => isStandingRefund(state))
  if (!order.paidAt || isAsked || unusedCredits === 0 || refundProblem(order, now)) return null
  return {
    credits: unusedCredits,
    minor: refundMinor(order, unusedCredits, wentBackMinor),
    until: refundUntil(order.paidAt).toISOString(),
  }
}
