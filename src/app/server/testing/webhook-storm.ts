// A storm of a provider's webhooks: many orders paid, every webhook sent in a random order of a seed, three in ten of them twice, one in twenty forged, several
// at a time; some orders get forgeries only. The state to check afterwards is sent back.
import { openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator } from '#emulators/paddle/emulator.ts'
import { openWechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { OPEN_ORDERS_MAX, PAYMENT_PROVIDERS, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { seededUniform } from '../../../../scripts/seeded-random.ts'
import { expectBooksToAgree } from './expect-books-to-agree.ts'
import type { TestPerson } from './test-person.ts'
import { openTestShop, PACK_CREDITS, type TestShop } from './test-shop.ts'

const AT_ONCE = 16
const DUPLICATES = 0.3
const FORGED = 0.05

interface Storm {
  readonly provider: PaymentProviderName
  readonly sent: number
  readonly orders: number
  readonly paid: number
  readonly refusedForgeries: number
  readonly forgeries: number
  /** Orders whose only webhook was forged. */
  readonly unpaid: number
  readonly peopleWrong: number
  readonly seconds: number
}

/** The buyer pays; returns the two ways to send the webhook. */
type Pay = (order: { readonly id: string; readonly address: string }) => Promise<Deliveries>
interface Deliveries {
  good(): Promise<unknown>
  /** True when it was refused. */
  forged(): Promise<boolean>
}

export async function runStorms(webhooks: number, seed: number): Promise<Storm[]> {
  const emulators = await openEmulators()
  const { alipay, wechat, paddle } = emulators
  const shop = await openTestShop({ alipay, wechatpay: wechat, paddle }, { env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const pays = paysOf(shop, emulators)
  try {
    const storms: Storm[] = []
    for (const provider of PAYMENT_PROVIDERS)
      storms.push(await runStorm({ provider, shop, webhooks, seed, pay: pays[provider] }))
    await expectBooksToAgree(shop.foundation.database)
    return storms
  } finally {
    await shop.stop()
  }
}

const openEmulators = async () => ({
  alipay: await openAlipayEmulator({ isHeld: true }),
  wechat: await openWechatpayEmulator({ isHeld: true }),
  paddle: await openPaddleEmulator({ isHeld: true }),
})

const paysOf = (
  shop: TestShop,
  { alipay, wechat, paddle }: Awaited<ReturnType<typeof openEmulators>>,
): Record<PaymentProviderName, Pay> => ({
  alipay: async (order) => {
    await shop.payThere('alipay', order)
    const webhook = alipay.webhooks.all.at(-1)!
    return {
      good: () => alipay.webhooks.send(webhook),
      forged: async () =>
        (await alipay.webhooks.send(webhook, { forgedFields: { trade_no: 'forged' } })).text !== 'success',
    }
  },
  wechatpay: async (order) => {
    await shop.payThere('wechatpay', order)
    const webhook = wechat.webhooks.all.at(-1)!
    return {
      good: () => wechat.webhooks.send(webhook),
      forged: async () => (await wechat.webhooks.send(webhook, { key: wechat.merchant.privateKey })) !== 200,
    }
  },
  paddle: async (order) => {
    await shop.payThere('paddle', order, 20)
    const webhook = paddle.webhooks.all.at(-1)!
    return {
      good: () => paddle.webhooks.send(webhook),
      forged: async () => (await paddle.webhooks.send(webhook, { changesBody: true })) !== 200,
    }
  },
})

interface StormOrder {
  readonly person: TestPerson
  readonly id: string
  readonly isPaid: boolean
  readonly deliveries: Deliveries
}

interface StormParts {
  readonly provider: PaymentProviderName
  readonly shop: TestShop
  readonly webhooks: number
  readonly seed: number
  readonly pay: Pay
}

async function runStorm({ provider, shop, webhooks, seed, pay }: StormParts): Promise<Storm> {
  const random = seededUniform(seed)
  const forgeries = Math.round(webhooks * FORGED)
  const duplicates = Math.round(webhooks * DUPLICATES)
  const good = webhooks - forgeries - duplicates
  // Half of the forgeries go to orders that get nothing else.
  const unpaid = Math.ceil(forgeries / 2)
  const people: TestPerson[] = []
  const orders: StormOrder[] = []
  for (let n = 0; n < good + unpaid; n += 1) {
    if (n % OPEN_ORDERS_MAX === 0)
      // Sign-ups are limited by address.
      people.push(await shop.signUp(`198.51.100.${people.length}`))
    const person = people.at(-1)!
    const order = await person.api.billing.buy({ packId: 'small', provider })
    orders.push({ person, id: order.id, isPaid: n < good, deliveries: await pay(order) })
  }
  let refusedForgeries = 0
  const paidOnes = orders.filter(({ isPaid }) => isPaid)
  const forged = Array.from({ length: forgeries }, (_, n) => orders.at(-1 - (n % (unpaid * 2)))!)
  const sends = [
    ...paidOnes.map(({ deliveries }) => deliveries.good),
    ...Array.from({ length: duplicates }, () => paidOnes[Math.floor(random() * good)]!.deliveries.good),
    ...forged.map(({ deliveries }) => async () => {
      if (await deliveries.forged()) refusedForgeries += 1
    }),
  ]
  const inOrder = sends
    .map((send) => ({ send, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ send }) => send)
  const startedMs = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let send = inOrder.pop(); send; send = inOrder.pop()) await send()
    }),
  )
  const seconds = (performance.now() - startedMs) / 1000
  const sent = good + duplicates + forgeries
  const { paid, peopleWrong } = await countRight(people, orders)
  return { provider, sent, orders: orders.length, paid, refusedForgeries, forgeries, unpaid, peopleWrong, seconds }
}

/** Every order as it must be, and every balance. */
async function countRight(people: readonly TestPerson[], orders: readonly StormOrder[]) {
  let paid = 0
  let peopleWrong = 0
  for (const person of people) {
    const states = await person.api.billing.orders()
    paid += states.filter(({ status }) => status === 'paid').length
    const wanted = orders.filter((order) => order.person === person && order.isPaid)
    const { credits } = await person.api.account.profile.get()
    const areRight =
      credits.total === 5 + wanted.length * PACK_CREDITS &&
      states.every(({ id, status }) => status === (wanted.some((order) => order.id === id) ? 'paid' : 'pending'))
    if (!areRight) peopleWrong += 1
  }
  return { paid, peopleWrong }
}
