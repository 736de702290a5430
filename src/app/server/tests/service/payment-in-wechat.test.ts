// Paying inside WeChat over HTTP (JSAPI; decision 0102): WeChat identifies the buyer without a question, the page opens a payment that the merchant signed, and
// the webhook brings the credits. Against the emulator, which knows its own openids and checks every signature.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import type { OwnCheckout } from '#features/billing/contract.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

const IN_WECHAT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36 MicroMessenger/8.0.50'
let wechat: WechatpayEmulator
let shop: TestShop
let person: TestPerson

beforeAll(async () => {
  wechat = await openWechatpayEmulator({ isHeld: true })
  shop = await openTestShop({ wechatpay: wechat }, { env: wechat.inAppSettings })
  person = await shop.signUp()
})
afterAll(() => shop.stop())
afterEach(() => expectBooksToAgree(shop.foundation.database))

async function post<Answer>(path: string, content: object = {}): Promise<Answer> {
  const answer = await fetch(`${shop.origin}/api/v1/billing/${path}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json', 'user-agent': IN_WECHAT },
    body: JSON.stringify(content),
  })
  return (await answer.json()) as Answer
}
const buy = () => post<{ id: string; address: string }>('orders', { packId: 'small', provider: 'wechatpay' })
const checkout = (id: string) => post<OwnCheckout>(`orders/${id}/checkout`, { id })
/** One step of a browser that follows. */
const step = async (address: string) => (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
const payerOf = async (id: string) =>
  (
    await shop.query<{ payer_reference: string | null }>('select payer_reference from payment_orders where id = $1', [
      id,
    ])
  )[0]!.payer_reference

it('the buyer is named without a question, the payment is signed, and the credits come with the webhook', async () => {
  expect(await person.api.billing.offers()).toMatchObject({ providers: ['wechatpay'], isInWechat: true })
  const { id, address } = await buy()
  expect(address).toMatch(/#wechat_redirect$/)
  expect([...wechat.orders.keys()]).not.toContain(numberOf(id))
  const back = await step(address)
  expect(back).toContain(`${shop.origin}/api/payments/wechatpay/payer?ticket=`)
  expect(await step(back)).toBe(`/profile/billing/order?order=${id}`)
  expect(wechat.app.openids).toContain(await payerOf(id))
  const opened = await checkout(id)
  if (opened.kind !== 'jsapi') throw new Error(`not inside WeChat: ${opened.kind}`)
  expect(wechat.openPayment({ ...opened.invocation, nonceStr: 'changed' })).toMatch(/:fail$/)
  expect(wechat.openPayment(opened.invocation)).toMatch(/:ok$/)
  expect(await person.api.billing.order({ id })).toMatchObject({ status: 'pending' })
  expect(await wechat.webhooks.send(wechat.webhooks.all.at(-1)!)).toBe(200)
  expect(await person.api.billing.order({ id })).toMatchObject({ status: 'paid' })
  expect((await person.api.billing.ledger({})).entries[0]).toMatchObject({ kind: 'purchase', amount: 20 })
  // Nothing of who paid stays here.
  expect(await payerOf(id)).toBeNull()
})

it('a way back that is not ours, a code that was used, and a buyer who turned back change nothing', async () => {
  const { id, address } = await buy()
  expect(await step(`${shop.origin}/api/payments/wechatpay/payer?ticket=x&code=y`)).toBe('/profile/billing')
  const back = new URL(await step(address))
  const code = back.searchParams.get('code')!
  back.searchParams.delete('code')
  expect(await step(back.href)).toBe(`/profile/billing/order?order=${id}`)
  back.searchParams.set('code', 'nobody-gave-this')
  expect(await step(back.href)).toBe(`/profile/billing/order?order=${id}`)
  expect([await payerOf(id), (await checkout(id)).kind]).toEqual([null, 'address'])
  back.searchParams.set('code', code)
  await step(back.href)
  const payer = await payerOf(id)
  expect(payer).not.toBeNull()
  await step(back.href)
  expect([await payerOf(id), (await checkout(id)).kind]).toEqual([payer, 'jsapi'])
})

it('outside of WeChat it stays a code to scan', async () => {
  const order = await person.api.billing.buy({ packId: 'small', provider: 'wechatpay' })
  expect(order.checkout).toMatchObject({ kind: 'qr' })
})
