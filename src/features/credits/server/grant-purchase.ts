// The credits of a paid order, in the transaction that makes the order paid (document 2 §2): once for each order.
import type { Transaction } from '#platform/server/database/database.ts'
import { usageLogs } from './tables.ts'

export interface Purchase {
  readonly userId: string
  readonly orderId: string
  readonly packName: string
  readonly credits: number
}

/** The account must exist and be locked. Throws when this order's credits were granted before. */
export async function grantPurchase(tx: Transaction, purchase: Purchase): Promise<void> {
  const { userId, orderId, packName, credits } = purchase
  await tx.insert(usageLogs).values({
    userId,
    kind: 'purchase',
    amount: credits,
    totalAmount: credits,
    reference: orderId,
    details: { packName },
  })
}
