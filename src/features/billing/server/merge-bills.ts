// Bills, orders, payments and subscriptions of an account that is merged into another (document 1 §4; U-39).
import { count, eq, sql } from 'drizzle-orm'
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
    // Who redeemed a campaign with both accounts keeps both rows, one of them under the account that is gone.
    await tx.execute(sql`update coupon_redemptions r set user_id = ${primaryId} where user_id = ${mergedId}
      and not exists (select from coupon_redemptions o where o.batch_id = r.batch_id and o.user_id = ${primaryId})`)
    // One row a person: the other account's place on the waitlist counts where this one has none.
    await tx.execute(sql`insert into purchase_wishes (user_id, told_at, tries, created_at)
      select ${primaryId}, told_at, tries, created_at from purchase_wishes where user_id = ${mergedId}
      on conflict do nothing`)
    return moved
  },
}
