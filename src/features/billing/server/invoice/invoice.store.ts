// Rows of 发票. A state changes only as the rulebook allows, under the locks of its order and of its row, in this order.
import { desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { type InvoiceKind, type InvoiceState, mayMoveInvoice } from '#rulebook/credits/invoices.ts'
import { lockOrderById, type OrderRow } from '../payment/order.store.ts'
import { BACK_OF_ORDER } from '../payment/went-back.ts'
import { paymentInvoices } from '../tables.ts'

const { file: _, ...COLUMNS } = getTableColumns(paymentInvoices)
/** The file stays in the database until it is asked for. */
export const INVOICE_COLUMNS = { ...COLUMNS, hasFile: sql<boolean>`${paymentInvoices.file} is not null` }

type Row = Omit<typeof paymentInvoices.$inferSelect, 'file'>
export type InvoiceRow = Omit<Row, 'state' | 'kind'> & {
  readonly state: InvoiceState
  readonly kind: InvoiceKind
  readonly hasFile: boolean
}

/** Invoices of these orders, newest first. */
export const readInvoices = async (db: Queryable, orderIds: readonly string[]): Promise<InvoiceRow[]> =>
  orderIds.length === 0
    ? []
    : ((await db
        .select(INVOICE_COLUMNS)
        .from(paymentInvoices)
        .where(inArray(paymentInvoices.orderId, [...orderIds]))
        .orderBy(desc(paymentInvoices.createdAt))) as InvoiceRow[])

/** What went back of each order in any way, or is going back. */
export async function readPaidBack(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; minor: number }>(sql`
    select id, minor from (select o.id, ${BACK_OF_ORDER} as minor from payment_orders o
      where o.id in (select value::uuid from json_array_elements_text(${JSON.stringify(orderIds)}::json))) back where minor > 0`)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

/** Paid and kept: what an invoice may be written for. An order whose whole money went back keeps nothing. */
export const leftMinorOf = ({ id, status, amountMinor }: OrderRow, paidBack: ReadonlyMap<string, number>): number =>
  status === 'refunded' ? 0 : amountMinor - (paidBack.get(id) ?? 0)

export async function insertInvoice(tx: Transaction, invoice: typeof paymentInvoices.$inferInsert): Promise<void> {
  await tx.insert(paymentInvoices).values(invoice)
}

export interface LockedInvoice {
  readonly order: OrderRow
  readonly invoice: InvoiceRow
}

/** Undefined when there is none. Nobody else changes it or its order until the transaction ends. */
export async function lockInvoice(tx: Transaction, id: string): Promise<LockedInvoice | undefined> {
  const isIt = eq(paymentInvoices.id, id)
  const [seen] = await tx.select({ orderId: paymentInvoices.orderId }).from(paymentInvoices).where(isIt)
  if (!seen) return undefined
  const order = (await lockOrderById(tx, seen.orderId))!
  const [invoice] = await tx.select(INVOICE_COLUMNS).from(paymentInvoices).where(isIt).for('update')
  return { order, invoice: invoice as InvoiceRow }
}

export const isNumberUsed = async (tx: Transaction, number: string): Promise<boolean> =>
  (await tx.select({ id: paymentInvoices.id }).from(paymentInvoices).where(eq(paymentInvoices.number, number))).length >
  0

/** The invoice must be locked; throws where the rulebook has no such move. */
export async function moveInvoice(
  tx: Transaction,
  invoice: InvoiceRow,
  state: InvoiceState,
  columns: Partial<Omit<typeof paymentInvoices.$inferInsert, 'id' | 'state'>>,
): Promise<void> {
  if (!mayMoveInvoice(invoice.state, state)) throw new Error(`an invoice cannot become ${state}: ${invoice.state}`)
  await tx
    .update(paymentInvoices)
    .set({ state, ...columns })
    .where(eq(paymentInvoices.id, invoice.id))
}
