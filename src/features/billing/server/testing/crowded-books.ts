// Books in which much stands: two buyers with orders, money, refunds and 发票 in every state, for tests of what must touch one of them alone.
import { createCredits } from '#features/credits/server/credits.ts'
import type { Database } from '#platform/server/database/database.ts'
import { changedRows } from '#platform/server/database/testing/changed-rows.ts'
import type { OrderRow } from '../payment/order.store.ts'
import type { RefundRow } from '../refund/refund.store.ts'
import { billingHistory, paymentCaptures, paymentInvoices, paymentOrders, paymentRefunds } from '../tables.ts'

type Of<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

export const NOW = new Date('2026-11-26T10:00:00Z')
export const SOON = new Date('2026-11-26T10:01:00Z')
export const BEFORE = new Date('2026-11-26T09:59:00Z')
export const PRICE_MINOR = 2800
const ORDER_STATES = ['pending', 'failed', 'closed', 'disputed', 'refunded'] as const
const TABLES = ['billing_history', 'payment_orders', 'payment_captures', 'payment_refunds', 'payment_invoices']

export async function openCrowdedBooks(database: Database) {
  const buyers = [await addBuyer(database), await addBuyer(database)] as const
  const add = addersOf(database)
  for (const userId of buyers) {
    await add.bill(userId)
    for (const status of ORDER_STATES) {
      const { id } = await add.order({ userId, status })
      await add.capture({ orderId: id })
    }
    for (const state of ['requested', 'granted', 'refunded', 'failed']) {
      const { id } = await add.paidOrder({ userId })
      await add.refund({ orderId: id, userId, state })
    }
    for (const state of ['requested', 'issued', 'red']) {
      const { id } = await add.paidOrder({ userId })
      await add.invoice({ orderId: id, userId, state })
    }
  }
  return {
    buyers,
    ...add,
    /** What the act answers, and the ids of the rows that it made or changed. */
    changes: <Answer>(act: () => Promise<Answer>) => changedRows(database, TABLES, act),
  }
}
export type CrowdedBooks = Awaited<ReturnType<typeof openCrowdedBooks>>

export async function addBuyer(database: Database): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    'insert into auth_users (name, email) values ($1, $1) returning id',
    [`${crypto.randomUUID()}@example.com`],
  )
  await database.query('insert into user_profiles (id) values ($1)', [user!.id])
  await createCredits({ database }).grantSignUpCredits(user!.id)
  return user!.id
}

function addersOf({ orm }: Database) {
  const order = async (changes: Of<typeof paymentOrders> & { userId: string }): Promise<OrderRow> => {
    const pack = { packId: 'small', packName: '体验包', credits: 20, amountMinor: PRICE_MINOR, currency: 'CNY' }
    const times = { expiresAt: SOON, nextCheckAt: SOON, checkedAt: NOW }
    const [row] = await orm
      .insert(paymentOrders)
      .values({ provider: 'alipay', ...pack, ...times, ...changes })
      .returning()
    return row as OrderRow
  }
  const capture = async (changes: Of<typeof paymentCaptures>) => {
    const money = { provider: 'alipay', amountMinor: 2700, currency: 'CNY', state: 'suspense', source: 'notice' }
    const values = { transactionId: crypto.randomUUID(), ...money, ...changes }
    return (await orm.insert(paymentCaptures).values(values).returning())[0]!
  }
  const paidOrder = async (changes: Of<typeof paymentOrders> & { userId: string }): Promise<OrderRow> => {
    const row = await order({ status: 'paid', paidAt: NOW, nextCheckAt: BEFORE, ...changes })
    await capture({ orderId: row.id, state: 'granted', amountMinor: row.amountMinor })
    return row
  }
  const refund = async (changes: Of<typeof paymentRefunds> & { orderId: string; userId: string; state: string }) => {
    const hasTaken = ['granted', 'refunded', 'failed'].includes(changes.state)
    const taken = hasTaken && { credits: 20, amountMinor: PRICE_MINOR, takenEntryId: crypto.randomUUID() }
    const values = { reason: '', nextCheckAt: SOON, ...taken, ...changes }
    return (await orm.insert(paymentRefunds).values(values).returning())[0]! as RefundRow
  }
  const invoice = async (changes: Of<typeof paymentInvoices> & { orderId: string; userId: string; state: string }) => {
    const isWritten = ['issued', 'red'].includes(changes.state)
    const written = isWritten && { number: crypto.randomUUID(), amountMinor: PRICE_MINOR }
    const values = { kind: 'personal', title: '个人', taxNumber: '', email: 'p@example.com', ...written, ...changes }
    return (await orm.insert(paymentInvoices).values(values).returning())[0]!
  }
  const bill = (userId: string) =>
    orm.insert(billingHistory).values({ userId, description: '体验包', amount: '28.00', status: 'paid' })
  return { order, capture, paidOrder, refund, invoice, bill }
}
