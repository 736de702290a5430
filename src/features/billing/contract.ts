// What /profile/billing asks beyond the profile's balance (document 2 §2, §3, §4; P-03, P-04).
import { z } from 'zod'
import { publicProcedure, signedInProcedure } from '#platform/procedures.ts'
import { CURRENCIES, ORDER_STATES, PAYMENT_PROVIDERS } from '#rulebook/credits/orders.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import { REFUND_REASON_MAX_CHARACTERS, REFUND_STATES } from '#rulebook/credits/refunds.ts'
import { invoiceDetails, invoiceFile, ownInvoice } from './invoice-contract.ts'
import { ownLedger } from './ledger-contract.ts'
import { waitlistContract } from './waitlist-contract.ts'

export const bill = z.object({
  id: z.uuid(),
  description: z.string(),
  /** In whole units of its currency. */
  amount: z.number(),
  currency: z.enum(CURRENCIES),
  date: z.iso.datetime(),
  status: z.string(),
  /** Id of the order that it belongs to. */
  orderId: z.uuid().nullable(),
})
export type OwnBill = z.infer<typeof bill>

/** Completed runs: of this month in the configured zone, and of a lifetime. */
export const ownUsage = z.object({ monthlyRuns: z.int(), totalRuns: z.int() })

const packId = z.enum(CREDIT_PACKS.map(({ id }) => id))
const provider = z.enum(PAYMENT_PROVIDERS)
/** Fen or cents. */
const money = { currency: z.enum(CURRENCIES), minor: z.int() }

/** How packs are bought; empty while no provider is configured, and then nothing is sold. */
export const packOffers = z.object({
  providers: z.array(provider),
  /** Whether WeChat Pay also takes payments inside WeChat. */
  isInWechat: z.boolean(),
  prices: z.array(z.object({ packId, ...money })),
  /** Packs that differ from what the documents state (decision 0150). */
  changed: z.array(
    z.object({
      packId,
      version: z.int(),
      credits: z.int(),
      bonus: z.int(),
      usdCents: z.int(),
      isActive: z.boolean(),
    }),
  ),
})
export type PackOffers = z.infer<typeof packOffers>

export const ownOrder = z.object({
  id: z.uuid(),
  packName: z.string(),
  credits: z.int(),
  ...money,
  status: z.enum(ORDER_STATES),
  createdAt: z.iso.datetime(),
  /** The page from which it was bought. */
  returnTo: z.string().nullable(),
  /** The newest request for its money; `credits` and `minor` are what was taken back for how much. */
  refund: z
    .object({
      state: z.enum(REFUND_STATES),
      decision: z.string().nullable(),
      credits: z.int().nullable(),
      minor: z.int().nullable(),
      askedAt: z.iso.datetime(),
    })
    .nullable(),
  /** What could be asked back now, and until when; null: nothing. */
  refundable: z.object({ credits: z.int(), minor: z.int(), until: z.iso.datetime() }).nullable(),
  paidAt: z.iso.datetime().nullable(),
  provider,
  /** The newest request for its 发票. */
  invoice: ownInvoice.nullable(),
  /** What a 发票 could be asked for now; null: none can. */
  invoiceableMinor: z.int().nullable(),
})
export type OwnOrder = z.infer<typeof ownOrder>

/** What the browser inside WeChat opens a payment with. */
const wechatInvocation = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal('RSA'),
  paySign: z.string(),
})
export type WechatInvocation = z.infer<typeof wechatInvocation>

/** Where an open order is paid: a page of the provider, or a code that a phone scans from our page. */
export const checkout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), address: z.url(), secondsLeft: z.int() }),
  z.object({ kind: z.literal('qr'), code: z.string(), secondsLeft: z.int() }),
  z.object({ kind: z.literal('jsapi'), invocation: wechatInvocation, secondsLeft: z.int() }),
])
export type OwnCheckout = z.infer<typeof checkout>
const ofOrder = z.object({ id: z.uuid() })

export const billingContract = {
  usage: signedInProcedure.route({ method: 'GET', path: '/billing/usage' }).output(ownUsage),
  /** Newest first. */
  bills: signedInProcedure.route({ method: 'GET', path: '/billing/bills' }).output(z.array(bill)),
  ledger: ownLedger,
  /** The waitlist, by the name that pages loaded before a release call. */
  purchaseWish: waitlistContract,
  offers: publicProcedure.route({ method: 'GET', path: '/billing/offers' }).output(packOffers),
  /**
   * Makes an order at the server's price and answers to where the browser goes; `checkout` is absent where the order's page must ask again. `version` is
   * the one of the pack that was seen, `minor` its price: another one is refused with `pack-changed`.
   */
  buy: signedInProcedure
    .route({ method: 'POST', path: '/billing/orders' })
    .input(
      z.strictObject({
        packId,
        provider,
        version: z.int().optional(),
        minor: z.int().optional(),
        returnTo: z.string().max(300).optional(),
      }),
    )
    .output(z.object({ id: z.uuid(), address: z.url(), checkout: checkout.optional() })),
  /** How an open order is paid, asked for again. */
  checkout: signedInProcedure
    .route({ method: 'POST', path: '/billing/orders/{id}/checkout' })
    .input(z.object({ id: z.uuid() }))
    .output(checkout),
  /** The true state: an open order is asked for at the provider first. */
  order: signedInProcedure.route({ method: 'GET', path: '/billing/orders/{id}' }).input(ofOrder).output(ownOrder),
  /** Newest first. */
  orders: signedInProcedure.route({ method: 'GET', path: '/billing/orders' }).output(z.array(ownOrder)),
  /** Asks for the money of the unused credits. Throws `order-missing` and the codes of REFUND_ERRORS. */
  askRefund: signedInProcedure
    .route({ method: 'POST', path: '/billing/orders/{id}/refund' })
    .input(
      ofOrder.extend({
        reason: z
          .string()
          .max(REFUND_REASON_MAX_CHARACTERS)
          .regex(/^[^\0]*$/),
      }),
    )
    .output(ownOrder),
  /** Asks for a 发票; `wish` is an old name that loaded pages send. Throws `order-missing`, the codes of INVOICE_ERRORS and of addresses. */
  askInvoice: signedInProcedure
    .route({ method: 'POST', path: '/billing/orders/{id}/invoice' })
    .input(ofOrder.extend({ wish: invoiceDetails }))
    .output(ownOrder),
  /** Credits that came. Throws the codes of COUPON_ERRORS. */
  redeemCoupon: signedInProcedure
    .route({ method: 'POST', path: '/billing/coupons' })
    .input(z.strictObject({ code: z.string().max(100) }))
    .output(z.object({ credits: z.int() })),
  /** Until it is written. */
  withdrawInvoice: signedInProcedure
    .route({ method: 'DELETE', path: '/billing/orders/{id}/invoice' })
    .input(ofOrder)
    .output(ownOrder),
  /** Throws `invoice-missing`. */
  invoiceFile: signedInProcedure
    .route({ method: 'GET', path: '/billing/orders/{id}/invoice/file' })
    .input(ofOrder)
    .output(invoiceFile),
  /** Until it is decided. */
  withdrawRefund: signedInProcedure
    .route({ method: 'DELETE', path: '/billing/orders/{id}/refund' })
    .input(ofOrder)
    .output(ownOrder),
}
