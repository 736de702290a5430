// Trades as Alipay keeps them (payment contracts §1.3 to §1.5), with the money that really moved.

export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED'

/** What a merchant's link asks for; no trade exists before the buyer acts. */
export interface PayLink {
  readonly outTradeNo: string
  readonly totalFen: number
  readonly subject: string
  readonly expiresAtMs: number
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly kind: 'page' | 'wap'
}

export interface Trade {
  readonly link: PayLink
  readonly tradeNo: string
  status: TradeStatus
  paidFen: number
  paidAtMs?: number
  /** By out_request_no. */
  readonly refunds: Map<string, number>
  readonly refundedAtMs: Map<string, number>
}

export const refundedFen = (trade: Trade): number => [...trade.refunds.values()].reduce((sum, fen) => sum + fen, 0)

export const yuanText = (fen: number): string => `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Undefined for what the gateway refuses: more than two places, signs, exponents, nothing. */
export function fenOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,8})\.\d{2}$/.test(text)) return undefined
  const fen = Number(text.replace('.', ''))
  return fen >= 1 ? fen : undefined
}

/** `2026-11-23 23:04:05` of GMT+8, and back. */
export const wallClock = (ms: number): string =>
  new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
export function fromWallClock(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const ms = Date.parse(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(ms) ? undefined : ms
}
