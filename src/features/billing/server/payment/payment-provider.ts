// The port of payment (document 2 §7; decision 0080). An adapter talks to one provider and proves what it says; what follows from it for
// orders and credits is decided beside it, once. Without a configured provider there is none, and nothing is sold.
import type { Money, PaymentProviderName, ReceivedMoney } from '#rulebook/credits/orders.ts'

export interface Checkout {
  readonly orderNumber: string
  readonly title: string
  readonly amount: Money
  readonly expiresAt: Date
  /** Our page that shows what became of it. */
  readonly returnAddress: string
  readonly isPhone: boolean
  /** In the browser inside WeChat. */
  readonly isInWechat: boolean
  /** Who pays, once a provider that must know it does. */
  readonly payer: string | undefined
  /** Network address of the buyer's browser. */
  readonly clientAddress: string
}

/** What the browser inside WeChat is asked to open a payment with. */
export interface WechatInvocation {
  readonly appId: string
  readonly timeStamp: string
  readonly nonceStr: string
  readonly package: string
  readonly signType: 'RSA'
  readonly paySign: string
}

/** Where the buyer pays: a page of the provider, a code that our page shows and a phone scans, or a payment that opens above our page. */
export type CheckoutWay =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'qr'; readonly code: string }
  | { readonly kind: 'jsapi'; readonly invocation: WechatInvocation }

interface MovedMoney<State extends string> {
  readonly state: State
  readonly transactionId: string
  readonly amount: ReceivedMoney
}

/** What the provider says of one order, proven by its signature. */
export type ProvenOutcome =
  | MovedMoney<'paid' | 'refunded'>
  /** Paid, and some refund was asked for: nothing says how much went back, or whether anything did. */
  | MovedMoney<'refund-asked'>
  /** Known there and not paid yet. */
  | { readonly state: 'waiting' }
  /** Nobody has opened the checkout: it can still be paid until it expires. */
  | { readonly state: 'unknown-there' }
  | { readonly state: 'closed' }

/** Somebody sent money back at the provider's console, all of it or a part. */
export type SentBack = MovedMoney<'sent-back'>

/** Only a webhook reports the last two; `reinstated`: a chargeback was reversed. */
export type WebhookOutcome = ProvenOutcome | MovedMoney<'reinstated'> | SentBack

export interface VerifiedWebhook {
  readonly eventId: string
  readonly orderNumber: string
  readonly outcome: WebhookOutcome
  /** What is kept of it: nothing about the buyer. */
  readonly facts: Readonly<Record<string, string>>
}

/** A payment, one of our refunds that should be queried now, or undefined for an event that does not concern us. */
export type WebhookEvent = VerifiedWebhook | { readonly refundNumber: string } | undefined

export interface RawWebhook {
  /** As it came, before any parser. */
  readonly body: Uint8Array
  readonly headers: Headers
}

/** Money of one payment back, in whole or in part. The same number pays back once, however often it is asked. */
export interface Refund {
  readonly orderNumber: string
  readonly refundNumber: string
  readonly amount: Money
  /** What was paid. */
  readonly total: Money
  /** The provider shows it to the buyer. */
  readonly reason: string
}

/** A line of a provider's bill of a day. */
export interface BillRow {
  readonly kind: 'payment' | 'refund'
  /** Ours, as the provider wrote it down. */
  readonly orderNumber: string
  /** Number of a refund. */
  readonly refundNumber: string
  readonly transactionId: string
  readonly minor: number
}

export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** Asks something that changes nothing: throws PaymentUnknown where keys, clock or line are not good. */
  proveAccount(): Promise<void>
  /** The same order may be asked for again while it can be paid. Throws PaymentUnknown. */
  createCheckout(checkout: Checkout): Promise<CheckoutWay>
  /** Throws WebhookRefused for what is forged or meant for somebody else. */
  verifyWebhook(webhook: RawWebhook): Promise<WebhookEvent>
  /** What the answer to a webhook must be; anything else makes the provider send it again. */
  readonly acknowledgement: string
  /** Throws PaymentUnknown when no proven answer came: then the order stays as it is. */
  queryOrder(orderNumber: string): Promise<ProvenOutcome>
  /** Makes an unpaid order unpayable. `paid` when it was too late; throws PaymentUnknown likewise. */
  close(orderNumber: string): Promise<'closed' | 'paid'>
  /** `pending`: accepted, not proven yet. Throws RefundRefused for what can never work, and PaymentUnknown likewise: then the same again. */
  refund(refund: Refund): Promise<'refunded' | 'pending'>
  /** `unknown-there`: nothing has gone back under this number, so `refund` may be asked again with it. */
  queryRefund(refund: Refund): Promise<'refunded' | 'pending' | 'unknown-there'>
  /** Payments and refunds of a day of GMT+8; undefined while there is no bill of it. Absent where a provider has none. Throws PaymentUnknown likewise. */
  readonly readBill?: (day: string) => Promise<readonly BillRow[] | undefined>
}

/** Bytes that prove nothing. The reason is for the log. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/** Nobody knows whether the call worked: ask again, with the same number. */
export class PaymentUnknown extends Error {
  override readonly name = 'PaymentUnknown'
}

/** A bill came whole, and is not of the form that we read. Asking again changes nothing: a person must look. The message says what is unknown. */
export class BillUnreadable extends Error {
  override readonly name = 'BillUnreadable'
}

/** Proven: nothing went back under this number, and nothing ever will. The message is the provider's code. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
}
