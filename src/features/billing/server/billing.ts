// Billing, server side: a person's own figures and bills (document 2 §2 "/profile/billing"; P-03, P-04), and the purchase of packs.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import type { Settings } from '#platform/server/settings.ts'
import { inAppBrowserOf } from '#rulebook/site/in-app-browsers.ts'
import { billingContract, type OwnBill } from '../contract.ts'
import { redeemCoupon } from './coupon/redeem-coupon.ts'
import { readOwnLedgerPage } from './ledger/read-ledger.ts'
import type { Buyer } from './payment/open-checkout.ts'
import { createPayment } from './payment/payment.ts'
import { PAYMENTS_PATH } from './payment/webhook-routes.ts'
import { type BillRow, readBillsOfOrders } from './read-bills.ts'
import { readUsage } from './read-usage.ts'
import { joinWaitlist, leaveWaitlist, readWaitlistEntry } from './waitlist/waitlist.ts'

export interface BillingParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly mailer: Mailer
  readonly settings: Pick<Settings, 'timeZone' | 'publicOrigin' | 'payment' | 'productName' | 'secret' | 'wechat'>
}

export type Billing = ReturnType<typeof createBilling>

export function createBilling(parts: BillingParts) {
  const { database, settings } = parts
  const calls = implementContract(billingContract)
  const payment = createPayment(parts)
  return {
    router: calls.router({
      usage: calls.usage.handler(({ context }) => readUsage(database, context.userId, settings.timeZone)),
      bills: calls.bills.handler(async ({ context }) =>
        (await readBillsOfOrders(database, context.userId)).map(toBill),
      ),
      ledger: calls.ledger.handler(({ context, input }) => readOwnLedgerPage(database, context.userId, input.page)),
      purchaseWish: {
        read: calls.purchaseWish.read.handler(({ context }) => readWaitlistEntry(parts, context.userId)),
        ask: calls.purchaseWish.ask.handler(({ context }) => joinWaitlist(parts, context.userId)),
        withdraw: calls.purchaseWish.withdraw.handler(({ context }) => leaveWaitlist(parts, context.userId)),
      },
      offers: calls.offers.handler(() => payment.offers()),
      buy: calls.buy.handler(({ input, context }) =>
        payment.order({ userId: context.userId, ...input, ...buyerOf(context) }),
      ),
      checkout: calls.checkout.handler(({ input, context }) =>
        payment.checkout({ userId: context.userId, ...input, ...buyerOf(context) }),
      ),
      order: calls.order.handler(({ input, context }) => payment.read(context.userId, input.id)),
      orders: calls.orders.handler(({ context }) => payment.orders(context.userId)),
      askRefund: calls.askRefund.handler(({ input, context: { userId } }) =>
        payment.askRefund({ userId, orderId: input.id, reason: input.reason }),
      ),
      askInvoice: calls.askInvoice.handler(({ input, context: { userId } }) =>
        payment.askInvoice({ userId, orderId: input.id, details: input.wish }),
      ),
      redeemCoupon: calls.redeemCoupon.handler(({ input, context: { userId } }) =>
        redeemCoupon(parts, { userId, code: input.code }),
      ),
      withdrawInvoice: calls.withdrawInvoice.handler(({ input, context: { userId } }) =>
        payment.withdrawInvoice({ userId, orderId: input.id }),
      ),
      invoiceFile: calls.invoiceFile.handler(({ input, context: { userId } }) =>
        payment.invoiceFile({ userId, orderId: input.id }),
      ),
      withdrawRefund: calls.withdrawRefund.handler(({ input, context: { userId } }) =>
        payment.withdrawRefund({ userId, orderId: input.id }),
      ),
    }),
    refunds: payment.refunds,
    invoices: payment.invoices,
    disputes: payment.disputes,
    routes: payment.routes,
    ownBodyLimits: [PAYMENTS_PATH],
    /** Filled into finished pages. */
    readOffers: payment.offers,
    checkAccounts: payment.check,
    checkDueOrders: payment.checkDueOrders,
    comparePayments: payment.comparePayments,
    compareAndSettle: payment.compareAndSettle,
    startWorker: (queue: Queue) => payment.startWorker(queue, settings.timeZone),
  }
}

const buyerOf = ({ userAgent, clientAddress }: Pick<RequestContext, 'userAgent' | 'clientAddress'>): Buyer => ({
  isPhone: /Mobile|Android|iPhone/i.test(userAgent ?? ''),
  isInWechat: inAppBrowserOf(userAgent ?? '')?.key === 'wechat',
  clientAddress,
})

export const toBill = ({
  id,
  description,
  amount,
  currency,
  createdAt,
  status,
  orderId,
}: BillRow & Pick<OwnBill, 'orderId'>): OwnBill => ({
  id,
  description,
  amount: Number(amount),
  currency: currency as OwnBill['currency'],
  date: createdAt.toISOString(),
  status,
  orderId,
})
