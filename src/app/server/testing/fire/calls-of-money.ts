// Orders, refunds, invoices, coupons, and what the payment provider tells.
import { signed, signedText } from '#emulators/alipay/rsa2.ts'
import { asPerson, type WorldCall } from './as-person.ts'
import type { FirePerson, FireWorld } from './fire-world.ts'

export const numberOf = (orderId: string): string => orderId.replaceAll('-', '')
const WEBHOOK_PATH = '/api/payments/alipay/notice'
const WISH = {
  kind: 'company',
  title: '某某科技有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'books@example.com',
} as const

export const order = (person: FirePerson) => person.api.billing.buy({ packId: 'small', provider: 'alipay' })

/** Paid at the provider, whose webhook waits; `fen`: another amount than the price. */
export async function payThere({ alipay }: FireWorld, { id, address }: { id: string; address: string }, fen?: number) {
  await (await fetch(address)).text()
  alipay.pay(numberOf(id), fen)
  return alipay.webhooks.all.at(-1)!
}

/** The smallest pack, paid, and the webhook was taken. */
export async function paidOrder(world: FireWorld, person: FirePerson, fen?: number): Promise<string> {
  const made = await order(person)
  await world.alipay.webhooks.send(await payThere(world, made, fen))
  return made.id
}

export async function askedRefund(world: FireWorld, person: FirePerson): Promise<string> {
  const id = await paidOrder(world, person)
  await person.api.billing.askRefund({ id, reason: '买错了' })
  return id
}

export async function askedInvoice(world: FireWorld, person: FirePerson): Promise<string> {
  const id = await paidOrder(world, person)
  await person.api.billing.askInvoice({ id, wish: WISH })
  return id
}

const ofOrder = (
  place: string,
  make: (world: FireWorld, person: FirePerson) => Promise<string>,
  more: object = {},
  traits: Omit<WorldCall, 'name' | 'prepare'> = {},
): WorldCall => asPerson(place, async (world, person) => ({ id: await make(world, person), ...more }), traits)

export const CALLS_OF_MONEY: readonly WorldCall[] = [
  asPerson('billing.purchaseWish.ask'),
  asPerson('billing.purchaseWish.withdraw', async (_, { api }) => void (await api.billing.purchaseWish.ask())),
  asPerson('billing.buy', () => ({ packId: 'small', provider: 'alipay' })),
  ofOrder('billing.checkout', async (_, person) => (await order(person)).id),
  ofOrder('billing.askRefund', paidOrder, { reason: '买错了' }, { isDone: ['refund-asked-before'] }),
  ofOrder('billing.withdrawRefund', askedRefund, {}, { isDone: ['refund-missing', 'refund-decided'] }),
  ofOrder('billing.askInvoice', paidOrder, { wish: WISH }, { isDone: ['invoice-asked-before'] }),
  ofOrder('billing.withdrawInvoice', askedInvoice, {}, { isDone: ['invoice-decided'] }),
  asPerson(
    'billing.redeemCoupon',
    async ({ admin }) => {
      const coupon = { name: '开业活动', credits: 20, codes: 1, usesPerCode: 1 }
      const { codes } = await (await admin()).api.admin.coupons.make(coupon)
      return { code: codes[0]! }
    },
    { isDone: ['coupon-used-before'] },
  ),
  {
    name: `POST ${WEBHOOK_PATH}`,
    prepare: async (world) => {
      const person = await world.newcomer()
      const webhook = await payThere(world, await order(person))
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const sign = signed(signedText(webhook.fields), world.alipay.alipay.privateKey)
      const body = new URLSearchParams({ ...webhook.fields, sign_type: 'RSA2', sign }).toString()
      return { request: { method: 'POST', path: WEBHOOK_PATH, headers, body } }
    },
  },
]
