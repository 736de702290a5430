// What becomes of an order becomes of that order alone, in books where much stands (testing/crowded-books.ts).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { ownedBills } from '../merge-bills.ts'
import { addBuyer, BEFORE, type CrowdedBooks, NOW, openCrowdedBooks, SOON } from '../testing/crowded-books.ts'
import { comparePayments } from './compare-orders.ts'
import {
  countOpenOrders,
  keepPayer,
  lockOrder,
  moveOrder,
  orderNumberOf,
  orderOfReference,
  readOwnOrder,
  takeDueOrders,
  takeOrderToCheck,
} from './order.store.ts'
import { createOrderReferences } from './order-references.ts'
import { type PaymentProvider, PaymentUnknown } from './payment-provider.ts'

let database: Database
let books: CrowdedBooks
let userId: string
beforeAll(async () => {
  database = await openTestDatabase()
  books = await openCrowdedBooks(database)
  userId = books.buyers[0]
})
afterAll(() => database.close())
const inTransaction = <Answer>(act: (tx: Transaction) => Promise<Answer>) => database.orm.transaction(act)

it('an order moves alone, and knows who pays it while it is open', async () => {
  const order = await books.order({ userId })
  expect((await books.changes(() => keepPayer(database.orm, order.id, 'payer'))).changed).toEqual([order.id])
  expect(await books.changes(() => inTransaction((tx) => moveOrder(tx, order, 'closed')))).toEqual({
    answer: true,
    changed: [order.id],
  })
  expect((await books.changes(() => keepPayer(database.orm, order.id, 'payer'))).changed).toEqual([])
})

it('an order is found by its number and its provider', async () => {
  const order = await books.order({ userId })
  const lock = (provider: string) => inTransaction((tx) => lockOrder(tx, provider, orderNumberOf(order.id)))
  expect((await lock('alipay'))?.id).toBe(order.id)
  expect(await lock('paddle')).toBeUndefined()
  expect(orderOfReference(`alipay:${orderNumberOf(order.id)}`)).toBe(order.id)
  expect((await readOwnOrder(database, userId, order.id))?.id).toBe(order.id)
  expect(await readOwnOrder(database, books.buyers[1], order.id)).toBeUndefined()
})

it('money of a bill that cannot be asked for is passed over where the provider is silent, and never for a fault of ours', async () => {
  const order = await books.order({ userId, status: 'closed', createdAt: new Date(0) })
  const row = { kind: 'payment', orderNumber: orderNumberOf(order.id), refundNumber: '', transactionId: 't', minor: 1 }
  const compare = (failure: Error) => {
    const provider = {
      name: 'alipay',
      queryOrder: (number: string) =>
        Promise.reject(number === row.orderNumber ? failure : new PaymentUnknown('no answer')),
      readBill: async () => [row],
    } as unknown as PaymentProvider
    const parts = { database, clock: { now: () => NOW }, providers: new Map([['alipay', provider]] as const) }
    return comparePayments(parts, async () => {})
  }
  const [comparison] = await compare(new PaymentUnknown('no answer'))
  expect(comparison!.faults).toContain(`order ${order.id}: paid in the bill, unknown here`)
  await expect(compare(new TypeError('a fault of ours'))).rejects.toThrow('a fault of ours')
})

it('open orders are counted of one buyer, and those that are over not', async () => {
  const before = await countOpenOrders(database.orm, userId)
  await books.order({ userId })
  await books.order({ userId, status: 'closed' })
  await books.order({ userId: books.buyers[1] })
  expect(await countOpenOrders(database.orm, userId)).toBe(before + 1)
})

it('an order is asked for when its time has come, each at its own pace', async () => {
  const due = await books.order({ userId, nextCheckAt: BEFORE, checks: 2 })
  const atOnce = await books.order({ userId, nextCheckAt: NOW })
  const nextCheck = (checks: number) => new Date(SOON.getTime() + checks * 1000)
  const { answer, changed } = await books.changes(() => takeDueOrders(database.orm, NOW, nextCheck, 10))
  expect(answer.map(({ id }) => id)).toEqual([due.id, atOnce.id])
  expect(changed.toSorted()).toEqual([due.id, atOnce.id].toSorted())
  const rows = await database.query(
    'select checks, next_check_at, checked_at from payment_orders where id = any($1) order by checks',
    [[due.id, atOnce.id]],
  )
  expect(rows).toEqual([
    { checks: 1, next_check_at: nextCheck(0), checked_at: NOW },
    { checks: 3, next_check_at: nextCheck(2), checked_at: NOW },
  ])
})

it('an open order that nobody has asked for lately is taken by who looks at it', async () => {
  const order = await books.order({ userId, checkedAt: BEFORE })
  await books.order({ userId, checkedAt: BEFORE })
  const take = () => books.changes(() => takeOrderToCheck(database.orm, order.id, NOW, BEFORE))
  expect(await take()).toEqual({ answer: true, changed: [order.id] })
  expect(await take()).toEqual({ answer: false, changed: [] })
  const paid = await books.paidOrder({ userId, checkedAt: BEFORE })
  expect(await takeOrderToCheck(database.orm, paid.id, NOW, BEFORE)).toBe(false)
})

it('a name at the provider belongs to one order, which keeps its first and is known by what paid it', async () => {
  const references = createOrderReferences(database.orm, 'paddle')
  const elsewhere = createOrderReferences(database.orm, 'alipay')
  const order = await books.order({ userId, provider: 'paddle' })
  const number = orderNumberOf(order.id)
  expect((await books.changes(() => elsewhere.keep(number, 'name'))).changed).toEqual([])
  expect(await books.changes(() => references.keep(number, 'name'))).toEqual({ answer: 'name', changed: [order.id] })
  expect(await books.changes(() => references.keep(number, 'later'))).toEqual({ answer: 'name', changed: [] })
  expect([await references.of(number), await elsewhere.of(number)]).toEqual(['name', undefined])
  expect([await references.orderOf('name'), await elsewhere.orderOf('name')]).toEqual([number, undefined])
  await books.capture({ orderId: order.id, provider: 'paddle', transactionId: 'waits' })
  expect(await references.of(number)).toBe('name')
  await books.capture({ orderId: order.id, provider: 'paddle', transactionId: 'paid', state: 'granted' })
  expect(await references.of(number)).toBe('paid')
  expect([await references.orderOf('paid'), await elsewhere.orderOf('paid')]).toEqual([number, undefined])
})

it('a merge moves what is the other account’s, and nothing of a third one', async () => {
  const [mergedId, stranger] = books.buyers
  const primaryId = await addBuyer(database)
  const ofMerged = await countOf(mergedId)
  const ofStranger = await countOf(stranger)
  expect(await ownedBills.count(database, mergedId, primaryId)).toEqual({ bills: 1 })
  const move = () => inTransaction((tx) => ownedBills.move(tx, { primaryId, mergedId }))
  expect((await books.changes(move)).changed).toHaveLength(ofMerged)
  expect([await countOf(primaryId), await countOf(mergedId), await countOf(stranger)]).toEqual([
    ofMerged,
    0,
    ofStranger,
  ])
})
const countOf = async (id: string) => {
  const tables = ['billing_history', 'payment_orders', 'payment_refunds', 'payment_invoices']
  const rows = tables.map((table) => `select user_id from ${table}`).join(' union all ')
  return (await database.query(`select from (${rows}) as owned where user_id = $1`, [id])).length
}
