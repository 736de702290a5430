// Money back through WeChat Pay over HTTP, against its emulator with real signatures: accepted is not refunded, and what is lost on the way is asked
// again under the same number (decision 0084; docs/payment-faults.md, cases 39 to 43).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { balanceOf, FREE_CREDITS as FREE, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let wechatpay: WechatpayEmulator
let shop: TestShop
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  wechatpay = await openWechatpayEmulator({ isHeld: true })
  shop = await openTestShop({ wechatpay })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
  wechatpay.float.isEmpty = false
  wechatpay.calls.length = 0
})
afterEach(() => expectBooksToAgree(shop.foundation.database))

const balance = () => balanceOf(person)
const orderOf = (id: string) => person.api.billing.order({ id })
const refundOf = (id: string) => [...wechatpay.refunds.values()].find(({ outTradeNo }) => outTradeNo === numberOf(id))

/** A pack of 20 credits for ¥28.00, whose money an administrator has granted back. */
async function grantedRefund(): Promise<string> {
  const id = await shop.buy(person, 'wechatpay')
  expect(await balance()).toBe(FREE + 20)
  await person.api.billing.askRefund({ id, reason: '买错了' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: request.minor })
  return id
}
it('accepted is not refunded: the credits go at once, the order is refunded when the money is proven back (39)', async () => {
  const id = await grantedRefund()
  expect(await balance()).toBe(FREE)
  expect(refundOf(id)).toMatchObject({ refundFen: 2800, status: 'PROCESSING' })
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refund: { state: 'granted' } })
  await shop.checkRefunds()
  expect(await orderOf(id)).toMatchObject({ status: 'paid' })
  refundOf(id)!.status = 'SUCCESS'
  await shop.checkRefunds()
  expect(await orderOf(id)).toMatchObject({ status: 'refunded', refund: { minor: 2800 } })
  expect(wechatpay.calls.filter((call) => call === 'refund')).toHaveLength(1)
})

it.each(['drop-after', 'drop-before', 'error-500', 'error-429', 'bad-sign'] as const)(
  'an answer that proves nothing (%s) is asked again under the same number, and pays back once (42, 44)',
  async (action) => {
    wechatpay.faults.push({ call: 'refund', action })
    const id = await grantedRefund()
    expect(await balance()).toBe(FREE)
    await shop.checkRefunds()
    expect(refundOf(id)).toMatchObject({ refundFen: 2800 })
    refundOf(id)!.status = 'SUCCESS'
    await shop.checkRefunds()
    expect(await orderOf(id)).toMatchObject({ status: 'refunded' })
    expect([...wechatpay.refunds.values()].filter(({ outTradeNo }) => outTradeNo === numberOf(id))).toHaveLength(1)
  },
)

it('an empty float is waited out (43); a card that takes nothing waits for a person (40)', async () => {
  wechatpay.float.isEmpty = true
  const id = await grantedRefund()
  expect(refundOf(id)).toBeUndefined()
  wechatpay.float.isEmpty = false
  await shop.checkRefunds()
  refundOf(id)!.status = 'ABNORMAL'
  await shop.checkRefunds()
  expect([(await orderOf(id)).status, await balance()]).toEqual(['paid', FREE])
  refundOf(id)!.status = 'SUCCESS'
  await shop.checkRefunds()
  expect(await orderOf(id)).toMatchObject({ status: 'refunded' })
})

it('a refund that WeChat Pay closes gives the credits again (41)', async () => {
  const id = await grantedRefund()
  refundOf(id)!.status = 'CLOSED'
  await shop.checkRefunds()
  // An order with any refund is REFUND for WeChat Pay, also when nothing went back: ours explains it.
  expect([(await orderOf(id)).status, await balance()]).toEqual(['paid', FREE + 20])
  const [night] = await shop.billing().compareAndSettle()
  expect([night!.faults, (await orderOf(id)).status]).toEqual([[], 'paid'])
})

it('a refund that nobody here asked for is told, and holds nothing: WeChat Pay does not say how much it was', async () => {
  const id = await shop.buy(person, 'wechatpay')
  wechatpay.orders.get(numberOf(id))!.state = 'REFUND'
  const [night] = await shop.billing().compareAndSettle()
  expect(night!.faults).toEqual([
    expect.stringMatching(`order ${id} \\(paid\\): paid here, a refund was asked for there`),
  ])
  expect([(await orderOf(id)).status, await balance()]).toEqual(['paid', FREE + 20])
  wechatpay.orders.delete(numberOf(id))
})

it('money of which nobody knew here, and a refund of it there, waits for a person, who is told no more than that', async () => {
  const id = await shop.payOnly(person, 'wechatpay')
  wechatpay.orders.get(numberOf(id))!.state = 'REFUND'
  await shop.makeDue(id)
  await shop.checkDueOrders()
  const [waiting] = (await admin.api.admin.disputes.list()).filter(({ userId }) => userId === person.userId)
  expect(waiting).toMatchObject({ id, problem: 'refund-asked', decisions: ['stands', 'returned'] })
  expect(await admin.api.admin.disputes.ask({ id })).toEqual({ word: 'refund-asked' })
  expect(await balance()).toBe(FREE)
})

it('the webhook of its end makes us ask, also before the answer to the refund has come (39, 47)', async () => {
  wechatpay.faults.push({ call: 'refund', action: 'drop-after' })
  const id = await grantedRefund()
  const entry = refundOf(id)!
  const { wish } = wechatpay.orders.get(numberOf(id))!
  const refundFacts = { mchid: wechatpay.merchantId, out_trade_no: numberOf(id), out_refund_no: entry.refundNo }
  const webhook = wechatpay.webhooks.add(wish.notifyUrl, { ...refundFacts, refund_status: 'SUCCESS' })
  const send = () => wechatpay.webhooks.send(webhook, { eventType: 'REFUND.SUCCESS' })
  expect([await send(), (await orderOf(id)).status]).toEqual([200, 'paid'])
  entry.status = 'SUCCESS'
  expect([await send(), await send(), (await orderOf(id)).status]).toEqual([200, 200, 'refunded'])
})

it('a webhook of a refund for another merchant is refused, and one that nobody here knows changes nothing', async () => {
  const id = await grantedRefund()
  const { wish } = wechatpay.orders.get(numberOf(id))!
  const refundFacts = { mchid: '1900000002', out_refund_no: refundOf(id)!.refundNo }
  const webhook = wechatpay.webhooks.add(wish.notifyUrl, refundFacts)
  expect(await wechatpay.webhooks.send(webhook, { eventType: 'REFUND.SUCCESS' })).toBe(400)
  const unknown = { mchid: wechatpay.merchantId, out_refund_no: 'e'.repeat(32) }
  expect(await wechatpay.webhooks.send(webhook, { eventType: 'REFUND.CLOSED', transaction: unknown })).toBe(200)
  expect((await orderOf(id)).refund?.state).toBe('granted')
})

it('after a year WeChat Pay refuses for good: the credits are there again (45)', async () => {
  wechatpay.faults.push({ call: 'refund', action: 'drop-before' })
  const id = await grantedRefund()
  wechatpay.orders.get(numberOf(id))!.paidAtMs! -= 366 * 86_400_000
  await shop.checkRefunds()
  expect(refundOf(id)).toBeUndefined()
  expect([(await orderOf(id)).status, (await orderOf(id)).refund?.state, await balance()]).toEqual([
    'paid',
    'failed',
    FREE + 20,
  ])
})
