// A service that sells packs, over emulators of the providers that a test names, and what its tests ask of it again and again. Orders are checked
// when a test says so and never by the clock; emails are kept instead of sent.
import type { AlipayEmulator } from '#emulators/alipay/emulator.ts'
import type { PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { payTransaction } from '#emulators/paddle/state.ts'
import type { WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { createBilling } from '#features/billing/server/billing.ts'
import { ORDER_CHECK_QUEUE } from '#features/billing/server/payment/check-orders.job.ts'
import { webhookPath } from '#features/billing/server/payment/webhook-routes.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import type { PaymentProviderName } from '#rulebook/credits/orders.ts'
import { freePort } from '../../../../scripts/testing/free-port.ts'
import type { Foundation } from '../open-foundation.ts'
import { startOn } from '../start-service.ts'
import { openTestFoundation } from './open-test-foundation.ts'
import { queueWithout } from './queue-without.ts'
import { signUpAdmin } from './sign-up-admin.ts'
import { signUpPerson, type TestPerson } from './test-person.ts'

/** Credits of the smallest pack, and what everybody has before. */
export const PACK_CREDITS = 20
export const FREE_CREDITS = 5

/** Emulators of the providers that are configured. */
export interface ShopEmulators {
  readonly alipay?: AlipayEmulator
  readonly wechatpay?: WechatpayEmulator
  readonly paddle?: PaddleEmulator
}

interface ShopChoices {
  readonly env?: Readonly<Record<string, string>>
  readonly parts?: Parameters<typeof startOn>[1]
}

export interface Buyer extends TestPerson {
  readonly email: string
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** An order as providers write it. */
export const numberOf = (orderId: string): string => orderId.replaceAll('-', '')

export async function openTestShop(emulators: ShopEmulators, { env = {}, parts }: ShopChoices = {}) {
  const emails: EmailMessage[] = []
  const opened = await openShopFoundation(emulators, env)
  const mailer = { delivers: false, send: async (email: EmailMessage) => void emails.push(email) }
  const foundation: Foundation = { ...opened, mailer }
  const origin = foundation.settings.publicOrigin
  emulators.paddle?.sendWebhooksTo(origin + webhookPath('paddle'))
  const service = await startOn({ ...foundation, queue: queueWithout(opened.queue, ORDER_CHECK_QUEUE) }, parts)
  let people = 0
  return {
    foundation,
    origin,
    emails,
    ...ordersOf(foundation),
    ...buyingOf(emulators),
    signUp: async (address?: string): Promise<Buyer> => {
      const email = `buyer${++people}@shop.example.com`
      return { ...(await signUpPerson(origin, origin, email, address)), email }
    },
    signUpAdmin: () => signUpAdmin(foundation, origin, 'operator@shop.example.com'),
    stop: async () => {
      await service.stop()
      await Promise.all(Object.values(emulators).map((emulator: { close(): Promise<void> }) => emulator.close()))
    },
  }
}

async function openShopFoundation({ alipay, wechatpay, paddle }: ShopEmulators, env: Readonly<Record<string, string>>) {
  const port = String(await freePort())
  return openTestFoundation({
    PROVIDER: 'scripted',
    PORT: port,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    ...((alipay || wechatpay) && { PACK_PRICES_CNY: 'small=28,some=68.5,pile=138,box=268.00' }),
    ...alipay?.settings,
    ...wechatpay?.settings,
    ...paddle?.settings,
    ...env,
  })
}

/** What stands about orders, and moments that a test does not wait for. */
function ordersOf(foundation: Foundation) {
  const { query } = foundation.database
  const billing = () => createBilling(foundation)
  return {
    query,
    billing,
    stateOf: async (orderId: string) =>
      (await query<{ status: string }>('select status from payment_orders where id = $1', [orderId]))[0]!.status,
    checkDueOrders: () => billing().checkDueOrders(),
    makeDue: (orderId: string) =>
      query(`update payment_orders set next_check_at = created_at, checked_at = now() - interval '1h' where id = $1`, [
        orderId,
      ]),
    expire: (orderId: string) =>
      query(`update payment_orders set next_check_at = created_at, expires_at = now() - interval '1h' where id = $1`, [
        orderId,
      ]),
    closeOpenOrders: () => query(`update payment_orders set status = 'closed' where status = 'pending'`),
    /** The job, when every refund is due. */
    checkRefunds: async () => {
      await query('update payment_refunds set next_check_at = created_at where next_check_at is not null')
      await billing().checkDueOrders()
    },
  }
}

function buyingOf(emulators: ShopEmulators) {
  const { alipay, wechatpay, paddle } = emulators
  const transactionOf = (orderId: string) =>
    [...paddle!.transactions.values()].findLast(({ customData }) => customData?.order === numberOf(orderId))!
  /** What the buyer does there; `paid`: fen, or percents of tax at Paddle. */
  const payThere = async (provider: PaymentProviderName, order: { id: string; address: string }, paid?: number) => {
    if (provider === 'paddle') return void payTransaction(paddle!, transactionOf(order.id).id, paid)
    if (provider === 'wechatpay') return void wechatpay!.pay(numberOf(order.id), paid)
    await (await fetch(order.address)).text()
    alipay!.pay(numberOf(order.id), paid)
  }
  const sendLatest = (provider: PaymentProviderName) => {
    const { webhooks } = emulators[provider]!
    return (webhooks.send as (webhook: unknown) => Promise<unknown>)(webhooks.all.at(-1))
  }
  /** Ordered, and paid there: no webhook has arrived here. */
  const payOnly = async (person: TestPerson, provider: PaymentProviderName, paid?: number): Promise<string> => {
    const order = await person.api.billing.buy({ packId: 'small', provider })
    await payThere(provider, order, paid)
    return order.id
  }
  return {
    transactionOf,
    payThere,
    sendLatest,
    payOnly,
    /** The smallest pack, paid, and the webhook was taken. */
    buy: async (person: TestPerson, provider: PaymentProviderName, paid?: number): Promise<string> => {
      const id = await payOnly(person, provider, paid)
      await sendLatest(provider)
      return id
    },
  }
}

export const balanceOf = async ({ api }: TestPerson): Promise<number> =>
  (await api.account.profile.get()).credits.remaining

/** All credits that ever came. */
export const totalOf = async ({ api }: TestPerson): Promise<number> => (await api.account.profile.get()).credits.total
