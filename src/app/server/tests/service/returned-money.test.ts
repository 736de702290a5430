// Money that went back by another way than a refund of ours stands in every figure of the back office, over HTTP against Paddle's emulator (decisions 0087
// and 0247).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { chargeBack, decideAdjustment, newId } from '#emulators/paddle/state.ts'
import { readIncomePerCredit } from '#features/admin/server/metrics/read-sales.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { type Buyer, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let paddle: PaddleEmulator
let shop: TestShop
let admin: TestPerson
let person: Buyer
beforeAll(async () => {
  paddle = await openPaddleEmulator({ isHeld: true })
  shop = await openTestShop({ paddle })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
})

const today = async () => {
  const [row] = await shop.query<{ day: string }>(
    `select to_char(now() at time zone app_time_zone(), 'YYYY-MM-DD') as day`,
  )
  return { from: row!.day, to: row!.day }
}
/** Cents that went back today: on the page of sales, and in the file. */
async function refundedToday(): Promise<readonly number[]> {
  const range = await today()
  const { days } = await admin.api.admin.statistics.sales(range)
  const { csv } = await admin.api.admin.exports.read({ table: 'days', ...range })
  const cells = csv.trim().split('\r\n').at(-1)!.split(',')
  return [days.at(-1)!.usd.refunded, Math.round(Number(cells.at(-1)) * 100)]
}
const paidBackOf = async (id: string) =>
  (await admin.api.admin.orders.list({ search: numberOf(id) })).orders[0]!.paidBackMinor

async function sendBackByHand(orderId: string, netCents: number): Promise<void> {
  const id = newId('adj')
  const transactionId = shop.transactionOf(orderId).id
  const entry = {
    id,
    action: 'refund',
    transactionId,
    reason: 'by hand',
    netCents,
    status: 'pending_approval',
  } as const
  paddle.adjustments.set(id, { ...entry })
  decideAdjustment(paddle, id, 'approved')
  expect(await shop.sendLatest('paddle')).toBe(200)
}
const useAll = () =>
  shop.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'adjust', -25, -25, 'used')`,
    [person.userId],
  )

it('a used pack whose money the bank took is money that went back', async () => {
  const before = await refundedToday()
  const id = await shop.buy(person, 'paddle')
  await useAll()
  chargeBack(paddle, shop.transactionOf(id).id, 'chargeback')
  await shop.sendLatest('paddle')
  await admin.api.admin.disputes.decide({ id, decision: 'returned', reason: '银行已退回' })
  expect(await paidBackOf(id)).toBe(399)
  expect(await refundedToday()).toEqual(before.map((cents) => cents + 399))
})

it('so is a part of the price, once, and what the rest of it adds', async () => {
  const before = await refundedToday()
  const id = await shop.buy(person, 'paddle')
  await sendBackByHand(id, 150)
  expect([await paidBackOf(id), await refundedToday()]).toEqual([150, before.map((cents) => cents + 150)])
  await sendBackByHand(id, 249)
  await admin.api.admin.disputes.decide({ id, decision: 'returned', reason: '已在支付平台核对' })
  expect([await paidBackOf(id), await refundedToday()]).toEqual([399, before.map((cents) => cents + 399)])
})

it('what a credit brings is less by what went back of its pack, also where the order stays paid', async () => {
  const { orm } = shop.foundation.database
  const credits = async () => {
    const [row] = await shop.query<{ n: number }>('select sum(credits_total)::int as n from user_profiles')
    return row!.n
  }
  const income = async () => (await readIncomePerCredit(orm)) * (await credits())
  const before = await income()
  const id = await shop.buy(person, 'paddle')
  expect((await income()) - before).toBeCloseTo(3.99, 6)
  await shop.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'adjust', -1, 0, 'used')`,
    [person.userId],
  )
  await sendBackByHand(id, 150)
  expect((await income()) - before).toBeCloseTo(2.49, 6)
  await person.api.billing.askRefund({ id, reason: '' })
  const [request] = (await admin.api.admin.refunds.list()).filter(({ orderNumber }) => orderNumber === numberOf(id))
  await admin.api.admin.refunds.grant({ id: request!.id, minor: request!.minor })
  expect((await income()) - before).toBeCloseTo((249 - request!.minor) / 100, 6)
})

it('every bill of money that went back belongs to its order', async () => {
  const id = await shop.buy(person, 'paddle')
  await sendBackByHand(id, 150)
  await person.api.billing.askRefund({ id, reason: '' })
  const [request] = (await admin.api.admin.refunds.list()).filter(({ orderNumber }) => orderNumber === numberOf(id))
  await admin.api.admin.refunds.grant({ id: request!.id, minor: request!.minor })
  decideAdjustment(paddle, [...paddle.adjustments.keys()].at(-1)!, 'approved')
  await shop.sendLatest('paddle')
  const used = await shop.buy(person, 'paddle')
  await useAll()
  chargeBack(paddle, shop.transactionOf(used).id, 'chargeback')
  await shop.sendLatest('paddle')
  await admin.api.admin.disputes.decide({ id: used, decision: 'returned', reason: '银行已退回' })
  const bills = await person.api.billing.bills()
  expect(bills.map(({ amount, orderId }) => [amount, orderId])).toEqual([
    [-3.99, used],
    [3.99, used],
    [-2.49, id],
    [-1.5, id],
    [3.99, id],
  ])
})
