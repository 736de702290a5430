// Orders, refunds, invoices, coupons, and what the payment provider tells.
import { signed, signedText } from '#emulators/alipay/rsa2.ts'
import { payTransaction } from '#emulators/paddle/state.ts'
import { webhookPath } from '#features/billing/server/payment/webhook-routes.ts'
import type { PaymentProviderName } from '#rulebook/credits/orders.ts'
import { asPerson, type WorldCall } from './as-person.ts'
import { captureDelivery } from './captured-delivery.ts'
import type { CallRequest } from './fire-call.ts'
import type { FirePerson, FireWorld } from './fire-world.ts'

export const numberOf = (orderId: string): string => orderId.replaceAll('-', '')
const WISH = {
  kind: 'company',
  title: '某某科技有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'books@example.com',
} as const

export const order = (person: FirePerson, provider: PaymentProviderName = 'alipay') =>
  person.api.billing.buy({ packId: 'small', provider })

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

const alipayWebhook = async (world: FireWorld, person: FirePerson): Promise<CallRequest> => {
  const webhook = await payThere(world, await order(person))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sign = signed(signedText(webhook.fields), world.alipay.alipay.privateKey)
  const body = new URLSearchParams({ ...webhook.fields, sign_type: 'RSA2', sign }).toString()
  return { method: 'POST', path: webhookPath('alipay'), headers, body }
}

const wechatpayWebhook = async ({ wechatpay }: FireWorld, person: FirePerson): Promise<CallRequest> => {
  const { id } = await order(person, 'wechatpay')
  wechatpay.pay(numberOf(id))
  const { webhooks } = wechatpay
  const delivery = await captureDelivery((url) => webhooks.send({ ...webhooks.all.at(-1)!, url }))
  return { method: 'POST', path: webhookPath('wechatpay'), ...delivery }
}

const paddleWebhook = async ({ paddle }: FireWorld, person: FirePerson): Promise<CallRequest> => {
  const { id } = await order(person, 'paddle')
  const isOurs = ({ customData }: { customData: { order?: string } | null }) => customData?.order === numberOf(id)
  const transaction = [...paddle.transactions.values()].findLast(isOurs)!
  payTransaction(paddle, transaction.id)
  const { webhooks } = paddle
  const completed = webhooks.all.findLast(({ type }) => type === 'transaction.completed')!
  const delivery = await captureDelivery((address) => {
    paddle.sendWebhooksTo(address)
    return webhooks.send(completed)
  })
  return { method: 'POST', path: webhookPath('paddle'), ...delivery }
}

const webhookOf = (
  provider: PaymentProviderName,
  make: (world: FireWorld, person: FirePerson) => Promise<CallRequest>,
): WorldCall => ({
  name: `POST ${webhookPath(provider)}`,
  prepare: async (world) => ({ request: await make(world, await world.newcomer()) }),
})

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
  webhookOf('alipay', alipayWebhook),
  webhookOf('wechatpay', wechatpayWebhook),
  webhookOf('paddle', paddleWebhook),
]
