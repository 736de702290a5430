// A person's bills, newest first, read through the row policies (document 1 §3).
import { desc, isNotNull, sql } from 'drizzle-orm'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { readOwnInvoices } from './invoice/read-invoices.ts'
import { orderOfReference, readEveryOwnOrder } from './payment/order.store.ts'
import { billingHistory, paymentOrders, paymentRefunds } from './tables.ts'
import { findJoinedAt } from './waitlist/waitlist.ts'

export type BillRow = typeof billingHistory.$inferSelect

export const readBills = (database: Database, userId: string): Promise<BillRow[]> =>
  inUserScope(database, userId, (tx) => tx.select().from(billingHistory).orderBy(desc(billingHistory.createdAt)))

/** The same, each with the order that it belongs to: that of a refund is known by its row. */
export async function readBillsOfOrders(
  database: Database,
  userId: string,
): Promise<(BillRow & { readonly orderId: string | null })[]> {
  const bills = await readBills(database, userId)
  const refunds = await inUserScope(database, userId, (tx) =>
    tx.select({ id: paymentRefunds.id, orderId: paymentRefunds.orderId }).from(paymentRefunds),
  )
  const orderOf = new Map(refunds.map(({ id, orderId }) => [id, orderId]))
  return bills.map((bill) => ({ ...bill, orderId: orderOfReference(bill.providerReference, orderOf) }))
}

/** Whether money was ever paid, by an order of ours or one of before. */
export const hasPurchases = (database: Database, userId: string): Promise<boolean> =>
  inUserScope(database, userId, async (tx) => {
    const bills = await tx.select({ one: sql`1` }).from(billingHistory).limit(1)
    const paid = await tx.select({ one: sql`1` }).from(paymentOrders).where(isNotNull(paymentOrders.paidAt)).limit(1)
    return bills.length + paid.length > 0
  })

/** Everything that is kept of a person's purchases, for the data export. */
export const readPurchases = async (database: Database, userId: string) => ({
  bills: await readBills(database, userId),
  orders: await readEveryOwnOrder(database, userId),
  invoices: await readOwnInvoices(database, userId),
  /** Since when the person waits for the email that packs can be bought. */
  openingNoticeAskedAt: (await findJoinedAt(database, userId)) ?? null,
})
