// Payment put together: its calls, its routes, its job.

import { keepAnswer } from '#platform/keep-answer.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import { CURRENCY_OF } from '#rulebook/credits/orders.ts'
import type { OwnOrder, PackOffers } from '../../contract.ts'
import { createDisputeDesk } from '../dispute/dispute-desk.ts'
import { askInvoice, type InvoiceQuestion, withdrawInvoice } from '../invoice/ask-invoice.ts'
import { createInvoiceDesk } from '../invoice/invoice-desk.ts'
import { readInvoiceFile } from '../invoice/read-invoices.ts'
import { priceIn, readPacks, toOffered } from '../pack/pack.store.ts'
import { askRefund, type RefundQuestion, withdrawRefund } from '../refund/ask-refund.ts'
import { readOwnOrders, readOwnOrderView } from '../refund/own-orders.ts'
import { payBackDueRefunds } from '../refund/pay-back.ts'
import { createRefundDesk } from '../refund/refund-desk.ts'
import { emailPurchaseOpen } from '../waitlist/email-purchase-open.ts'
import { createAlipay } from './alipay/alipay-provider.ts'
import { checkDueOrders, checkWatchedOrder, ORDER_CHECK_CRON, ORDER_CHECK_QUEUE } from './check-orders.job.ts'
import { compareAndSettle, comparePayments } from './compare-orders.ts'
import { createOrder, type OrderRequest } from './create-order.ts'
import { type Buyer, reopenCheckout } from './open-checkout.ts'
import { readOwnOrder } from './order.store.ts'
import { createOrderReferences, type OrderReferences } from './order-references.ts'
import { createPaddle } from './paddle/paddle-provider.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createWebhookRoutes, webhookPath } from './webhook-routes.ts'
import { createPayerRoute } from './wechatpay/payer-route.ts'
import { createWechatPayer, type WechatPayer } from './wechatpay/wechat-payer.ts'
import { createWechatpay } from './wechatpay/wechatpay-provider.ts'

/** A dashboard that stays open asks every few minutes. */
const ACCOUNTS_KEPT_FOR = { answerMs: 5 * 60_000, failureMs: 30_000 }

export function createPayment(given: Omit<PaymentParts, 'providers'>) {
  const references = createOrderReferences(given.database.orm, 'paddle')
  const parts: PaymentParts = { ...given, providers: configuredProviders({ ...given, references }) }
  const payer = wechatPayerOf(given)
  const checkDue = async () => {
    await checkDueOrders(parts)
    await payBackDueRefunds(parts)
    await emailPurchaseOpen(parts)
  }
  return {
    routes: routesOf(parts, payer),
    offers: async () => ({ ...(await readOffers(parts)), isInWechat: payer !== undefined }),
    order: (request: OrderRequest) => createOrder(parts, request),
    checkout: (asked: Buyer & { userId: string; id: string }) => reopenCheckout(parts, asked),
    orders: (userId: string) => readOwnOrders(parts, userId),
    read: (userId: string, id: string) => readOrder(parts, userId, id),
    askRefund: async (question: Parameters<typeof askRefund>[1]) => {
      await askRefund(parts, question)
      return viewOf(parts, question)
    },
    withdrawRefund: async (question: RefundQuestion) => {
      await withdrawRefund(parts, question)
      return viewOf(parts, question)
    },
    askInvoice: async (question: Parameters<typeof askInvoice>[1]) => {
      await askInvoice(parts, question)
      return viewOf(parts, question)
    },
    withdrawInvoice: async (question: InvoiceQuestion) => {
      await withdrawInvoice(parts, question)
      return viewOf(parts, question)
    },
    invoiceFile: async ({ userId, orderId }: InvoiceQuestion) => {
      const file = await readInvoiceFile(parts.database, userId, orderId)
      if (!file) throw new ServiceError('invoice-missing')
      return file
    },
    invoices: createInvoiceDesk(parts),
    refunds: createRefundDesk(parts),
    disputes: createDisputeDesk(parts),
    /** Whether every provider knows us; absent where nothing is sold. */
    check: parts.providers.size > 0 ? keepAnswer(() => proveAccounts(parts), ACCOUNTS_KEPT_FOR) : undefined,
    checkDueOrders: checkDue,
    comparePayments: () => comparePayments(parts),
    compareAndSettle: () => compareAndSettle(parts),
    /** Orders stay open when their provider is switched off, and are asked for again when it is back; so do refunds. */
    startWorker: (queue: Queue, timeZone: string) =>
      queue.schedule(ORDER_CHECK_QUEUE, ORDER_CHECK_CRON, timeZone, checkDue),
  }
}

export function configuredProviders({
  settings,
  clock,
  references,
}: Pick<PaymentParts, 'settings' | 'clock'> & { readonly references: OrderReferences }): PaymentParts['providers'] {
  const { alipay, wechatpay, paddle } = settings.payment
  const payer = wechatPayerOf({ settings, clock })
  const webhookAddress = (name: PaymentProvider['name']) => settings.publicOrigin + webhookPath(name)
  const providers = [
    ...(alipay ? [createAlipay({ ...alipay, webhookAddress: webhookAddress('alipay'), clock })] : []),
    ...(wechatpay
      ? [createWechatpay({ ...wechatpay, webhookAddress: webhookAddress('wechatpay'), clock, payer })]
      : []),
    ...(paddle ? [createPaddle({ ...paddle, clock, references, ownOrigin: settings.publicOrigin })] : []),
  ]
  return new Map(providers.map((provider) => [provider.name, provider]))
}

async function proveAccounts({ providers }: Pick<PaymentParts, 'providers'>): Promise<void> {
  await Promise.all([...providers.values()].map((provider) => provider.proveAccount()))
}

function routesOf(parts: PaymentParts, payer: WechatPayer | undefined) {
  const routes = createWebhookRoutes(parts)
  if (payer) routes.route('/', createPayerRoute(parts, payer))
  return routes
}

/** JSAPI wants the openid of the official account that the merchant's number is bound to. */
function wechatPayerOf({ settings, clock }: Pick<PaymentParts, 'settings' | 'clock'>): WechatPayer | undefined {
  const { wechat, payment, secret, publicOrigin } = settings
  const app = wechat?.official
  if (!wechat || !app || app.appId !== payment.wechatpay?.appId) return undefined
  return createWechatPayer({ app, hosts: wechat, secret, publicOrigin, clock })
}

/** What differs from the documents: prices in what the providers take, and packs that were changed. */
async function readOffers({ database, settings, providers }: PaymentParts): Promise<Omit<PackOffers, 'isInWechat'>> {
  const packs = await readPacks(database.orm, settings.payment.pricesFen)
  const currencies = new Set([...providers.keys()].map((provider) => CURRENCY_OF[provider]))
  const prices = [...currencies].flatMap((currency) =>
    packs.flatMap((pack) => {
      const price = pack.isActive ? priceIn(pack, currency) : undefined
      return price ? [{ packId: pack.packId, ...price }] : []
    }),
  )
  const changed = packs.filter(({ version }) => version > 0).map(toOffered)
  // Who takes no money that any pack has a price in sells nothing.
  const selling = [...providers.keys()].filter((name) => prices.some(({ currency }) => currency === CURRENCY_OF[name]))
  return { providers: selling, prices, changed }
}

/** The true state: an open order is asked for at the provider first, where the webhook may have got lost. */
async function readOrder(parts: PaymentParts, userId: string, id: string): Promise<OwnOrder> {
  const order = await readOwnOrder(parts.database, userId, id)
  if (!order) throw new ServiceError('order-missing')
  await checkWatchedOrder(parts, order)
  return viewOf(parts, { userId, orderId: id })
}

async function viewOf(parts: PaymentParts, { userId, orderId }: RefundQuestion): Promise<OwnOrder> {
  const order = await readOwnOrderView(parts, userId, orderId)
  if (!order) throw new ServiceError('order-missing')
  return order
}
