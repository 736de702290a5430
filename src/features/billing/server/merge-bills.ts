// Bills, orders, payments and subscriptions of an account that is merged into another (document 1 §4; U-39).
import { count, eq } from 'drizzle-orm'
import type { MergePair, OwnedPart } from '#features/account/server/merge/owned-part.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import {
  billingHistory,
  paymentInvoices,
  paymentOrders,
  paymentRefunds,
  payments,
  userSubscriptions,
} from './tables.ts'

const TABLES = {
  bills: billingHistory,
  orders: paymentOrders,
  refunds: paymentRefunds,
  invoices: paymentInvoices,
  subscriptions: userSubscriptions,
  payments,
} as const

export const ownedBills: OwnedPart = {
  name: 'billing',
  async count(database: Database, userId: string) {
    const [bills] = await database.orm
      .select({ count: count() })
      .from(billingHistory)
      .where(eq(billingHistory.userId, userId))
    return { bills: bills!.count }
  },
  async move(tx: Transaction, { primaryId, mergedId }: MergePair) {
    const moved: Record<string, number> = {}
    for (const [name, table] of Object.entries(TABLES)) {
      const rows = await tx
        .update(table)
        .set({ userId: primaryId })
        .where(eq(table.userId, mergedId))
        .returning({ id: table.id })
      moved[name] = rows.length
    }
    return moved
  },
}
