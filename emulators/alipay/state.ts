// What the emulated Alipay knows, and what a buyer does to it.
import { randomInt } from 'node:crypto'
import type { VirtualClock } from '../topaz/virtual-clock.ts'
import type { BillLink } from './bills.ts'
import type { KeyPair } from './rsa2.ts'
import { type PayLink, refundedFen, type Trade, wallClock, yuanText } from './trades.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * What happens to the next call of this method: not done, done and the answer lost, a 500, an answer not properly signed, one that names a
 * certificate (of the key that everybody holds, or of another one), or the buyer was faster.
 */
export interface GatewayFault {
  readonly method: string
  readonly action:
    | 'stale-link'
    | 'drop-before'
    | 'drop-after'
    | 'error-500'
    | 'bad-sign'
    | 'no-sign'
    | 'known-certificate'
    | 'new-certificate'
    | 'paid-meanwhile'
    | 'refuse'
  /** Code of `refuse`, without `ACQ.`: not done, for this reason. */
  readonly code?: string
}

export interface AlipayState {
  readonly appId: string
  readonly sellerId: string
  readonly merchant: KeyPair
  readonly alipay: KeyPair
  readonly clock: VirtualClock
  /** By out_trade_no: what was opened in the cashier, and what became a trade. */
  readonly links: Map<string, PayLink>
  readonly trades: Map<string, Trade>
  readonly webhooks: Webhooks
  readonly faults: GatewayFault[]
  /** Links of bills that were handed out, by their token. */
  readonly bills: Map<string, BillLink>
  /** What the vendor changes of the table of trades. */
  readonly billEdit: { now?: ((table: string) => string) | undefined }
  /** Where it answers. */
  address(): string
  readonly calls: string[]
  notify(trade: Trade, more?: Readonly<Record<string, string>>): void
}

/** Opens the trade as a buyer's scan does; a second time it is the same one. */
export function openTrade(state: AlipayState, outTradeNo: string): Trade {
  const known = state.trades.get(outTradeNo)
  if (known) return known
  const link = state.links.get(outTradeNo)
  if (!link) throw new Error(`nobody opened the cashier for ${outTradeNo}`)
  const tradeNo = `20261123220014${randomInt(1e9).toString().padStart(14, '0')}`
  const trade: Trade = {
    link,
    tradeNo,
    status: 'WAIT_BUYER_PAY',
    paidFen: link.totalFen,
    refunds: new Map(),
    refundedAtMs: new Map(),
  }
  state.trades.set(outTradeNo, trade)
  return trade
}

export function payTrade(state: AlipayState, outTradeNo: string, paidFen?: number): Trade {
  const trade = openTrade(state, outTradeNo)
  const nowMs = state.clock.now() * 1000
  if (trade.status !== 'WAIT_BUYER_PAY') throw new Error(`the trade is ${trade.status}`)
  if (nowMs > trade.link.expiresAtMs) throw new Error('the link has expired')
  if (paidFen !== undefined) trade.paidFen = paidFen
  trade.status = 'TRADE_SUCCESS'
  trade.paidAtMs = nowMs
  state.notify(trade)
  return trade
}

/** Fields of §1.6, empty and unknown ones among them: a verifier that knows a fixed list fails here. */
export function webhookOf(
  state: AlipayState,
  trade: Trade,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const now = wallClock(state.clock.now() * 1000)
  return {
    notify_time: now,
    notify_type: 'trade_status_sync',
    notify_id: `${Date.now()}${randomInt(1e12)}`,
    app_id: state.appId,
    auth_app_id: state.appId,
    charset: 'utf-8',
    version: '1.0',
    trade_no: trade.tradeNo,
    out_trade_no: trade.link.outTradeNo,
    buyer_id: '2088000000009999',
    buyer_logon_id: 'emu***@example.com',
    seller_id: state.sellerId,
    trade_status: trade.status,
    total_amount: yuanText(trade.paidFen),
    receipt_amount: yuanText(trade.paidFen),
    subject: trade.link.subject,
    body: '',
    a_field_of_tomorrow: 'a+b %2B & 中文',
    gmt_create: now,
    ...(trade.paidAtMs !== undefined && { gmt_payment: wallClock(trade.paidAtMs) }),
    ...(trade.refunds.size > 0 && { refund_fee: yuanText(refundedFen(trade)) }),
    ...more,
  }
}
