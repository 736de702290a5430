// Buying credits through Alipay over HTTP, against its emulator with real RSA2 keys: the faults of docs/payment-faults.md (decisions
// 0080 to 0082). Whatever came in whatever order, the books agree after every test.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import type { Tampering } from '#emulators/alipay/webhooks.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { numberOf, openTestShop, type TestShop, totalOf } from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let shop: TestShop
let person: TestPerson
let before = 0

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  shop = await openTestShop({ alipay }, { env: { PRODUCT_NAME: '测试影坊' } })
  person = await shop.signUp()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  alipay.calls.length = 0
  await shop.closeOpenOrders()
  before = await totalOf(person)
})
afterEach(() => expectBooksToAgree(shop.foundation.database))

/** Credits since the test began. */
const gained = async () => (await totalOf(person)) - before
/** A press of buy, and the buyer's browser at the cashier. */
async function openCheckout(packId: 'small' | 'pile' = 'small') {
  const order = await person.api.billing.buy({ packId, provider: 'alipay', returnTo: '/ai/denoise/normal' })
  const cashier = await fetch(order.address)
  return { ...order, cashier, page: await cashier.text() }
}
/** The link is known to Alipay, but nobody has acted: no trade. */
async function openLink() {
  const order = await person.api.billing.buy({ packId: 'small', provider: 'alipay' })
  await fetch(order.address, { redirect: 'manual' })
  return order
}
async function paidWebhook(fen?: number) {
  const order = await openCheckout()
  alipay.pay(numberOf(order.id), fen)
  return { ...order, webhook: alipay.webhooks.all.at(-1)! }
}
const send = async (bend?: Tampering) => (await alipay.webhooks.send(alipay.webhooks.all.at(-1)!, bend)).text
describe('a purchase', () => {
  it('leads to the cashier at the server’s price, and the credits, the bill and one entry come with the webhook', async () => {
    const { id, page } = await openCheckout('pile')
    expect(alipay.trades.get(numberOf(id))!.link.subject).toMatch(/^测试影坊 /)
    expect(page).toContain('¥138.00')
    expect(await person.api.billing.order({ id })).toMatchObject({ status: 'pending', minor: 13_800, credits: 120 })
    alipay.pay(numberOf(id))
    expect(await send()).toBe('success')
    expect(await person.api.billing.order({ id })).toMatchObject({ status: 'paid', returnTo: '/ai/denoise/normal' })
    expect(await gained()).toBe(120)
    expect(await person.api.billing.bills()).toMatchObject([
      { description: '超值包', amount: 138, currency: 'CNY', status: 'paid' },
    ])
    const [entry] = (await person.api.billing.ledger({})).entries
    expect(entry).toMatchObject({ kind: 'purchase', amount: 120, note: '超值包' })
  })

  it('a phone gets the page for phones', async () => {
    const phone = { ...person.headers, 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' }
    const answer = await fetch(`${shop.origin}/api/v1/billing/orders`, {
      method: 'POST',
      headers: phone,
      body: JSON.stringify({ packId: 'small', provider: 'alipay' }),
    })
    expect(((await answer.json()) as { address: string }).address).toContain('alipay.trade.wap.pay')
  })

  it('takes no price from the browser, and shows an order to its owner only', async () => {
    const cheap = { packId: 'small', provider: 'alipay', minor: 1 } as const
    await expect(person.api.billing.buy(cheap)).rejects.toThrow()
    const { id } = await openCheckout()
    const other = await shop.signUp()
    await expect(other.api.billing.order({ id })).rejects.toMatchObject({ code: 'order-missing' })
    expect(await other.api.billing.orders()).toEqual([])
    expect((await person.api.billing.orders())[0]).toMatchObject({ id, status: 'pending' })
  })

  it('coming back proves nothing (23)', async () => {
    const { id } = await openCheckout()
    await fetch(`${shop.origin}/profile/billing/order?order=${id}&total_amount=28.00&trade_no=1`)
    await shop.makeDue(id)
    expect(await person.api.billing.order({ id })).toMatchObject({ status: 'pending' })
    expect(await gained()).toBe(0)
  })
})

describe('webhooks', () => {
  it('the same one ten times in a row and ten times at once grants once (2, 3, 7)', async () => {
    await paidWebhook()
    for (let n = 0; n < 10; n += 1) expect(await send()).toBe('success')
    expect(await gained()).toBe(20)
    await paidWebhook()
    expect(await Promise.all(Array.from({ length: 10 }, () => send()))).toEqual(Array(10).fill('success'))
    expect(await gained()).toBe(40)
  })

  it('TRADE_FINISHED before TRADE_SUCCESS is one payment (37)', async () => {
    const { id } = await paidWebhook()
    expect(await send({ signedFields: { trade_status: 'TRADE_FINISHED', notify_id: 'finished-first' } })).toBe(
      'success',
    )
    expect(await send()).toBe('success')
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  })

  it('one in GBK with empty fields is read by its own bytes (18, 19, 20)', async () => {
    const { id } = await paidWebhook()
    const gbk: Readonly<Record<string, string>> = { 中: '\xd6\xd0', 文: '\xce\xc4' }
    const encode = (text: string) =>
      Buffer.from(
        text.replace(/[中文]/g, (message) => gbk[message]!),
        'latin1',
      )
    const signedFields = { subject: '中文 +%2B&=', charset: 'gbk', body: '', a_field_of_tomorrow: '' }
    expect(await send({ encode, signedFields })).toBe('success')
    expect(await shop.stateOf(id)).toBe('paid')
  })

  it('a merchant’s own parameters, written for addresses, are signed as they came (21)', async () => {
    const { id } = await paidWebhook()
    const signedFields = { passback_params: encodeURIComponent(JSON.stringify({ from: '首页', 'a+b': '%2B & =' })) }
    expect(await send({ signedFields })).toBe('success')
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  })

  it.each<[string, () => Tampering]>([
    ['a body changed after the signature (10, 11)', () => ({ forgedFields: { out_trade_no: 'x' } })],
    ['a key that is not Alipay’s', () => ({ key: alipay.merchant.privateKey })],
    ['SHA-1 (17)', () => ({ signType: 'RSA' })],
    ['another application (14)', () => ({ signedFields: { app_id: '2021000000000002' } })],
    ['another seller (14)', () => ({ signedFields: { seller_id: '2088000000000002' } })],
    ['an amount that is none', () => ({ signedFields: { total_amount: '2.8e1' } })],
  ])('refuses %s, and the right one is taken later', async (_what, bend) => {
    const { id, webhook } = await paidWebhook()
    expect(await alipay.webhooks.send(webhook, bend())).toEqual({ status: 400, text: 'fail' })
    expect([await shop.stateOf(id), await gained()]).toEqual(['pending', 0])
    expect(await send()).toBe('success')
    expect(await gained()).toBe(20)
  })

  it('a signed amount that is not the price buys nothing and waits for a person (12)', async () => {
    const { id } = await paidWebhook(1)
    expect(await send()).toBe('success')
    expect([await shop.stateOf(id), await gained()]).toEqual(['disputed', 0])
    expect(await shop.query('select state, amount_minor from payment_captures where order_id = $1', [id])).toEqual([
      { state: 'suspense', amount_minor: 1 },
    ])
  })

  it('money for an order that nobody knows, or for an account that is gone, is recorded and waits (13)', async () => {
    await paidWebhook()
    expect(await send({ signedFields: { out_trade_no: 'f'.repeat(32), trade_no: 'unknown-1' } })).toBe('success')
    const leaving = await shop.signUp()
    const { id, address } = await leaving.api.billing.buy({ packId: 'small', provider: 'alipay' })
    await fetch(address)
    alipay.pay(numberOf(id))
    await shop.query('delete from auth_users where id = $1', [leaving.userId])
    expect(await send()).toBe('success')
    expect(await shop.stateOf(id)).toBe('disputed')
    expect(await shop.query(`select order_id from payment_captures where transaction_id = 'unknown-1'`)).toEqual([
      { order_id: null },
    ])
  })

  it('while the database fails it is not acknowledged, and comes again (9)', async () => {
    const { webhook } = await paidWebhook()
    await shop.query('alter table payment_captures rename to away')
    try {
      expect((await alipay.webhooks.send(webhook)).status).toBe(500)
    } finally {
      await shop.query('alter table away rename to payment_captures')
    }
    expect(await gained()).toBe(0)
    expect(await send()).toBe('success')
    expect(await gained()).toBe(20)
  })

  it('arrive during maintenance', async () => {
    await paidWebhook()
    const turn = (value: string) =>
      shop.query(`update system_configs set config_value = $1 where config_key = 'maintenance_mode'`, [value])
    await turn('true')
    expect(await send()).toBe('success')
    await turn('false')
    expect(await gained()).toBe(20)
  })
})

describe('orders nobody answers', () => {
  it('a lost webhook is found by whoever looks at the order, and by the job (4)', async () => {
    const watched = await paidWebhook()
    await shop.makeDue(watched.id)
    expect(await person.api.billing.order({ id: watched.id })).toMatchObject({ status: 'paid' })
    const left = await paidWebhook()
    await shop.makeDue(left.id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(left.id), await gained()]).toEqual(['paid', 40])
    expect(await send()).toBe('success')
    expect(await gained()).toBe(40)
  })

  it('an answer that names the certificate of the key that is held is read; none is fetched (61)', async () => {
    const { id } = await paidWebhook()
    alipay.faults.push({ method: 'alipay.trade.query', action: 'known-certificate' })
    await shop.makeDue(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
    expect(alipay.calls.filter((method) => method.includes('cert'))).toEqual([])
  })

  it.each(['drop-before', 'drop-after', 'error-500', 'bad-sign', 'no-sign', 'new-certificate'] as const)(
    'an answer that proves nothing (%s) leaves the order as it is (61, 62)',
    async (action) => {
      const { id } = await paidWebhook()
      alipay.faults.push({ method: 'alipay.trade.query', action })
      await shop.makeDue(id)
      await shop.checkDueOrders()
      expect(alipay.calls).toContain('alipay.trade.query')
      expect(await shop.stateOf(id)).toBe('pending')
      await shop.makeDue(id)
      await shop.checkDueOrders()
      expect(await shop.stateOf(id)).toBe('paid')
    },
  )

  it('are open until they expire, then closed; also where no trade came to be (24)', async () => {
    const [opened, unopened] = [await openCheckout(), await openLink()]
    for (const { id } of [opened, unopened]) await shop.makeDue(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(opened.id), await shop.stateOf(unopened.id)]).toEqual(['pending', 'pending'])
    for (const { id } of [opened, unopened]) await shop.expire(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(opened.id), await shop.stateOf(unopened.id)]).toEqual(['closed', 'closed'])
    expect(alipay.trades.get(numberOf(opened.id))!.status).toBe('TRADE_CLOSED')
  })

  it('a close that comes too late finds the payment (26)', async () => {
    const { id } = await openCheckout()
    alipay.faults.push({ method: 'alipay.trade.close', action: 'paid-meanwhile' })
    await shop.expire(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  })

  it('money for a closed order still buys its credits (25, 28)', async () => {
    const { id } = await openLink()
    await shop.expire(id)
    await shop.checkDueOrders()
    expect(await shop.stateOf(id)).toBe('closed')
    alipay.pay(numberOf(id))
    expect(await send()).toBe('success')
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  })
})

it('webhooks of many orders in any order, a third of them twice and some forged, leave every order right', async () => {
  const orders = []
  for (let n = 0; n < 9; n += 1) orders.push(await paidWebhook())
  const late = await openCheckout()
  const sends = orders.flatMap(({ webhook }, n) => [
    () => alipay.webhooks.send(webhook),
    ...(n % 3 === 0 ? [() => alipay.webhooks.send(webhook)] : []),
    ...(n % 4 === 0 ? [() => alipay.webhooks.send(webhook, { forgedFields: { trade_no: `forged-${n}` } })] : []),
  ])
  // A fixed order that is not theirs.
  const places = new Map(sends.map((deliver, n) => [deliver, (n * 7) % 11]))
  sends.sort((a, b) => places.get(a)! - places.get(b)!)
  await Promise.all(sends.map((deliver) => deliver()))
  for (const { id } of orders) expect(await shop.stateOf(id)).toBe('paid')
  expect([await shop.stateOf(late.id), await gained()]).toEqual(['pending', 9 * 20])
})
