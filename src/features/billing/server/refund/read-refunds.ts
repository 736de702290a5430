// Refund requests for the back office: open ones first, oldest before all, then those that were decided lately; and a person's own, for the
// export of data.
import { asc, desc, eq, inArray, notInArray } from 'drizzle-orm'
import { namesOfAccounts } from '#features/account/server/profile/account.store.ts'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import type { Currency } from '#rulebook/credits/orders.ts'
import { DECIDED_REFUNDS_SHOWN, type RefundState, refundMinor } from '#rulebook/credits/refunds.ts'
import type { RefundRequest } from '../../refund-contract.ts'
import { type OrderRow, orderNumberOf } from '../payment/order.store.ts'
import { readParts } from '../payment/sent-back.ts'
import { paymentOrders, paymentRefunds } from '../tables.ts'
import { type Locked, type RefundRow, readUnusedCredits } from './refund.store.ts'

const OPEN: readonly RefundState[] = ['requested', 'granted']
const LEFT: readonly RefundState[] = ['withdrawn']

export async function readRefundRequests(db: Queryable): Promise<RefundRequest[]> {
  const pairs = () =>
    db
      .select({ order: paymentOrders, refund: paymentRefunds })
      .from(paymentRefunds)
      .innerJoin(paymentOrders, eq(paymentOrders.id, paymentRefunds.orderId))
  const open = await pairs()
    .where(inArray(paymentRefunds.state, [...OPEN]))
    .orderBy(asc(paymentRefunds.createdAt))
  const ended = await pairs()
    .where(notInArray(paymentRefunds.state, [...OPEN, ...LEFT]))
    .orderBy(desc(paymentRefunds.endedAt))
    .limit(DECIDED_REFUNDS_SHOWN)
  const rows = [...open, ...ended] as unknown as Locked[]
  const names = await namesOfAccounts(
    db,
    rows.map(({ order }) => order.userId),
  )
  const requests: RefundRequest[] = []
  for (const { order, refund } of rows) {
    const name = names.get(order.userId)
    requests.push({
      ...factsOf(order, refund),
      ...(await worthOf(db, order, refund)),
      userName: name ? (name.username ?? name.initialEmail ?? '') : null,
    })
  }
  return requests
}

const factsOf = (order: OrderRow, refund: RefundRow) => ({
  id: refund.id,
  userId: order.userId,
  orderNumber: orderNumberOf(order.id),
  packName: order.packName,
  packCredits: order.credits,
  paidMinor: order.amountMinor,
  currency: order.currency as Currency,
  paidAt: order.paidAt?.toISOString() ?? null,
  askedAt: refund.createdAt.toISOString(),
  state: refund.state,
  reason: refund.reason,
  decision: refund.decision,
  problem: refund.problem,
})

/** What a request would be worth now, or a decided one was; nothing for a refused one. */
async function worthOf(db: Queryable, order: OrderRow, refund: RefundRow) {
  if (refund.state !== 'requested') return { credits: refund.credits ?? 0, minor: refund.amountMinor ?? 0 }
  const credits = (await readUnusedCredits(db, order.userId, order.paidAt!)).get(order.id) ?? 0
  return { credits, minor: refundMinor(order, credits, (await readParts(db, order.userId)).get(order.id)) }
}

/** What a person asked and what became of it. */
export const readOwnRefunds = (database: Database, userId: string) =>
  inUserScope(database, userId, (tx) =>
    tx
      .select({
        orderId: paymentRefunds.orderId,
        state: paymentRefunds.state,
        reason: paymentRefunds.reason,
        decision: paymentRefunds.decision,
        credits: paymentRefunds.credits,
        amountMinor: paymentRefunds.amountMinor,
        createdAt: paymentRefunds.createdAt,
        decidedAt: paymentRefunds.decidedAt,
        endedAt: paymentRefunds.endedAt,
      })
      .from(paymentRefunds)
      .orderBy(desc(paymentRefunds.createdAt)),
  )
