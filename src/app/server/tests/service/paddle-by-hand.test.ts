// What people do in Paddle's own console, and money in a currency that nobody asked for, over HTTP against its emulator: nothing is held or lost that need not be,
// and the operator reads what was decided (decision 0247).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { chargeBack, decideAdjustment, newId, type Transaction } from '#emulators/paddle/state.ts'
import { createBilling } from '#features/billing/server/billing.ts'
import { ADMIN_REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
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

const PRICE = 399
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
afterEach(() => expectBooksToAgree(shop.foundation.database))

const orderOf = (id: string) => person.api.billing.order({ id })
const waiting = async () => (await admin.api.admin.disputes.list()).filter(({ userId }) => userId === person.userId)
const billed = async () =>
  (
    await shop.query<{ amount: string }>('select amount from billing_history where user_id = $1 order by created_at', [
      person.userId,
    ])
  ).map(({ amount }) => Number(amount))
/** The operator, in the console; answers what our webhook answered. */
async function sendBackByHand(transactionId: string, netCents: number): Promise<number> {
  const id = newId('adj')
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
  for (let n = 0; n < 2; n += 1) await shop.sendLatest('paddle')
  return (await shop.sendLatest('paddle')) as number
}
const transactionOf = (id: string) =>
  shop.transactionOf(id) as { -readonly [Key in keyof Transaction]: Transaction[Key] }

it('a part that is sent back by hand is billed, and nothing is held: what is left may be asked back, and all of it ends the order', async () => {
  const id = await shop.buy(person, 'paddle')
  expect(await sendBackByHand(transactionOf(id).id, 150)).toBe(200)
  expect([await waiting(), await balanceOf(person), await billed()]).toEqual([[], FREE + 20, [3.99, -1.5]])
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refundable: { credits: 20, minor: PRICE - 150 } })
  await person.api.billing.askRefund({ id, reason: '' })
  const [request] = (await admin.api.admin.refunds.list()).filter(({ orderNumber }) => orderNumber === numberOf(id))
  expect(request).toMatchObject({ credits: 20, minor: PRICE - 150 })
  await admin.api.admin.refunds.grant({ id: request!.id, minor: request!.minor })
  decideAdjustment(paddle, [...paddle.adjustments.keys()].at(-1)!, 'approved')
  expect(await shop.sendLatest('paddle')).toBe(200)
  expect([(await orderOf(id)).status, await balanceOf(person)]).toEqual(['refunded', FREE])
  expect(await billed()).toEqual([3.99, -1.5, -2.49])
  // The bank takes what both had paid back already, and gives it back: nothing is left to decide.
  for (const action of ['chargeback', 'chargeback_reverse'] as const) {
    chargeBack(paddle, transactionOf(id).id, action)
    expect([await shop.sendLatest('paddle'), await waiting()]).toEqual([200, []])
  }
})

it('a part that is told before its payment is a part of it', async () => {
  const id = await shop.payOnly(person, 'paddle')
  paddle.faults.push({ call: 'read', action: 'drop-before' })
  const payment = paddle.webhooks.all.at(-1)!
  const adjustment = newId('adj')
  const entry = { id: adjustment, action: 'refund', transactionId: transactionOf(id).id, reason: 'by hand' } as const
  paddle.adjustments.set(adjustment, { ...entry, netCents: 150, status: 'pending_approval' })
  decideAdjustment(paddle, adjustment, 'approved')
  // Without an answer about the payment it comes again.
  expect([await shop.sendLatest('paddle'), (await orderOf(id)).status]).toEqual([503, 'pending'])
  expect(await shop.sendLatest('paddle')).toBe(200)
  expect(await paddle.webhooks.send(payment)).toBe(200)
  expect([await waiting(), await balanceOf(person), await billed()]).toEqual([[], FREE + 20, [3.99, -1.5]])
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refundable: { credits: 20, minor: PRICE - 150 } })
})

it('a chargeback that is told before its payment is one of the whole price', async () => {
  const id = await shop.payOnly(person, 'paddle')
  const payment = paddle.webhooks.all.at(-1)!
  chargeBack(paddle, transactionOf(id).id, 'chargeback')
  for (const webhook of [paddle.webhooks.all.at(-1)!, payment]) expect(await paddle.webhooks.send(webhook)).toBe(200)
  expect(await waiting()).toMatchObject([{ id, problem: 'refunded-elsewhere', received: { minor: PRICE } }])
  expect(await balanceOf(person)).toBe(FREE)
})

it('the part that completes it waits for a person, who returns the rest in the books', async () => {
  const id = await shop.buy(person, 'paddle')
  await sendBackByHand(transactionOf(id).id, 150)
  await sendBackByHand(transactionOf(id).id, PRICE - 150)
  expect(await waiting()).toMatchObject([{ id, problem: 'refunded-elsewhere' }])
  await admin.api.admin.disputes.decide({ id, decision: 'returned', reason: '已在支付平台核对' })
  expect([(await orderOf(id)).status, await billed()]).toEqual(['refunded', [3.99, -1.5, -2.49]])
  expect(shop.emails.at(-1)).toMatchObject({ to: person.email, text: expect.stringContaining('（$2.49）已退回') })
})

/** A second payment of an order that is paid. */
async function paySecond(id: string): Promise<string> {
  const second = newId('txn')
  await shop.query(
    `insert into payment_captures (order_id, provider, transaction_id, amount_minor, currency, state, source) values ($1, 'paddle', $2, $3, 'USD', 'suspense', 'notice')`,
    [id, second, PRICE],
  )
  paddle.transactions.set(second, { ...transactionOf(id), id: second, customData: null })
  return second
}

it('a second payment that is sent back by hand leaves the order alone', async () => {
  const id = await shop.buy(person, 'paddle')
  const second = await paySecond(id)
  expect(await sendBackByHand(second, PRICE)).toBe(200)
  expect([(await orderOf(id)).status, await balanceOf(person)]).toEqual(['paid', FREE + 20])
})

it('a second payment that the bank takes back leaves the order alone, and does not settle what it did to the first', async () => {
  const id = await shop.buy(person, 'paddle')
  const second = await paySecond(id)
  const told = async (transactionId: string, action: 'chargeback' | 'chargeback_reverse') => {
    chargeBack(paddle, transactionId, action)
    expect(await shop.sendLatest('paddle')).toBe(200)
    return (await orderOf(id)).status
  }
  expect([await told(second, 'chargeback'), await balanceOf(person)]).toEqual(['paid', FREE + 20])
  expect(await told(transactionOf(id).id, 'chargeback')).toBe('disputed')
  expect(await told(second, 'chargeback_reverse')).toBe('disputed')
  expect(await told(transactionOf(id).id, 'chargeback_reverse')).toBe('paid')
})

it.each(['webhook', 'question'] as const)(
  'money in another currency waits for a person, told by a %s, and is never counted as the price',
  async (way) => {
    const { id } = await person.api.billing.buy({ packId: 'small', provider: 'paddle' })
    Object.assign(transactionOf(id), { currency: 'JPY', unitCents: 600 })
    await shop.payThere('paddle', { id, address: '' })
    if (way === 'webhook') expect(await shop.sendLatest('paddle')).toBe(200)
    else {
      await shop.makeDue(id)
      await shop.checkDueOrders()
    }
    expect(await waiting()).toMatchObject([
      { id, problem: 'amount', received: { currency: 'JPY', minor: 600 }, decisions: ['returned'] },
    ])
    expect(await balanceOf(person)).toBe(FREE)
  },
)

it('a granted refund whose provider is switched off says so, and goes on by itself', async () => {
  const id = await shop.buy(person, 'paddle')
  await person.api.billing.askRefund({ id, reason: '' })
  const find = async () =>
    (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
  const { settings } = shop.foundation
  const off = createBilling({
    ...shop.foundation,
    settings: { ...settings, payment: { ...settings.payment, paddle: undefined } },
  })
  const { id: refundId, minor } = await find()
  await shop.foundation.database.orm.transaction((tx) => off.refunds.grant(tx, { id: refundId, seenMinor: minor }))
  expect(await off.refunds.follow(refundId)).toBe('granted')
  expect(await find()).toMatchObject({ state: 'granted', problem: ADMIN_REFUND_TEXTS.switchedOff })
  await shop.checkRefunds()
  expect(await find()).toMatchObject({ state: 'granted', problem: null })
  decideAdjustment(paddle, [...paddle.adjustments.keys()].at(-1)!, 'approved')
  await shop.checkRefunds()
  expect((await orderOf(id)).status).toBe('refunded')
})

it('money that is kept beside a refunded order is kept in the log, too', async () => {
  const id = await shop.buy(person, 'paddle')
  for (const action of ['chargeback', 'chargeback_reverse'] as const) {
    chargeBack(paddle, transactionOf(id).id, action)
    await shop.sendLatest('paddle')
    if (action === 'chargeback')
      await admin.api.admin.disputes.decide({ id, decision: 'returned', reason: '已在支付平台核对' })
  }
  const [money] = await waiting()
  expect(money).toMatchObject({ problem: 'paid-after-refund' })
  const { logId } = await admin.api.admin.disputes.decide({ id: money!.id, decision: 'stands', reason: '银行已退还' })
  const [row] = await shop.query('select action_details as details from admin_action_logs where id = $1', [logId])
  expect(row).toMatchObject({ details: { decision: 'kept' } })
})
