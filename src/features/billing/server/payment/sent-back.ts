// Money that went back at the provider's own console by nobody's wish here (decision 0247). A part of the price is billed and changes nothing else: the order
// stays paid, and its credits stay where they are. All of it waits for a person.
import { and, eq, like } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { ADMIN_DISPUTE_TEXTS } from '#rulebook/credits/disputes.ts'
import { majorText, minorOf } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { readPaidBack } from '../invoice/invoice.store.ts'
import { billingHistory, paymentCaptures } from '../tables.ts'
import { type OrderRow, orderNumberOf, orderOfReference } from './order.store.ts'
import type { SentBack } from './payment-provider.ts'

/** References of the bills of parts, for `like`. */
const PART_REFERENCES = '%:part:%'
const partReference = ({ provider, id }: OrderRow, eventId: string) =>
  `${provider}:part:${orderNumberOf(id)}:${eventId}`

/** True for one that did not pay this order, as a second one of it. */
export async function isOtherPayment(tx: Transaction, { id }: OrderRow, transactionId: string): Promise<boolean> {
  const paidOf = and(eq(paymentCaptures.orderId, id), eq(paymentCaptures.state, 'granted'))
  const paid = await tx.select({ id: paymentCaptures.transactionId }).from(paymentCaptures).where(paidOf)
  return paid.length > 0 && paid.every((one) => one.id !== transactionId)
}

/** `beside`: nothing of the price. The order must be locked. */
export async function billPart(
  tx: Transaction,
  order: OrderRow,
  { amount: { minor } }: SentBack,
  eventId: string,
): Promise<'part' | 'whole' | 'beside'> {
  if (minor === 0) return 'beside'
  const before = (await readPaidBack(tx, [order.id])).get(order.id) ?? 0
  if (order.status !== 'paid' || before + minor >= order.amountMinor) return 'whole'
  await tx.insert(billingHistory).values({
    userId: order.userId,
    description: fillText(ADMIN_DISPUTE_TEXTS.billReturned, { pack: order.packName }),
    amount: `-${majorText(minor)}`,
    currency: order.currency,
    status: 'paid',
    providerReference: partReference(order, eventId),
  })
  return 'part'
}

/** What went back of this person's orders in parts, by the order's id. */
export async function readParts(db: Queryable, userId: string): Promise<ReadonlyMap<string, number>> {
  const { amount, providerReference } = billingHistory
  const bills = await db
    .select({ amount, reference: providerReference })
    .from(billingHistory)
    .where(and(eq(billingHistory.userId, userId), like(providerReference, PART_REFERENCES)))
  const parts = new Map<string, number>()
  for (const { amount, reference } of bills) {
    const orderId = orderOfReference(reference)
    const minor = minorOf(amount.replace('-', '')) ?? 0
    if (orderId) parts.set(orderId, (parts.get(orderId) ?? 0) + minor)
  }
  return parts
}
