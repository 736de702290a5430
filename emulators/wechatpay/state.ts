// What the emulated WeChat Pay knows, and what a buyer does to it.
import { type KeyObject, randomInt } from 'node:crypto'
import type { VirtualClock } from '../topaz/virtual-clock.ts'
import type { PlatformCertificate } from './platform-certificate.ts'
import type { KeyPair } from './v3-crypto.ts'
import type { Webhooks } from './webhooks.ts'
import type { WechatApp } from './wechat-app.ts'

export type Product = 'native' | 'h5' | 'jsapi'
const TRADE_TYPES: Readonly<Record<Product, string>> = { native: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' }

/** What a merchant asked for. Another word about the same number is refused. */
export interface Wish {
  readonly product: Product
  readonly outTradeNo: string
  readonly description: string
  readonly totalFen: number
  readonly expiresAtMs: number
  readonly notifyUrl: string
  /** The buyer's, in JSAPI. */
  readonly openid?: string
}

export interface Order {
  readonly wish: Wish
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  /** Links that were handed out, each a fresh one. */
  readonly links: string[]
  totalFen: number
  transactionId?: string
  paidAtMs?: number
}

export interface RefundEntry {
  readonly refundNo: string
  readonly refundId: string
  readonly outTradeNo: string
  readonly refundFen: number
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL'
  /** For the bill; absent: when the order was paid. */
  atMs?: number
}

/**
 * What happens to the next call of this name. `bad-sign`, `signtest`, `stale`, `no-sign` and `wrong-serial` tamper with the answer of a call that was done;
 * `paid-meanwhile`: the buyer was faster.
 */
export interface CallFault {
  readonly call: 'native' | 'h5' | 'jsapi' | 'query' | 'close' | 'certificates' | 'refund' | 'refund-query' | 'bill'
  readonly action:
    | 'drop-before'
    | 'drop-after'
    | 'error-500'
    | 'error-429'
    | 'redirect'
    | 'bad-sign'
    | 'signtest'
    | 'stale'
    | 'no-sign'
    | 'wrong-serial'
    | 'other-order'
    | 'paid-meanwhile'
}

export interface WechatpayState {
  readonly appId: string
  readonly merchantId: string
  readonly merchant: KeyPair & { readonly serial: string }
  readonly apiV3Key: string
  readonly publicKey: KeyPair & { readonly id: string }
  /** Newest last. */
  readonly certificates: PlatformCertificate[]
  readonly clock: VirtualClock
  readonly app: WechatApp
  readonly orders: Map<string, Order>
  /** By the merchant's number. Each ends when a test says how. */
  readonly refunds: Map<string, RefundEntry>
  /** The merchant's float has no money for refunds. */
  readonly float: { isEmpty: boolean }
  readonly webhooks: Webhooks
  /** Days whose bill is not ready yet. */
  readonly billsInTheMaking: Set<string>
  /** Faults of the next files of bills: bytes that were bent or cut on the way. */
  readonly billFaults: ('bent' | 'cut')[]
  /** What the vendor changes of the table. */
  readonly billEdit: { now?: ((table: string) => string) | undefined }
  readonly faults: CallFault[]
  readonly calls: string[]
  /** Where it answers. */
  origin(): string
  /** Who signs an answer: what the request asked for by its serial, else the newest certificate. */
  signer(wanted: string | undefined): { readonly serial: string; readonly key: KeyObject }
}

export function payOrder(state: WechatpayState, outTradeNo: string, totalFen?: number): Order {
  const order = state.orders.get(outTradeNo)
  if (!order) throw new Error(`nobody made the order ${outTradeNo}`)
  const nowMs = state.clock.now() * 1000
  if (order.state !== 'NOTPAY') throw new Error(`the order is ${order.state}`)
  if (nowMs > order.wish.expiresAtMs) throw new Error('the time to pay is over')
  if (totalFen !== undefined) order.totalFen = totalFen
  order.state = 'SUCCESS'
  order.transactionId = `42000${randomInt(1e12).toString().padStart(23, '0')}`
  order.paidAtMs = nowMs
  state.webhooks.add(order.wish.notifyUrl, transactionOf(state, order))
  return order
}

/** The body of a query, and what a webhook seals (§2.5): the buyer paid less than the price with a coupon. */
export function transactionOf(
  { appId, merchantId }: Pick<WechatpayState, 'appId' | 'merchantId'>,
  { wish, state, transactionId, paidAtMs, totalFen }: Order,
): Record<string, unknown> {
  const always = { appid: appId, mchid: merchantId, out_trade_no: wish.outTradeNo, trade_state: state, attach: '' }
  if (paidAtMs === undefined) return { ...always, amount: { total: totalFen, currency: 'CNY' } }
  return {
    ...always,
    transaction_id: transactionId,
    trade_type: TRADE_TYPES[wish.product],
    trade_state_desc: '支付成功',
    bank_type: 'OTHERS',
    success_time: beijingTime(paidAtMs),
    payer: { openid: 'oEMULATED-openid-of-the-buyer' },
    amount: { total: totalFen, payer_total: Math.max(1, totalFen - 100), currency: 'CNY', payer_currency: 'CNY' },
    promotion_detail: [],
    a_field_of_tomorrow: 'a+b %2B & 中文 🙂',
  }
}

/** `2026-11-23T23:04:05+08:00`. */
export const beijingTime = (ms: number): string => `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
