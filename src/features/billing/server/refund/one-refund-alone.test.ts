// What becomes of a refund, a payment in suspense or a 发票 becomes of that one alone, in books where much stands (testing/crowded-books.ts).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { grantCapture, lockDispute, readDisputes, resolveCaptures } from '../dispute/dispute.store.ts'
import { isNumberUsed, lockInvoice, moveInvoice, readInvoices, readPaidBack } from '../invoice/invoice.store.ts'
import { lockOrderById, orderNumberOf } from '../payment/order.store.ts'
import { BEFORE, type CrowdedBooks, NOW, openCrowdedBooks, PRICE_MINOR, SOON } from '../testing/crowded-books.ts'
import {
  isRefundedByUs,
  lockRefund,
  moveRefund,
  noteProblem,
  readRefund,
  readRefunds,
  readUnusedCredits,
  takeDueRefunds,
} from './refund.store.ts'

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
async function refundIn(state: string, changes: Partial<Parameters<CrowdedBooks['refund']>[0]> = {}) {
  const order = await books.paidOrder({ userId })
  return { order, refund: await books.refund({ orderId: order.id, userId, state, ...changes }) }
}

it('a refund is found, moved and told of alone', async () => {
  const { order, refund } = await refundIn('granted')
  const found = { order: { id: order.id }, refund: { id: refund.id } }
  expect(await readRefund(database.orm, refund.id)).toMatchObject(found)
  expect(await inTransaction((tx) => lockRefund(tx, refund.id))).toMatchObject(found)
  expect((await inTransaction((tx) => lockOrderById(tx, order.id)))?.id).toBe(order.id)
  expect((await readRefunds(database.orm, [order.id])).map(({ id }) => id)).toEqual([refund.id])
  const note = () => books.changes(() => noteProblem(database.orm, refund.id, crypto.randomUUID()))
  expect((await note()).changed).toEqual([refund.id])
  const move = () => inTransaction((tx) => moveRefund(tx, refund, 'refunded'))
  expect((await books.changes(move)).changed).toEqual([refund.id])
  expect((await note()).changed).toEqual([])
})

it('a granted refund is asked for when its time has come, each at its own pace', async () => {
  const { refund } = await refundIn('granted', { nextCheckAt: BEFORE, checks: 2 })
  const { refund: atOnce } = await refundIn('granted', { nextCheckAt: NOW })
  await refundIn('refunded', { nextCheckAt: BEFORE })
  const nextCheck = (checks: number) => new Date(SOON.getTime() + checks * 1000)
  const { answer, changed } = await books.changes(() => takeDueRefunds(database.orm, NOW, nextCheck, 10))
  expect(answer).toEqual([refund.id, atOnce.id])
  expect(changed.toSorted()).toEqual([refund.id, atOnce.id].toSorted())
  const rows = await database.query(
    'select checks, next_check_at from payment_refunds where id = any($1) order by checks',
    [answer],
  )
  expect(rows).toEqual([
    { checks: 1, next_check_at: nextCheck(0) },
    { checks: 3, next_check_at: nextCheck(2) },
  ])
})

it('money went back by us where a refund of this order took all of it', async () => {
  const isByUs = async (order: Parameters<typeof isRefundedByUs>[1]) => inTransaction((tx) => isRefundedByUs(tx, order))
  expect(await isByUs(await books.paidOrder({ userId }))).toBe(false)
  for (const [state, amountMinor, isOurs] of [
    ['granted', PRICE_MINOR, true],
    ['refunded', PRICE_MINOR, true],
    ['granted', PRICE_MINOR - 1, false],
    ['failed', PRICE_MINOR, false],
  ] as const)
    expect([state, amountMinor, await isByUs((await refundIn(state, { amountMinor })).order)]).toEqual([
      state,
      amountMinor,
      isOurs,
    ])
  const parted = await refundIn('refunded', { amountMinor: PRICE_MINOR - 100 })
  for (const [cents, isOurs] of [
    [99, false],
    [2, true],
  ] as const) {
    await database.query(
      `insert into billing_history (user_id, description, amount, status, provider_reference) values ($1, 'part', $2, 'paid', $3)`,
      [userId, -cents / 100, `alipay:part:${orderNumberOf(parted.order.id)}:${cents}`],
    )
    expect([cents, await isByUs(parted.order)]).toEqual([cents, isOurs])
  }
})

it('unused credits are those of the buyer’s own packs, less what a refund of the same pack took and did not return', async () => {
  const [, other] = books.buyers
  const enter = (by: string, kind: string, amount: number, reference: string) =>
    database.query(
      'insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, $2, $3, $3, $4)',
      [by, kind, amount, reference],
    )
  const buy = async (by: string) => {
    const { id } = await books.paidOrder({ userId: by })
    await enter(by, 'purchase', 20, id)
    return id
  }
  const [taken, returned, foreign] = [await buy(other), await buy(other), await buy(userId)]
  const granted = await books.refund({ orderId: taken, userId: other, state: 'granted' })
  await enter(other, 'refund', -7, granted.id)
  const failed = await books.refund({ orderId: returned, userId: other, state: 'failed' })
  await enter(other, 'refund', -20, failed.id)
  const unusedOf = async () => {
    const unused = await readUnusedCredits(database.orm, other, new Date(0))
    return [taken, returned, foreign].map((id) => unused.get(id))
  }
  expect(await unusedOf()).toEqual([13, 0, undefined])
  await enter(other, 'refund', 20, `${failed.id}:returned`)
  expect(await unusedOf()).toEqual([13, 20, undefined])
})

it('a dispute shows its own money, and deciding it leaves all other money waiting', async () => {
  const order = await books.order({ userId, status: 'disputed', problem: 'amount' })
  const other = await books.order({ userId, status: 'disputed', problem: 'amount' })
  const over = await books.capture({ orderId: order.id, resolvedAt: NOW, resolution: 'returned' })
  const mine = await books.capture({ orderId: order.id })
  const foreign = await books.capture({ orderId: other.id })
  const stray = await books.capture({})
  const settled = await books.capture({ resolvedAt: NOW, resolution: 'returned' })
  const granted = await books.capture({ state: 'granted' })
  const lock = (id: string) => inTransaction((tx) => lockDispute(tx, id))
  const dispute = (await lock(order.id))!
  expect(dispute).toMatchObject({ id: order.id, capture: { id: mine.id } })
  expect(await lock(stray.id)).toMatchObject({ problem: 'no-order', capture: { id: stray.id } })
  for (const { id } of [mine, foreign, over, settled, granted]) expect(await lock(id)).toBeUndefined()
  const shown = await readDisputes(database.orm)
  expect(shown.filter(({ id }) => [order.id, other.id].includes(id)).map(({ capture }) => capture?.id)).toEqual([
    mine.id,
    foreign.id,
  ])
  const ids = shown.map(({ id }) => id)
  expect([stray, settled, granted].map(({ id }) => ids.includes(id))).toEqual([true, false, false])
  const states = await database.query(`select status from payment_orders where id = any($1) group by status`, [ids])
  expect(states).toEqual([{ status: 'disputed' }])
  const resolve = (one: typeof dispute) =>
    books.changes(() => inTransaction((tx) => resolveCaptures(tx, one, 'returned', SOON)))
  expect((await books.changes(() => inTransaction((tx) => grantCapture(tx, order, mine)))).changed.toSorted()).toEqual(
    [order.id, mine.id].toSorted(),
  )
  const second = await books.capture({ orderId: order.id })
  expect((await resolve(dispute)).changed).toEqual([second.id])
  expect((await resolve((await lock(stray.id))!)).changed).toEqual([stray.id])
})

it.skipIf(!process.env.TEST_DATABASE_URL)(
  `a payment is decided behind its order, never against it${process.env.TEST_DATABASE_URL ? '' : ' (skipped: the embedded database has one connection)'}`,
  async () => {
    const order = await books.order({ userId, status: 'disputed', problem: 'amount' })
    const capture = await books.capture({ orderId: order.id })
    let second: ReturnType<typeof lockDispute> | undefined
    await inTransaction(async (tx) => {
      const dispute = (await lockDispute(tx, order.id))!
      second = inTransaction((other) => lockDispute(other, capture.id))
      const waiting = () =>
        database.query(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      await expect.poll(waiting).toHaveLength(1)
      await resolveCaptures(tx, dispute, 'returned', SOON)
    })
    expect(await second).toBeUndefined()
  },
)

it('a 发票 is found and moved alone, for what its own order kept', async () => {
  const order = await books.paidOrder({ userId })
  const invoice = await books.invoice({ orderId: order.id, userId, state: 'requested' })
  const locked = await inTransaction((tx) => lockInvoice(tx, invoice.id))
  expect(locked).toMatchObject({ order: { id: order.id }, invoice: { id: invoice.id } })
  expect((await readInvoices(database.orm, [order.id])).map(({ id }) => id)).toEqual([invoice.id])
  const isUsed = (number: string) => inTransaction((tx) => isNumberUsed(tx, number))
  expect(await isUsed('1'.repeat(20))).toBe(false)
  const issued = { number: '1'.repeat(20), amountMinor: PRICE_MINOR }
  const move = () => inTransaction((tx) => moveInvoice(tx, locked!.invoice, 'issued', issued))
  expect((await books.changes(move)).changed).toEqual([invoice.id])
  expect(await isUsed(issued.number)).toBe(true)
  for (const state of ['granted', 'failed']) await books.refund({ orderId: order.id, userId, state, amountMinor: 100 })
  expect([...(await readPaidBack(database.orm, [order.id]))]).toEqual([[order.id, 100]])
})
