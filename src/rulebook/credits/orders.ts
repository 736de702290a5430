// An order for a credit pack and what may become of it (document 2 §2 purchase, §7 reseller payment; decision 0080).

export const ORDER_STATES = ['pending', 'paid', 'failed', 'closed', 'refunded', 'disputed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/**
 * What is proven by the provider wins over what we believed: money for an order that was given up still buys its credits, and nothing
 * makes a paid order unpaid. `disputed` waits for a person: another amount than the price, an account that is gone, a charge taken back.
 */
const MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'failed', 'closed', 'disputed'],
  failed: ['paid', 'closed', 'disputed'],
  closed: ['paid', 'disputed'],
  paid: ['refunded', 'disputed'],
  disputed: ['paid', 'refunded'],
  refunded: [],
}
export const mayMoveOrder = (from: OrderState, to: OrderState): boolean => MOVES[from].includes(to)

/** States in which the provider is still asked, and the buyer still waits. */
export const isOpenOrder = (state: OrderState): boolean => state === 'pending'

export const PAYMENT_PROVIDERS = ['alipay', 'wechatpay', 'paddle'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

export const CURRENCIES = ['CNY', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]
/** What each takes. */
export const CURRENCY_OF: Readonly<Record<PaymentProviderName, Currency>> = {
  alipay: 'CNY',
  wechatpay: 'CNY',
  paddle: 'USD',
}

/** Whole cents or fen: sums of money are never fractions. */
export interface Money {
  readonly currency: Currency
  readonly minor: number
}
/** What came, whatever was asked for. */
export interface ReceivedMoney {
  /** ISO 4217. */
  readonly currency: string
  readonly minor: number
}
const SIGNS: Readonly<Record<Currency, string>> = { CNY: '¥', USD: '$' }
/** `¥28.00`; what went back is `−¥28.00`. */
export const moneyText = ({ currency, minor }: Money): string =>
  (minor < 0 ? '−' : '') + SIGNS[currency] + majorText(Math.abs(minor))
/** The same of money that we never ask for: `EUR 4.50`, `JPY 600`. */
export function receivedText({ currency, minor }: ReceivedMoney): string {
  const known = CURRENCIES.find((one) => one === currency)
  if (known) return moneyText({ currency: known, minor })
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0
  return `${currency} ${(minor / 10 ** digits).toFixed(digits)}`
}
/** `28.00`, by digits: no fraction is ever computed. */
export function majorText(minor: number): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/**
 * Its reverse: `20`, `20.0` and `20.00` are equal; signs, exponents, third places, needless zeros and more than nine digits before the point are no
 * amount.
 */
export function minorOf(major: string): number | undefined {
  const [, whole, part = ''] = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/.exec(major) ?? []
  return whole === undefined ? undefined : Number(whole + part.padEnd(2, '0'))
}

/** How long a checkout can be paid; also sent to the provider. */
export const CHECKOUT_MINUTES = 30
/** After that the provider has this long to report a last-second payment; then the order is closed. */
export const CLOSE_MARGIN_MINUTES = 5
/** Days back to which the audit goes: orders that a provider is asked for once more. The night may fail twice. */
export const COMPARED_DAYS = 3
/** Orders that one person may leave open at a time. */
export const OPEN_ORDERS_MAX = 10
/** Between two questions to the provider about one order: at first, and at most. */
export const ORDER_CHECK_SECONDS = { first: 30, longest: 300, whileWatched: 4 } as const

export const ORDER_ERRORS = {
  'payment-off': '在线支付尚未开通',
  'pack-no-price': '这个积分包暂不支持这种付款方式，请选择其他积分包',
  'order-missing': '没有找到这个订单',
  'order-over': '这个订单已不能付款，请重新购买',
  'order-paid': '这个订单已经付款，请刷新查看',
  'checkout-failed': '暂时无法付款，请稍后再试。如果已经付款，积分会在确认后自动到账。',
  'too-many-orders': '未付款的订单较多，请先完成付款，或等它们自动关闭',
} as const
