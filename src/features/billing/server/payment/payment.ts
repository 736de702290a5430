// Payment put together: its calls, its routes, its job.

import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import type { OwnOrder, PackOffers } from '../../contract.ts'
import { createAlipay } from './alipay/alipay-provider.ts'
import { checkDueOrders, checkWatchedOrder, ORDER_CHECK_CRON, ORDER_CHECK_QUEUE } from './check-orders.job.ts'
import { createOrder, type OrderWish, priceOf } from './create-order.ts'
import { createNoticeRoutes, noticePath } from './notice-routes.ts'
import { type Buyer, reopenCheckout } from './open-checkout.ts'
import { type OrderRow, readOwnOrder, readOwnOrders } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createWechatpay } from './wechatpay/wechatpay-provider.ts'

/** On the billing page. */
const SHOWN_ORDERS = 100

export function createPayment(given: Omit<PaymentParts, 'providers'>) {
  const parts: PaymentParts = { ...given, providers: configuredProviders(given) }
  return {
    routes: createNoticeRoutes(parts),
    offers: () => offersOf(parts),
    order: (wish: OrderWish) => createOrder(parts, wish),
    checkout: (asked: Buyer & { userId: string; id: string }) => reopenCheckout(parts, asked),
    orders: async (userId: string) => (await readOwnOrders(parts.database, userId, SHOWN_ORDERS)).map(toOwnOrder),
    read: (userId: string, id: string) => readOrder(parts, userId, id),
    checkDueOrders: () => checkDueOrders(parts),
    /** Orders stay open when their provider is switched off, and are asked for again when it is back. */
    startWorker: (queue: Queue, timeZone: string) =>
      queue.schedule(ORDER_CHECK_QUEUE, ORDER_CHECK_CRON, timeZone, () => checkDueOrders(parts)),
  }
}

export function configuredProviders({
  settings,
  clock,
}: Pick<PaymentParts, 'settings' | 'clock'>): PaymentParts['providers'] {
  const { alipay, wechatpay } = settings.payment
  const noticeAddress = (name: PaymentProvider['name']) => settings.publicOrigin + noticePath(name)
  const providers = [
    ...(alipay ? [createAlipay({ ...alipay, noticeAddress: noticeAddress('alipay'), clock })] : []),
    ...(wechatpay ? [createWechatpay({ ...wechatpay, noticeAddress: noticeAddress('wechatpay'), clock })] : []),
  ]
  return new Map(providers.map((provider) => [provider.name, provider]))
}

function offersOf(parts: PaymentParts): PackOffers {
  const prices = CREDIT_PACKS.flatMap(({ id }) => {
    const price = priceOf(parts, id)
    return price ? [{ packId: id, ...price }] : []
  })
  return { providers: [...parts.providers.keys()], prices }
}

/** The true state: an open order is asked for at the provider first, where the notice may have got lost. */
async function readOrder(parts: PaymentParts, userId: string, id: string): Promise<OwnOrder> {
  const order = await readOwnOrder(parts.database, userId, id)
  if (!order) throw new ServiceError('order-missing')
  await checkWatchedOrder(parts, order)
  return toOwnOrder((await readOwnOrder(parts.database, userId, id)) ?? order)
}

const toOwnOrder = (order: OrderRow): OwnOrder => ({
  id: order.id,
  packName: order.packName,
  credits: order.credits,
  currency: order.currency as OwnOrder['currency'],
  minor: order.amountMinor,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  returnTo: order.returnTo,
})
