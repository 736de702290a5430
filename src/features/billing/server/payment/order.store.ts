// Rows of orders and of money that came. A state changes only as the rulebook allows, under the lock of its row.
import { and, count, desc, eq, lte, sql } from 'drizzle-orm'
import { type Database, inUserScope, type Queryable, type Transaction } from '#platform/server/database/database.ts'
import { mayMoveOrder, type OrderState } from '#rulebook/credits/orders.ts'
import { paymentCaptures, paymentOrders } from '../tables.ts'

type Row = typeof paymentOrders.$inferSelect
export type OrderRow = Omit<Row, 'status'> & { readonly status: OrderState }
type NewOrder = typeof paymentOrders.$inferInsert

/** Ours by one rule: no table of numbers. */
export const orderNumberOf = (id: string): string => id.replaceAll('-', '')
/** Undefined for what is no number of ours. */
export const orderIdOf = (orderNumber: string): string | undefined => ORDER_NUMBER.exec(orderNumber)?.slice(1).join('-')
const ORDER_NUMBER = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/**
 * Order of a bill by its reference: `alipay:<number>`, or with a kind before the number, `paddle:part:<number>:<event>`. The number of a refund is its own:
 * its order is looked up by its id.
 */
export function orderOfReference(reference: string | null, orderOfRefund?: ReadonlyMap<string, string>): string | null {
  const [, kind = '', number = kind] = reference?.split(':') ?? []
  const id = orderIdOf(number) ?? ''
  return (kind === 'refund' ? orderOfRefund?.get(id) : id) || null
}

const typed = (row: Row | undefined): OrderRow | undefined => row as OrderRow | undefined

export async function insertOrder(db: Queryable, order: NewOrder): Promise<OrderRow> {
  const [row] = await db.insert(paymentOrders).values(order).returning()
  return typed(row)!
}

export const readOwnOrder = (database: Database, userId: string, id: string): Promise<OrderRow | undefined> =>
  inUserScope(database, userId, async (tx) =>
    typed((await tx.select().from(paymentOrders).where(eq(paymentOrders.id, id)))[0]),
  )

/** For a person's export, newest first. */
export const readEveryOwnOrder = (database: Database, userId: string) =>
  inUserScope(database, userId, (tx) => tx.select().from(paymentOrders).orderBy(desc(paymentOrders.createdAt)))

export async function countOpenOrders(db: Queryable, userId: string): Promise<number> {
  const isOpen = and(eq(paymentOrders.userId, userId), eq(paymentOrders.status, 'pending'))
  const [row] = await db.select({ count: count() }).from(paymentOrders).where(isOpen)
  return row!.count
}

/** Undefined for a number that no order of this provider has. Nobody else changes the order until the transaction ends. */
export async function lockOrder(tx: Transaction, provider: string, orderNumber: string): Promise<OrderRow | undefined> {
  const id = orderIdOf(orderNumber)
  if (!id) return undefined
  const isIt = and(eq(paymentOrders.id, id), eq(paymentOrders.provider, provider))
  return typed((await tx.select().from(paymentOrders).where(isIt).for('update'))[0])
}

export async function lockOrderById(tx: Transaction, id: string): Promise<OrderRow | undefined> {
  return typed((await tx.select().from(paymentOrders).where(eq(paymentOrders.id, id)).for('update'))[0])
}

/** False, and nothing changed, where the rulebook has no such move. The order must be locked. */
export async function moveOrder(tx: Transaction, order: OrderRow, to: OrderState, problem?: string): Promise<boolean> {
  if (!mayMoveOrder(order.status, to)) return false
  await tx
    .update(paymentOrders)
    .set({
      status: to,
      problem: problem ?? null,
      payerReference: null,
      ...(to === 'paid' && { paidAt: sql`coalesce(paid_at, now())` }),
    })
    .where(eq(paymentOrders.id, order.id))
  return true
}

/** A person has decided that it counts although its money went back (decision 0241): who says so again says nothing new. */
export const isLetStand = ({ status, problem }: Pick<OrderRow, 'status' | 'problem'>): boolean =>
  status === 'paid' && problem === 'refunded-elsewhere'

/** What comes after is looked at again. The order must be locked. */
export async function endLetStand(tx: Transaction, { id }: OrderRow): Promise<void> {
  await tx.update(paymentOrders).set({ problem: null }).where(eq(paymentOrders.id, id))
}

/** Who will be asked to pay an open order inside an app. */
export async function keepPayer(db: Queryable, id: string, payerReference: string): Promise<void> {
  const isIt = and(eq(paymentOrders.id, id), eq(paymentOrders.status, 'pending'))
  await db.update(paymentOrders).set({ payerReference }).where(isIt)
}

/** False when this transaction of the provider was recorded before. */
export async function recordCapture(tx: Transaction, capture: typeof paymentCaptures.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(paymentCaptures)
    .values(capture)
    .onConflictDoNothing()
    .returning({ id: paymentCaptures.id })
  return rows.length > 0
}

/** Open orders whose time to be asked for has come; each is taken by one caller, who asks the provider then. */
export const takeDueOrders = (db: Queryable, now: Date, nextCheck: (checks: number) => Date, limit: number) =>
  db.transaction(async (tx) => {
    const isDue = and(eq(paymentOrders.status, 'pending'), lte(paymentOrders.nextCheckAt, now))
    const due = await tx
      .select()
      .from(paymentOrders)
      .where(isDue)
      .orderBy(paymentOrders.nextCheckAt)
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { id, checks } of due)
      await tx
        .update(paymentOrders)
        .set({ checks: checks + 1, checkedAt: now, nextCheckAt: nextCheck(checks) })
        .where(eq(paymentOrders.id, id))
    return due as OrderRow[]
  })

/** True for one caller at a time, who may query the provider about an open order now. */
export async function takeOrderToCheck(db: Queryable, id: string, now: Date, notCheckedSince: Date): Promise<boolean> {
  const rows = await db
    .update(paymentOrders)
    .set({ checkedAt: now })
    .where(
      and(eq(paymentOrders.id, id), eq(paymentOrders.status, 'pending'), lte(paymentOrders.checkedAt, notCheckedSince)),
    )
    .returning({ id: paymentOrders.id })
  return rows.length > 0
}
