// 发票 for the back office: what waits first, oldest before all, then what is over; and the file for its buyer.
import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { namesOfAccounts } from '#features/account/server/profile/account.store.ts'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import { INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import { ENDED_INVOICES_SHOWN, type InvoiceState } from '#rulebook/credits/invoices.ts'
import type { Currency } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { InvoiceRequest, OwnInvoice } from '../../invoice-contract.ts'
import { orderNumberOf } from '../payment/order.store.ts'
import { paymentInvoices, paymentOrders } from '../tables.ts'
import { INVOICE_COLUMNS, type InvoiceRow, type LockedInvoice, leftMinorOf, readPaidBack } from './invoice.store.ts'

const ENDED: readonly InvoiceState[] = ['issued', 'refused', 'red']

/** The invoice is above what the order kept: it covered what was left then, and more was refunded since. */
const wantsRed = sql`${paymentInvoices.state} = 'issued' and ${paymentInvoices.amountMinor} > ${paymentOrders.amountMinor} - (
  select coalesce(sum(r.amount_minor), 0) from payment_refunds r where r.order_id = ${paymentOrders.id} and r.state in ('granted', 'refunded'))`
const isGone = sql`${paymentInvoices.state} = 'issued' and ${paymentOrders.status} = 'refunded'`

export async function readInvoiceRequests(db: Queryable): Promise<InvoiceRequest[]> {
  const pairs = () =>
    db
      .select({ order: paymentOrders, invoice: INVOICE_COLUMNS })
      .from(paymentInvoices)
      .innerJoin(paymentOrders, eq(paymentOrders.id, paymentInvoices.orderId))
  const waiting = await pairs()
    .where(or(eq(paymentInvoices.state, 'requested'), wantsRed, isGone))
    .orderBy(asc(paymentInvoices.createdAt))
  const ended = await pairs()
    .where(and(inArray(paymentInvoices.state, [...ENDED]), isNotNull(paymentInvoices.decidedAt)))
    .orderBy(desc(paymentInvoices.decidedAt))
    .limit(ENDED_INVOICES_SHOWN)
  const shown = new Set(waiting.map(({ invoice }) => invoice.id))
  const rows = [...waiting, ...ended.filter(({ invoice }) => !shown.has(invoice.id))] as unknown as LockedInvoice[]
  const orders = rows.map(({ order }) => order)
  const names = await namesOfAccounts(
    db,
    orders.map(({ userId }) => userId),
  )
  const paidBack = await readPaidBack(
    db,
    orders.map(({ id }) => id),
  )
  return rows.map(({ order, invoice }) => {
    const leftMinor = leftMinorOf(order, paidBack)
    const name = names.get(order.userId)
    return {
      ...invoiceFacts(invoice, leftMinor),
      userId: order.userId,
      userName: name ? (name.username ?? name.initialEmail ?? '') : null,
      orderNumber: orderNumberOf(order.id),
      packName: order.packName,
      currency: order.currency as Currency,
      redMinor: invoice.state === 'issued' ? Math.max(0, (invoice.amountMinor ?? 0) - leftMinor) : 0,
    }
  })
}

export const invoiceFacts = (invoice: InvoiceRow, leftMinor: number): OwnInvoice => ({
  id: invoice.id,
  state: invoice.state,
  kind: invoice.kind,
  title: invoice.title,
  taxNumber: invoice.taxNumber,
  email: invoice.email,
  minor: invoice.amountMinor ?? leftMinor,
  number: invoice.number,
  redNumber: invoice.redNumber,
  hasFile: invoice.hasFile,
  decision: invoice.decision,
  askedAt: invoice.createdAt.toISOString(),
})

/** File of the valid invoice of this order; undefined without one, and for an order of another user. */
export const readInvoiceFile = (database: Database, userId: string, orderId: string) =>
  inUserScope(database, userId, async (tx) => {
    const { number, file, fileType } = paymentInvoices
    const [row] = await tx
      .select({ number, file, fileType })
      .from(paymentInvoices)
      .where(and(eq(paymentInvoices.orderId, orderId), isNotNull(file)))
      .orderBy(desc(paymentInvoices.createdAt))
      .limit(1)
    if (!row?.file || !row.fileType) return undefined
    const name = fillText(INVOICE_TEXTS.filename, { number: row.number ?? '' })
    return {
      filename: `${name}.${row.fileType === 'application/pdf' ? 'pdf' : 'ofd'}`,
      type: row.fileType,
      base64: Buffer.from(row.file).toString('base64'),
    }
  })

/** A person's own requests, without the files, for the export of data. */
export const readOwnInvoices = (database: Database, userId: string) =>
  inUserScope(database, userId, (tx) =>
    tx.select(INVOICE_COLUMNS).from(paymentInvoices).orderBy(desc(paymentInvoices.createdAt)),
  )
