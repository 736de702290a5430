// Money that fits no open order (decision 0087): what is wrong with it, and what a person may decide.
import { lookUp } from '../look-up.ts'
import type { OrderState } from './orders.ts'

/**
 * `amount`: another sum or currency than the price. `account-gone`: its buyer's account has ended. `refunded-elsewhere`: the money went back without
 * us. `refund-asked`: it was paid before we knew, and a refund was asked for there, nobody knows of how much. `paid-twice`: a second payment of a paid order. `paid-after-refund`: money for an order that is refunded. `no-order`: no order has the number
 * in the provider's message.
 */
export const DISPUTE_PROBLEMS = [
  'amount',
  'account-gone',
  'refunded-elsewhere',
  'refund-asked',
  'paid-twice',
  'paid-after-refund',
  'no-order',
] as const
export type DisputeProblem = (typeof DISPUTE_PROBLEMS)[number]

/** Money beside its order, which stays as it is whatever is decided. */
export const isBesideOrder = (problem: DisputeProblem): boolean =>
  problem === 'paid-twice' || problem === 'paid-after-refund'

/**
 * `stands`: the payment counts, and its pack's credits are given where they were not; of `paid-after-refund`: we keep the money, and no more.
 * `returned`: the money is back with who paid it.
 */
export const DISPUTE_DECISIONS = ['stands', 'returned'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

/** As the log says it: what stands beside a refunded order is money that we keep. */
export type LoggedDecision = DisputeDecision | 'kept'
export const loggedDecision = (problem: DisputeProblem, decision: DisputeDecision): LoggedDecision =>
  problem === 'paid-after-refund' && decision === 'stands' ? 'kept' : decision

export interface Disputed {
  readonly problem: DisputeProblem
  /** Absent where no order waits: a second payment, or money without an order. */
  readonly order?: { readonly status: OrderState; readonly isPaid: boolean; readonly currency: string }
  /** Currency of the money in suspense; absent where none came. */
  readonly receivedCurrency?: string | undefined
  readonly hasAccount: boolean
}

/** Money in another currency than the price's is never counted as that price, and credits need an account. */
export function decisionsFor({ problem, order, receivedCurrency, hasAccount }: Disputed): readonly DisputeDecision[] {
  if (problem === 'paid-after-refund') return DISPUTE_DECISIONS
  if (!order) return ['returned']
  const mayStand = order.isPaid || (hasAccount && receivedCurrency === order.currency)
  return mayStand ? DISPUTE_DECISIONS : ['returned']
}

/** What the provider says of an order now; the last two when it says nothing. */
export const PROVIDER_PAYMENT_STATES = [
  'paid',
  'refunded',
  'refund-asked',
  'waiting',
  'unknown-there',
  'closed',
  'no-answer',
  'switched-off',
] as const
export type ProviderPaymentState = (typeof PROVIDER_PAYMENT_STATES)[number]

export const DISPUTE_ERRORS = {
  'dispute-missing': '没有找到这笔待核对的付款，可能已经处理，请刷新查看',
  'dispute-not-possible': '这笔付款不能这样处理',
  'dispute-refund-running': '这个订单有退款正在办理，请等它结束后再处理',
} as const

const PROBLEM_LABELS: Readonly<Record<DisputeProblem, string>> = {
  amount: '金额与订单不符',
  'account-gone': '付款时账户已删除',
  'refunded-elsewhere': '款项已从支付平台退回',
  'refund-asked': '付款后有退款记录',
  'paid-twice': '同一订单重复付款',
  'paid-after-refund': '订单已退款，另有款项到账',
  'no-order': '没有对应的订单',
}
export const problemLabel = (problem: string): string => lookUp(PROBLEM_LABELS, problem) ?? problem

/** As the operator's log names them. */
export const DISPUTE_DECISION_LABELS: Readonly<Record<LoggedDecision, string>> = {
  stands: '付款有效',
  kept: '款项归本站',
  returned: '款项已退回',
}

export const PROVIDER_PAYMENT_STATE_LABELS: Readonly<Record<ProviderPaymentState, string>> = {
  paid: '已付款，款项未退回',
  refunded: '款项已全部退回',
  'refund-asked': '有退款记录，实际退回的金额请在商户平台核对',
  waiting: '等待付款',
  'unknown-there': '没有这笔交易',
  closed: '交易已关闭',
  'no-answer': '暂时查询不到',
  'switched-off': '这个支付渠道已停用，无法查询',
}
export const ADMIN_DISPUTE_TEXTS = {
  title: '待核对的付款',
  lead: '与订单对不上的付款，需要人工处理。处理前请先在支付平台核对。',
  loadFailed: '加载待核对的付款失败',
  facts: '{pack}（{credits} 积分）· 应付 {price}',
  noOrder: '未知订单',
  received: '收到 {amount}',
  transaction: '支付平台交易号 {number}',
  orderNumber: '订单号 {number}',
  given: '积分已发放，还剩 {credits} 积分未使用',
  since: '{name} · {at}',
  gone: '账户已删除',
  ask: '查询支付平台',
  asking: '正在查询…',
  providerState: '支付平台现在的记录：{state}',
  stands: '确认有效',
  returned: '确认已退回',
  kept: '款项归本站',
  standsOf: '确认有效：{name}',
  keptOf: '款项归本站：{name}',
  returnedOf: '确认已退回：{name}',
  standsTitle: '确认付款有效？',
  keptTitle: '确认款项归本站？',
  returnedTitle: '确认款项已退回？',
  standsGive: '按实收 {amount} 记账，向 {name} 发放 {credits} 积分。此操作无法撤销。',
  standsKeep: '订单恢复为已支付，{name} 的积分不变。此操作无法撤销。',
  keptNote: '订单仍为已退款，{name} 的积分不变，也不会收到邮件。此操作无法撤销。',
  returnedTake: '收回 {name} 剩余的 {credits} 积分，订单记为已退款。此操作无法撤销，且不会再向用户付款。',
  returnedNote: '请先在支付平台把款项退回给付款人，再确认。此操作无法撤销，且不会再向用户付款。',
  reason: '处理说明',
  done: '已处理',
  failed: '处理失败',
  ledgerNote: '{pack} · {amount} 已退回',
  billReturned: '退款 · {pack}',
} as const

interface DisputeEmail {
  readonly subject: string
  readonly text: string
}
const EMAILS: Readonly<Record<DisputeDecision, DisputeEmail>> = {
  stands: {
    subject: '{product}：付款已核对',
    text: '您好！\n\n您购买“{pack}”的付款（{amount}）已核对，积分可以使用。\n\n订单详情：\n{link}',
  },
  returned: {
    subject: '{product}：付款已退回',
    text: '您好！\n\n您购买“{pack}”的付款（{amount}）已退回，到账时间以支付平台为准。\n\n订单详情：\n{link}',
  },
}
const RETURNED_BESIDE: DisputeEmail = {
  subject: '{product}：多付的付款已退回',
  text: '您好！\n\n您购买“{pack}”时多付的一笔款项（{amount}）已退回，到账时间以支付平台为准。原来的订单和积分不变。\n\n订单详情：\n{link}',
}
export const disputeEmail = (problem: DisputeProblem, decision: DisputeDecision): DisputeEmail =>
  decision === 'returned' && isBesideOrder(problem) ? RETURNED_BESIDE : EMAILS[decision]
