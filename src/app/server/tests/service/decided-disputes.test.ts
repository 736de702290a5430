// What a person or the bank has decided about disputed money stays decided, whatever a provider says again or late; over HTTP, against the emulators
// (decisions 0087 and 0241).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { chargeBack, decideAdjustment } from '#emulators/paddle/state.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import {
  type Buyer,
  balanceOf,
  FREE_CREDITS as FREE,
  numberOf,
  openTestShop,
  type TestShop,
} from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let paddle: PaddleEmulator
let shop: TestShop
let admin: TestPerson
let person: Buyer

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  paddle = await openPaddleEmulator({ isHeld: true })
  shop = await openTestShop({ alipay, paddle })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
})
afterEach(() => expectBooksToAgree(shop.foundation.database))

const balance = () => balanceOf(person)
const waiting = async () => (await admin.api.admin.disputes.list()).filter(({ userId }) => userId === person.userId)
const decide = (id: string, decision: 'stands' | 'returned') =>
  admin.api.admin.disputes.decide({ id, decision, reason: '已在支付平台核对' })

/** The bank takes the money of a paid order back; the event of it. */
async function chargedBack(id: string) {
  chargeBack(paddle, shop.transactionOf(id).id, 'chargeback')
  const event = paddle.webhooks.all.at(-1)!
  expect([await paddle.webhooks.send(event), await shop.stateOf(id)]).toEqual([200, 'disputed'])
  return event
}

async function reversed(id: string) {
  chargeBack(paddle, shop.transactionOf(id).id, 'chargeback_reverse')
  expect(await shop.sendLatest('paddle')).toBe(200)
}

it('the event of a chargeback that comes again after its reversal changes nothing; a new chargeback does', async () => {
  const id = await shop.buy(person, 'paddle')
  const event = await chargedBack(id)
  await reversed(id)
  expect(await shop.stateOf(id)).toBe('paid')
  const receipts = shop.emails.filter(({ to, subject }) => to === person.email && subject.includes('已收到付款'))
  expect(receipts).toHaveLength(1)
  expect([await paddle.webhooks.send(event), await shop.stateOf(id)]).toEqual([200, 'paid'])
  await chargedBack(id)
})

it('money that a person let stand is not disputed again by the same event, nor by the night', async () => {
  const id = await shop.buy(person, 'alipay')
  const trade = alipay.trades.get(numberOf(id))!
  trade.refunds.set('by-hand', trade.paidFen)
  trade.status = 'TRADE_CLOSED'
  alipay.notify(trade, { gmt_refund: '2026-11-24 10:00:00.000' })
  await shop.sendLatest('alipay')
  await decide(id, 'stands')
  await shop.sendLatest('alipay')
  expect(await shop.stateOf(id)).toBe('paid')
  const nights = await shop.billing().compareAndSettle()
  expect(nights.flatMap(({ faults }) => faults)).toEqual([])
  expect([await shop.stateOf(id), await balance()]).toEqual(['paid', FREE + 20])
})

it('what a person let stand ends with the reversal: the night finds what goes back after it', async () => {
  const id = await shop.buy(person, 'paddle')
  await chargedBack(id)
  await decide(id, 'stands')
  await reversed(id)
  expect(await shop.stateOf(id)).toBe('paid')
  chargeBack(paddle, shop.transactionOf(id).id, 'chargeback')
  await shop.billing().compareAndSettle()
  expect(await shop.stateOf(id)).toBe('disputed')
})

it('a charge that the bank gives again after a person called it returned waits for a person', async () => {
  const id = await shop.buy(person, 'paddle')
  await chargedBack(id)
  await decide(id, 'returned')
  expect([await shop.stateOf(id), await balance()]).toEqual(['refunded', FREE])
  await reversed(id)
  await shop.sendLatest('paddle')
  const [again, ...others] = await waiting()
  expect(others).toEqual([])
  expect(again).toMatchObject({ problem: 'paid-after-refund', received: { currency: 'USD', minor: 399 } })
  const mails = shop.emails.length
  await decide(again!.id, 'stands')
  expect([await waiting(), await shop.stateOf(id), await balance()]).toEqual([[], 'refunded', FREE])
  expect(shop.emails).toHaveLength(mails)
})

it('a payment of an order that a person called returned is taken, and waits for a person', async () => {
  const id = await shop.payOnly(person, 'alipay', 1)
  await shop.sendLatest('alipay')
  await decide(id, 'returned')
  const right = alipay.webhooks.all.at(-1)!
  const second = { trade_no: `second-${person.userId}`, total_amount: '28.00', notify_id: `second-${person.userId}` }
  expect(await alipay.webhooks.send(right, { signedFields: second })).toMatchObject({ text: 'success' })
  expect([await shop.stateOf(id), await balance()]).toEqual(['refunded', FREE])
  expect((await waiting()).map(({ transactionId, received }) => [transactionId, received?.minor])).toEqual([
    [`second-${person.userId}`, 2800],
  ])
  await decide((await waiting())[0]!.id, 'returned')
  expect(shop.emails.at(-1)).toMatchObject({ to: person.email, subject: '焕影：多付的付款已退回' })
})

it('a chargeback and its reversal on top of our own refund leave nothing to give back', async () => {
  const id = await shop.buy(person, 'paddle')
  await person.api.billing.askRefund({ id, reason: '' })
  const request = (await admin.api.admin.refunds.list()).find(({ userId }) => userId === person.userId)!
  await admin.api.admin.refunds.grant({ id: request.id, minor: 399 })
  const asked = [...paddle.adjustments.values()].find(
    ({ transactionId }) => transactionId === shop.transactionOf(id).id,
  )
  decideAdjustment(paddle, asked!.id, 'approved')
  expect([await shop.sendLatest('paddle'), await shop.stateOf(id)]).toEqual([200, 'refunded'])
  chargeBack(paddle, shop.transactionOf(id).id, 'chargeback')
  expect([await shop.sendLatest('paddle'), await shop.stateOf(id)]).toEqual([200, 'refunded'])
  await reversed(id)
  expect([await waiting(), await shop.stateOf(id), await balance()]).toEqual([[], 'refunded', FREE])
})
