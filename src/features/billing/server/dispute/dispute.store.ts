// Money that waits for a person: orders in dispute, and payments in suspense that belong to no such order (decision 0087).
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import type { DisputeDecision, DisputeProblem } from '#rulebook/credits/disputes.ts'
import { lockOrderById, type OrderRow } from '../payment/order.store.ts'
import { paymentCaptures, paymentOrders } from '../tables.ts'

export type CaptureRow = typeof paymentCaptures.$inferSelect

export interface Dispute {
  readonly id: string
  readonly problem: DisputeProblem
  readonly order?: OrderRow
  /** The newest money in suspense. */
  readonly capture?: CaptureRow
}

const isOpen = and(eq(paymentCaptures.state, 'suspense'), isNull(paymentCaptures.resolvedAt))

/** Oldest first. */
export async function readDisputes(db: Queryable): Promise<Dispute[]> {
  const orders = (await db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.status, 'disputed'))
    .orderBy(asc(paymentOrders.createdAt))) as OrderRow[]
  const captures = await db
    .select({ capture: paymentCaptures, order: paymentOrders })
    .from(paymentCaptures)
    .leftJoin(paymentOrders, eq(paymentOrders.id, paymentCaptures.orderId))
    .where(isOpen)
    .orderBy(asc(paymentCaptures.createdAt))
  const ofOrders = orders.map((order) =>
    disputeOf(order, captures.findLast(({ capture }) => capture.orderId === order.id)?.capture),
  )
  const alone = captures.flatMap(({ capture, order }) =>
    order?.status === 'disputed' ? [] : [strayOf(capture, (order ?? undefined) as OrderRow | undefined)],
  )
  return [...ofOrders, ...alone]
}

/** Undefined when nothing of this id waits. Locked until the transaction ends, an order before its payments as everywhere. */
export async function lockDispute(tx: Transaction, id: string): Promise<Dispute | undefined> {
  const order = await lockOrderById(tx, id)
  if (order) return order.status === 'disputed' ? disputeOf(order, await newestOpenOf(tx, id)) : undefined
  const isIt = and(eq(paymentCaptures.id, id), isOpen)
  const [seen] = await tx.select({ orderId: paymentCaptures.orderId }).from(paymentCaptures).where(isIt)
  const owner = seen?.orderId ? await lockOrderById(tx, seen.orderId) : undefined
  // Money of an order in dispute is decided with it.
  if (owner?.status === 'disputed') return undefined
  const [capture] = await tx.select().from(paymentCaptures).where(isIt).for('update')
  return capture && strayOf(capture, owner)
}

const newestOpenOf = async (tx: Transaction, orderId: string): Promise<CaptureRow | undefined> =>
  (
    await tx
      .select()
      .from(paymentCaptures)
      .where(and(eq(paymentCaptures.orderId, orderId), isOpen))
      .orderBy(desc(paymentCaptures.createdAt))
      .limit(1)
  )[0]

const disputeOf = (order: OrderRow, capture: CaptureRow | undefined): Dispute => ({
  id: order.id,
  problem: order.problem as DisputeProblem,
  order,
  ...(capture && { capture }),
})

const strayOf = (capture: CaptureRow, order: OrderRow | undefined): Dispute => ({
  id: capture.id,
  problem: !order ? 'no-order' : order.status === 'refunded' ? 'paid-after-refund' : 'paid-twice',
  capture,
  ...(order && { order }),
})

/** All that is open of an order in dispute, or the one payment without one. */
export async function resolveCaptures(
  tx: Transaction,
  { order, capture, id }: Dispute,
  resolution: DisputeDecision,
  now: Date,
): Promise<void> {
  const which = order?.id === id ? eq(paymentCaptures.orderId, id) : eq(paymentCaptures.id, capture!.id)
  await tx.update(paymentCaptures).set({ resolution, resolvedAt: now }).where(and(which, isOpen))
}

/** The payment that gives the order its credits, at what came. */
export async function grantCapture(tx: Transaction, order: OrderRow, capture: CaptureRow): Promise<OrderRow> {
  const { amountMinor } = capture
  await tx.update(paymentCaptures).set({ state: 'granted' }).where(eq(paymentCaptures.id, capture.id))
  // The price of this order is what was paid: bills, refunds and the books follow it.
  await tx.update(paymentOrders).set({ amountMinor }).where(eq(paymentOrders.id, order.id))
  return { ...order, amountMinor }
}
