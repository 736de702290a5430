// Buying credits through WeChat Pay over HTTP, against its emulator with real signatures and seals: the faults of docs/payment-faults.md
// (decisions 0080, 0082 and 0083). Whatever came in whatever order, the books agree after every test.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import type { CallFault } from '#emulators/wechatpay/state.ts'
import type { Tampering } from '#emulators/wechatpay/webhooks.ts'
import { readSettings } from '#platform/server/settings.ts'
import { checkPayment } from '../../doctor/check-payment.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { numberOf, openTestShop, type TestShop, totalOf } from '../../testing/test-shop.ts'

let wechat: WechatpayEmulator
let shop: TestShop
let person: TestPerson
let before = 0

beforeAll(async () => {
  wechat = await openWechatpayEmulator({ isHeld: true })
  const keys = { WECHATPAY_API_V3_KEY: 'n'.repeat(32), WECHATPAY_API_V3_KEY_PREVIOUS: wechat.apiV3Key }
  shop = await openTestShop({ wechatpay: wechat }, { env: keys })
  person = await shop.signUp()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  wechat.calls.length = 0
  wechat.faults.length = 0
  wechat.signWebhooksBy('public-key')
  await shop.closeOpenOrders()
  before = await totalOf(person)
})
afterEach(() => expectBooksToAgree(shop.foundation.database))

/** Credits since the test began. */
const gained = async () => (await totalOf(person)) - before
const buy = (packId: 'small' | 'pile' = 'small') =>
  person.api.billing.buy({ packId, provider: 'wechatpay', returnTo: '/ai/denoise/normal' })
async function paidWebhook(fen?: number) {
  const order = await buy()
  wechat.pay(numberOf(order.id), fen)
  return { ...order, webhook: wechat.webhooks.all.at(-1)! }
}
const send = (bend?: Tampering) => wechat.webhooks.send(wechat.webhooks.all.at(-1)!, bend)
const fault = (call: CallFault['call'], action: CallFault['action']) => void wechat.faults.push({ call, action })
const onPhone = async (path: string, content: object) => {
  const phone = { ...person.headers, 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' }
  const answer = await fetch(`${shop.origin}/api/v1/billing/${path}`, {
    method: 'POST',
    headers: phone,
    body: JSON.stringify(content),
  })
  return (await answer.json()) as { id: string; address: string }
}

describe('a purchase', () => {
  it('is a code on our own page at the server’s price, and the credits, the bill and one entry come with the webhook', async () => {
    const { id, address, checkout } = await buy('pile')
    expect(address).toBe(`${shop.origin}/profile/billing/order?order=${id}`)
    expect(checkout).toMatchObject({ kind: 'qr', code: expect.stringMatching(/^weixin:\/\/wxpay\/bizpayurl\?pr=/) })
    expect(checkout!.secondsLeft).toBeGreaterThan(29 * 60)
    expect(wechat.orders.get(numberOf(id))!.wish).toMatchObject({ totalFen: 13_800, product: 'native' })
    wechat.pay(numberOf(id))
    expect(await send()).toBe(200)
    expect(await person.api.billing.order({ id })).toMatchObject({ status: 'paid', returnTo: '/ai/denoise/normal' })
    expect(await gained()).toBe(120)
    expect((await person.api.billing.bills())[0]).toMatchObject({ description: '超值包', amount: 138, currency: 'CNY' })
    expect((await person.api.billing.ledger({})).entries[0]).toMatchObject({ kind: 'purchase', amount: 120 })
    const [kept] = await shop.query<{ payload: object }>(
      `select payload from payments order by created_at desc limit 1`,
    )
    expect(JSON.stringify(kept)).not.toContain('openid')
  })

  it('on a phone opens WeChat, which leads back to the order', async () => {
    const { id, address } = await onPhone('orders', { packId: 'small', provider: 'wechatpay' })
    expect(address).toContain(`${wechat.origin()}/h5/${numberOf(id)}`)
    const paid = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ press: 'pay' }),
      redirect: 'manual',
    })
    expect(paid.headers.get('location')).toBe(`${shop.origin}/profile/billing/order?order=${id}`)
    expect([await shop.stateOf(id), await gained()]).toEqual(['pending', 0])
    expect(await send()).toBe(200)
    expect(await gained()).toBe(20)
  })

  it('the code is asked for again under the same number, until the order is over', async () => {
    const { id, checkout } = await buy()
    const again = await person.api.billing.checkout({ id })
    expect(again).toMatchObject({ kind: 'qr' })
    expect(again).not.toEqual(checkout)
    expect(wechat.orders.get(numberOf(id))!.links).toHaveLength(2)
    await shop.expire(id)
    await expect(person.api.billing.checkout({ id })).rejects.toMatchObject({ code: 'order-over' })
  })

  it.each(['drop-before', 'drop-after', 'error-500', 'error-429', 'signtest', 'redirect'] as const)(
    'whose code was not proven (%s) is taken up by its page under the same number (29, 51)',
    async (action) => {
      fault('native', action)
      const { id, address, checkout } = await buy()
      expect([address, checkout]).toEqual([expect.stringContaining(`order=${id}`), undefined])
      fault('native', action)
      await expect(person.api.billing.checkout({ id })).rejects.toMatchObject({ code: 'checkout-failed' })
      expect(await person.api.billing.checkout({ id })).toMatchObject({ kind: 'qr' })
      wechat.pay(numberOf(id))
      expect([await send(), await gained()]).toEqual([200, 20])
    },
  )
})

it('an order that is paid, and whose webhook has not come, is not told that nothing was paid', async () => {
  const { id } = await buy()
  await shop.query(`update payment_orders set checked_at = now() - interval '1h' where id = $1`, [id])
  wechat.pay(numberOf(id))
  await expect(person.api.billing.checkout({ id })).rejects.toMatchObject({ code: 'order-paid' })
  expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  await expect(person.api.billing.checkout({ id })).rejects.toMatchObject({ code: 'order-paid' })
})

it('an order is never told with another amount under its number (31)', async () => {
  const { id } = await buy()
  await shop.query('update payment_orders set amount_minor = 1 where id = $1', [id])
  await expect(person.api.billing.checkout({ id })).rejects.toMatchObject({ code: 'checkout-failed' })
  expect([wechat.orders.get(numberOf(id))!.totalFen, await shop.stateOf(id)]).toEqual([2800, 'pending'])
})

describe('webhooks', () => {
  it('the same one ten times in a row and ten times at once grants once (2, 3, 7)', async () => {
    await paidWebhook()
    for (let n = 0; n < 10; n += 1) expect(await send()).toBe(200)
    expect(await gained()).toBe(20)
    await paidWebhook()
    expect(await Promise.all(Array.from({ length: 10 }, () => send()))).toEqual(Array(10).fill(200))
    expect(await gained()).toBe(40)
  })

  it.each<[string, () => Tampering]>([
    ['a body changed after the signature (10, 11)', () => ({ changesBody: true })],
    ['a key that is not WeChat Pay’s', () => ({ key: wechat.merchant.privateKey })],
    ['a serial number that nobody vouches for', () => ({ serial: 'A'.repeat(40) })],
    ['a public key of somebody else', () => ({ serial: 'PUB_KEY_ID_1' })],
    ['another merchant (15)', () => ({ transaction: { mchid: '1900000002' } })],
    ['another application (15)', () => ({ transaction: { appid: 'wx1' } })],
    ['a signature on probation (50)', () => ({ signaturePrefix: 'WECHATPAY/SIGNTEST/' })],
    ['a broken seal below a good signature (55)', () => ({ breaksSeal: true })],
    ['a seal of another key', () => ({ apiV3Key: 'x'.repeat(32) })],
    ['a time ten minutes ago (56)', () => ({ lateSeconds: 600 })],
    ['an amount that is none', () => ({ transaction: { amount: { total: 28.5, currency: 'CNY' } } })],
    ['another state', () => ({ transaction: { trade_state: 'NOTPAY' } })],
    ['something that is no payment', () => ({ eventType: 'REFUND.SUCCESS' })],
  ])('refuses %s, and the right one is taken later', async (_what, bend) => {
    const { id, webhook } = await paidWebhook()
    expect(await wechat.webhooks.send(webhook, bend())).toBe(400)
    expect([await shop.stateOf(id), await gained()]).toEqual(['pending', 0])
    expect([await send(), await gained()]).toEqual([200, 20])
  })

  it('signed by certificates and by the public key come mixed (53)', async () => {
    const { id } = await paidWebhook()
    wechat.signWebhooksBy('certificate')
    expect([await send(), await shop.stateOf(id)]).toEqual([200, 'paid'])
  })

  it('a signed amount that is not the price, and money for an unknown order, buy nothing and wait (12, 13)', async () => {
    const { id } = await paidWebhook(1)
    expect([await send(), await shop.stateOf(id), await gained()]).toEqual([200, 'disputed', 0])
    await paidWebhook()
    const unknown = { out_trade_no: 'f'.repeat(32), transaction_id: 'unknown-wechat' }
    expect(await send({ transaction: unknown, id: 'unknown' })).toBe(200)
    expect(
      await shop.query(`select state, order_id from payment_captures where transaction_id = 'unknown-wechat'`),
    ).toEqual([{ state: 'suspense', order_id: null }])
  })

  it('while the database fails it is not acknowledged, and comes again (9)', async () => {
    const { webhook } = await paidWebhook()
    await shop.query('alter table payment_captures rename to away')
    try {
      expect(await wechat.webhooks.send(webhook)).toBe(500)
    } finally {
      await shop.query('alter table away rename to payment_captures')
    }
    expect([await gained(), await send(), await gained()]).toEqual([0, 200, 20])
  })
})

describe('orders nobody answers', () => {
  it('a lost webhook is found by whoever looks at the order, and by the job; a coupon changes no price (4, 49)', async () => {
    const watched = await paidWebhook()
    await shop.makeDue(watched.id)
    expect(await person.api.billing.order({ id: watched.id })).toMatchObject({ status: 'paid' })
    const left = await paidWebhook()
    await shop.makeDue(left.id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(left.id), await gained()]).toEqual(['paid', 40])
    expect([await send(), await gained()]).toEqual([200, 40])
  })

  it('one that was acknowledged and went lost behind it is never sent again, and the question finds it (58)', async () => {
    const { id, webhook } = await paidWebhook()
    const careless = createServer((_request, response) => response.end('{"code":"FAIL"}')).listen(0, '127.0.0.1')
    try {
      await once(careless, 'listening')
      const { port } = careless.address() as AddressInfo
      const taken = { ...webhook, url: `http://127.0.0.1:${port}` }
      expect([await wechat.webhooks.send(taken), taken.isAcknowledged]).toEqual([200, true])
    } finally {
      careless.close()
    }
    expect([await shop.stateOf(id), await gained()]).toEqual(['pending', 0])
    await shop.makeDue(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  })

  it.each([
    'drop-before',
    'error-500',
    'error-429',
    'bad-sign',
    'stale',
    'no-sign',
    'wrong-serial',
    'other-order',
  ] as const)('an answer that proves nothing (%s) leaves the order as it is', async (action) => {
    const { id } = await paidWebhook()
    fault('query', action)
    await shop.makeDue(id)
    await shop.checkDueOrders()
    expect([wechat.calls.includes('query'), await shop.stateOf(id)]).toEqual([true, 'pending'])
    await shop.makeDue(id)
    await shop.checkDueOrders()
    expect(await shop.stateOf(id)).toBe('paid')
  })

  it('are open until they expire, then closed; also where none came to be', async () => {
    const made = await buy()
    fault('native', 'drop-before')
    const unmade = await buy()
    for (const { id } of [made, unmade]) await shop.makeDue(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(made.id), await shop.stateOf(unmade.id)]).toEqual(['pending', 'pending'])
    for (const { id } of [made, unmade]) await shop.expire(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(made.id), await shop.stateOf(unmade.id)]).toEqual(['closed', 'closed'])
    expect(wechat.orders.get(numberOf(made.id))!.state).toBe('CLOSED')
  })

  it('a close that comes too late finds the payment, and money for a closed order buys its credits (27, 28)', async () => {
    const late = await buy()
    fault('close', 'paid-meanwhile')
    await shop.expire(late.id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(late.id), await gained()]).toEqual(['paid', 20])
    const { id } = await paidWebhook()
    await shop.query(`update payment_orders set status = 'closed' where id = $1`, [id])
    expect([await send(), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 40])
  })

  it('money that was given back there waits for a person (48)', async () => {
    const { id } = await paidWebhook()
    wechat.orders.get(numberOf(id))!.state = 'REFUND'
    await shop.makeDue(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(id), await gained()]).toEqual(['disputed', 0])
  })
})

it('the doctor knows a good account, and a clock that is six minutes wrong (57)', async () => {
  const settings = readSettings({
    DATA_DIR: shop.foundation.settings.dataDir,
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
    ...wechat.settings,
  })
  expect(await checkPayment(settings)).toMatchObject({
    verdict: 'warning',
    statement: expect.stringContaining('know us'),
  })
  const slow = { now: () => new Date(Date.now() - 360_000) }
  await expect(checkPayment(settings, slow)).rejects.toThrow('the answer 401 is not proven')
})
