// Money back through WeChat Pay over HTTP, against its emulator with real signatures: accepted is not refunded, and what is lost on the way is asked
// again under the same number (decision 0084; payments reference §5, cases 39 to 43).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { createBilling } from '#features/billing/server/billing.ts'
import { ORDER_CHECK_QUEUE } from '#features/billing/server/payment/check-orders.job.ts'
import { freePort } from '../../../../../scripts/testing/free-port.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { queueWithout } from '../../testing/queue-without.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const FREE = 5
let wechatpay: WechatpayEmulator
let foundation: Foundation
let service: Service
let admin: TestPerson
let person: TestPerson
let people = 0

beforeAll(async () => {
  wechatpay = await openWechatpayEmulator({ isHeld: true })
  const port = String(await freePort())
  foundation = await openTestFoundation({
    PROVIDER: 'scripted',
    PORT: port,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    PACK_PRICES_CNY: 'small=28,some=68.5,pile=138,box=268.00',
    ...wechatpay.settings,
  })
  service = await startOn({ ...foundation, queue: queueWithout(foundation.queue, ORDER_CHECK_QUEUE) })
  const { publicOrigin } = foundation.settings
  admin = await signUpAdmin(foundation, publicOrigin, 'operator@wechat-refunds.example.com')
})
afterAll(async () => {
  await service.stop()
  await wechatpay.close()
})
beforeEach(async () => {
  const { publicOrigin } = foundation.settings
  person = await signUpPerson(publicOrigin, publicOrigin, `buyer${++people}@wechat-refunds.example.com`)
  wechatpay.float.isEmpty = false
  wechatpay.calls.length = 0
})
afterEach(() => expectBooksToAgree(foundation.database))

const number = (id: string) => id.replaceAll('-', '')
const balance = async () => (await person.api.account.profile.get()).credits.remaining
const orderOf = (id: string) => person.api.billing.order({ id })
const refundOf = (id: string) => [...wechatpay.refunds.values()].find(({ outTradeNo }) => outTradeNo === number(id))

/** A pack of 20 credits for ¥28.00, whose money an administrator has granted back. */
async function grantedRefund(): Promise<string> {
  const { id } = await person.api.billing.buy({ packId: 'small', provider: 'wechatpay' })
  wechatpay.pay(number(id))
  await wechatpay.notices.send(wechatpay.notices.all.at(-1)!)
  expect(await balance()).toBe(FREE + 20)
  await person.api.billing.askRefund({ id, reason: '买错了' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === number(id))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: request.minor })
  return id
}
/** The job, when everything is due. */
async function checkLater() {
  await foundation.database.query(
    `update payment_refunds set next_check_at = created_at where next_check_at is not null`,
  )
  await createBilling(foundation).checkDueOrders()
}

it('accepted is not refunded: the credits go at once, the order is refunded when the money is proven back (39)', async () => {
  const id = await grantedRefund()
  expect(await balance()).toBe(FREE)
  expect(refundOf(id)).toMatchObject({ refundFen: 2800, status: 'PROCESSING' })
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refund: { state: 'granted' } })
  await checkLater()
  expect(await orderOf(id)).toMatchObject({ status: 'paid' })
  refundOf(id)!.status = 'SUCCESS'
  await checkLater()
  expect(await orderOf(id)).toMatchObject({ status: 'refunded', refund: { minor: 2800 } })
  expect(wechatpay.calls.filter((call) => call === 'refund')).toHaveLength(1)
})

it.each(['drop-after', 'drop-before', 'error-500', 'error-429', 'bad-sign'] as const)(
  'an answer that proves nothing (%s) is asked again under the same number, and pays back once (42, 44)',
  async (action) => {
    wechatpay.faults.push({ call: 'refund', action })
    const id = await grantedRefund()
    expect(await balance()).toBe(FREE)
    await checkLater()
    expect(refundOf(id)).toMatchObject({ refundFen: 2800 })
    refundOf(id)!.status = 'SUCCESS'
    await checkLater()
    expect(await orderOf(id)).toMatchObject({ status: 'refunded' })
    expect([...wechatpay.refunds.values()].filter(({ outTradeNo }) => outTradeNo === number(id))).toHaveLength(1)
  },
)

it('an empty float is waited out (43); a card that takes nothing waits for a person (40)', async () => {
  wechatpay.float.isEmpty = true
  const id = await grantedRefund()
  expect(refundOf(id)).toBeUndefined()
  wechatpay.float.isEmpty = false
  await checkLater()
  refundOf(id)!.status = 'ABNORMAL'
  await checkLater()
  expect([(await orderOf(id)).status, await balance()]).toEqual(['paid', FREE])
  refundOf(id)!.status = 'SUCCESS'
  await checkLater()
  expect(await orderOf(id)).toMatchObject({ status: 'refunded' })
})

it('a refund that WeChat Pay closes gives the credits again (41)', async () => {
  const id = await grantedRefund()
  refundOf(id)!.status = 'CLOSED'
  await checkLater()
  // An order with any refund is REFUND for WeChat Pay, also when nothing went back: a person looks whether money did.
  expect([(await orderOf(id)).status, await balance()]).toEqual(['disputed', FREE + 20])
})

it('the notice of its end makes us ask, also before the answer to the refund has come (39, 47)', async () => {
  wechatpay.faults.push({ call: 'refund', action: 'drop-after' })
  const id = await grantedRefund()
  const entry = refundOf(id)!
  const { wish } = wechatpay.orders.get(number(id))!
  const refundFacts = { mchid: wechatpay.merchantId, out_trade_no: number(id), out_refund_no: entry.refundNo }
  const notice = wechatpay.notices.add(wish.notifyUrl, { ...refundFacts, refund_status: 'SUCCESS' })
  const send = () => wechatpay.notices.send(notice, { eventType: 'REFUND.SUCCESS' })
  expect([await send(), (await orderOf(id)).status]).toEqual([200, 'paid'])
  entry.status = 'SUCCESS'
  expect([await send(), await send(), (await orderOf(id)).status]).toEqual([200, 200, 'refunded'])
})

it('a notice of a refund for another merchant is refused, and one that nobody here knows changes nothing', async () => {
  const id = await grantedRefund()
  const { wish } = wechatpay.orders.get(number(id))!
  const refundFacts = { mchid: '1900000002', out_refund_no: refundOf(id)!.refundNo }
  const notice = wechatpay.notices.add(wish.notifyUrl, refundFacts)
  expect(await wechatpay.notices.send(notice, { eventType: 'REFUND.SUCCESS' })).toBe(400)
  const unknown = { mchid: wechatpay.merchantId, out_refund_no: 'e'.repeat(32) }
  expect(await wechatpay.notices.send(notice, { eventType: 'REFUND.CLOSED', transaction: unknown })).toBe(200)
  expect((await orderOf(id)).refund?.state).toBe('granted')
})

it('after a year WeChat Pay refuses for good: the credits are there again (45)', async () => {
  wechatpay.faults.push({ call: 'refund', action: 'drop-before' })
  const id = await grantedRefund()
  wechatpay.orders.get(number(id))!.paidAtMs! -= 366 * 86_400_000
  await checkLater()
  expect(refundOf(id)).toBeUndefined()
  expect([(await orderOf(id)).status, (await orderOf(id)).refund?.state, await balance()]).toEqual([
    'paid',
    'failed',
    FREE + 20,
  ])
})
