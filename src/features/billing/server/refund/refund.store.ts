// Rows of refunds. A state changes only as the rulebook allows, under the locks of its order and of its row, in this order.
import { and, desc, eq, inArray, isNotNull, lte, type SQL, sum } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { unusedOfPacks } from '#rulebook/credits/lots.ts'
import { mayMoveRefund, type RefundState } from '#rulebook/credits/refunds.ts'
import { readLots } from '../ledger/read-lots.ts'
import { lockOrderById, type OrderRow } from '../payment/order.store.ts'
import { readParts } from '../payment/sent-back.ts'
import { paymentOrders, paymentRefunds } from '../tables.ts'

type Row = typeof paymentRefunds.$inferSelect
export type RefundRow = Omit<Row, 'state'> & { readonly state: RefundState }

/** A refund that took its credits. */
export interface GrantedRefund extends RefundRow {
  readonly credits: number
  readonly amountMinor: number
}
export const isGranted = (refund: RefundRow | undefined): refund is GrantedRefund =>
  refund?.state === 'granted' && refund.credits !== null && refund.amountMinor !== null

/** Refunds of these orders, newest first. */
export const readRefunds = async (db: Queryable, orderIds: readonly string[]): Promise<RefundRow[]> =>
  orderIds.length === 0
    ? []
    : ((await db
        .select()
        .from(paymentRefunds)
        .where(inArray(paymentRefunds.orderId, [...orderIds]))
        .orderBy(desc(paymentRefunds.createdAt))) as RefundRow[])

export async function insertRefund(tx: Transaction, refund: typeof paymentRefunds.$inferInsert): Promise<void> {
  await tx.insert(paymentRefunds).values(refund)
}

export interface Locked {
  readonly order: OrderRow
  readonly refund: RefundRow
}

/** The same without locks. */
export async function readRefund(db: Queryable, id: string): Promise<Locked | undefined> {
  const [row] = await db
    .select({ order: paymentOrders, refund: paymentRefunds })
    .from(paymentRefunds)
    .innerJoin(paymentOrders, eq(paymentOrders.id, paymentRefunds.orderId))
    .where(eq(paymentRefunds.id, id))
  return row as Locked | undefined
}

/** For the operator, while the provider has not proven the money; null: it works on it. */
export async function noteProblem(db: Queryable, id: string, problem: string | null): Promise<void> {
  await db
    .update(paymentRefunds)
    .set({ problem })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.state, 'granted')))
}

/** Undefined when there is no such refund. Nobody else changes it or its order until the transaction ends. */
export async function lockRefund(tx: Transaction, id: string): Promise<Locked | undefined> {
  const isIt = eq(paymentRefunds.id, id)
  const [seen] = await tx.select({ orderId: paymentRefunds.orderId }).from(paymentRefunds).where(isIt)
  if (!seen) return undefined
  const order = (await lockOrderById(tx, seen.orderId))!
  const [refund] = await tx.select().from(paymentRefunds).where(isIt).for('update')
  return { order, refund: refund as RefundRow }
}

/** The refund must be locked; throws where the rulebook has no such move. */
export async function moveRefund(
  tx: Transaction,
  refund: RefundRow,
  state: RefundState,
  columns: Partial<Omit<Row, 'id' | 'state'>> = {},
): Promise<void> {
  if (!mayMoveRefund(refund.state, state)) throw new Error(`a refund cannot become ${state}: ${refund.state}`)
  await tx
    .update(paymentRefunds)
    .set({ state, ...columns })
    .where(eq(paymentRefunds.id, refund.id))
}

const HAS_TAKEN = inArray(paymentRefunds.state, ['granted', 'refunded'] satisfies RefundState[])

/** What is left of each pack that this person paid since then, by the order's id. One that is missing has nothing. */
export const readUnusedCredits = async (db: Queryable, userId: string, since: Date) =>
  unusedOfPacks(await readLots(db, userId, { since }))

/** True when a refund of ours brings all the money of this order back, or has: all but the parts that went back at the provider before (decision 0247). */
export const isRefundedByUs = (tx: Transaction, order: OrderRow): Promise<boolean> => hasWhole(tx, order, HAS_TAKEN)

/** True when a provider paid all of it back for us. What a person called returned was never asked for there. */
export const isPaidBackByUs = (tx: Transaction, order: OrderRow): Promise<boolean> =>
  hasWhole(tx, order, and(eq(paymentRefunds.state, 'refunded'), isNotNull(paymentRefunds.nextCheckAt)))

async function hasWhole(tx: Transaction, order: OrderRow, which: SQL | undefined): Promise<boolean> {
  const [row] = await tx
    .select({ minor: sum(paymentRefunds.amountMinor).mapWith(Number) })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.orderId, order.id), which))
  if (!row?.minor) return false
  return row.minor + ((await readParts(tx, order.userId)).get(order.id) ?? 0) >= order.amountMinor
}

/** Granted refunds whose time to be asked for has come; each is taken by one caller, who asks the provider then. */
export const takeDueRefunds = (db: Queryable, now: Date, nextCheck: (checks: number) => Date, limit: number) =>
  db.transaction(async (tx) => {
    const isDue = and(eq(paymentRefunds.state, 'granted'), lte(paymentRefunds.nextCheckAt, now))
    const due = await tx
      .select({ id: paymentRefunds.id, checks: paymentRefunds.checks })
      .from(paymentRefunds)
      .where(isDue)
      .orderBy(paymentRefunds.nextCheckAt)
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { id, checks } of due)
      await tx
        .update(paymentRefunds)
        .set({ checks: checks + 1, nextCheckAt: nextCheck(checks) })
        .where(eq(paymentRefunds.id, id))
    return due.map(({ id }) => id)
  })
