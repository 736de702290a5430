// Money back for bought credits (decision 0084): who may ask and until when, what is left of a pack, and what that is worth.
import { lookUp } from '../look-up.ts'
import type { Problem } from '../problem.ts'
import { DAY_MS } from '../site/calendar.ts'
import type { OrderState } from './orders.ts'

/** After the payment, to the second. */
export const REFUND_WINDOW_DAYS = 7
export const REFUND_REASON_MAX_CHARACTERS = 200
/** For one order: who was refused may ask again, but not for ever. */
export const REFUND_ASKS_MAX = 3
/** Between two questions to the provider about one refund: at first, and at most. Alipay wants at least ten seconds. */
export const REFUND_CHECK_SECONDS = { first: 30, longest: 3600 } as const
/** Decided requests that the back office shows below the open ones. */
export const DECIDED_REFUNDS_SHOWN = 20

/**
 * `granted`: the credits are taken back and the provider is asked, until it proves the money (`refunded`) or refuses for good (`failed`, and
 * the credits are there again).
 */
export const REFUND_STATES = ['requested', 'withdrawn', 'refused', 'granted', 'refunded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

const MOVES: Readonly<Record<RefundState, readonly RefundState[]>> = {
  requested: ['withdrawn', 'refused', 'granted'],
  granted: ['refunded', 'failed'],
  withdrawn: [],
  refused: [],
  refunded: [],
  failed: [],
}
export const mayMoveRefund = (from: RefundState, to: RefundState): boolean => MOVES[from].includes(to)

/** An order has at most one of these. */
export const STANDING_REFUND_STATES = ['requested', 'granted', 'refunded'] as const satisfies readonly RefundState[]
export const isStandingRefund = (state: RefundState): boolean =>
  STANDING_REFUND_STATES.some((standing) => standing === state)

/** The paid price's part of the unused credits, by whole numbers, rounded up by less than one minor unit. Untouched: all of it that did not go back before. */
export function refundMinor(
  { credits, amountMinor }: { readonly credits: number; readonly amountMinor: number },
  unusedCredits: number,
  wentBackMinor = 0,
): number {
  const product = amountMinor * unusedCredits
  const rest = product % credits
  return Math.min((product - rest) / credits + (rest > 0 ? 1 : 0), amountMinor - wentBackMinor)
}

export const refundUntil = (paidAt: Date): Date => new Date(paidAt.getTime() + REFUND_WINDOW_DAYS * DAY_MS)

interface PaidOrder {
  readonly status: OrderState
  readonly paidAt: Date | null
}

/** What stands against asking now; the unused credits are looked at besides. */
export function refundProblem({ status, paidAt }: PaidOrder, now: Date): Problem<RefundErrorCode> | undefined {
  if (status !== 'paid' || !paidAt) return { code: 'refund-not-possible' }
  return now > refundUntil(paidAt) ? { code: 'refund-too-late' } : undefined
}

export const REFUND_ERRORS = {
  'refund-not-possible': '这个订单不能申请退款',
  'refund-too-late': `已超过付款后 ${REFUND_WINDOW_DAYS} 天，不能再申请退款`,
  'refund-nothing-left': '这个积分包的积分已全部使用，没有可退的款项',
  'refund-asked-before': '这个订单已有退款申请',
  'refund-too-many': '这个订单的退款申请次数已满，请联系客服',
  'refund-missing': '没有找到这个退款申请',
  'refund-decided': '这个退款申请已经处理或撤回，请刷新查看',
  'refund-stale': '可退的积分刚刚发生变化，请核对新的金额后再同意',
} as const
export type RefundErrorCode = keyof typeof REFUND_ERRORS

const STATE_LABELS: Readonly<Record<RefundState, string>> = {
  requested: '已申请退款',
  withdrawn: '已撤回',
  refused: '未通过',
  granted: '退款处理中',
  refunded: '已退款',
  failed: '退款未成功',
}
export const refundStateLabel = (state: string): string => lookUp(STATE_LABELS, state) ?? state
