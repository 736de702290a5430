// What is read about money back (decision 0084; wording ours): the buyer's order page and emails, the operator's list, the terms.
import { fillText, type TextData } from '../fill-text.ts'
import { REFUND_WINDOW_DAYS, type RefundState } from './refunds.ts'

export const REFUND_TEXTS = {
  title: '申请退款',
  offer: '还有 {credits} 积分未使用，可退 {amount}。{until} 前可以申请，款项原路退回。',
  ask: '申请退款',
  dialogBody: '退款同意后，{credits} 积分会收回，{amount} 原路退回。申请期间用掉的积分不再退款。',
  reason: '退款原因（选填）',
  send: '提交申请',
  cancel: '取消',
  withdraw: '撤回申请',
  asked: '已提交退款申请',
  withdrawn: '已撤回退款申请',
  refusal: '原因：{reason}',
  /** What the provider shows to the buyer: never the buyer's own words. */
  providerReason: '未使用积分退款',
  ledgerNote: '{pack} · {amount} 原路退回',
  ledgerReturned: '{pack} · 退款未成功，积分已退回',
  bill: '退款 · {pack}',
  billRefunded: '已退款',
  recentOrders: '最近的订单',
} as const

/** On the order page, by state; nothing is said of a request that its owner took back. */
export const REFUND_STATE_TEXTS: Readonly<Partial<Record<RefundState, string>>> = {
  requested: '我们会尽快处理，结果显示在本页。处理前可以撤回。',
  granted: '已收回 {credits} 积分，{amount} 正在原路退回。',
  refunded: '已收回 {credits} 积分，{amount} 已原路退回，到账时间以支付平台为准。',
  refused: '积分没有变化，可以继续使用。',
  failed: '支付平台未能退款，{credits} 积分已退回。请联系客服并提供订单号。',
}

const EMAILS = {
  refunded: {
    subject: '{product}：已退款 {amount}',
    text: '您好！\n\n您申请的“{pack}”退款已完成：收回 {credits} 积分，{amount} 已原路退回，到账时间以支付平台为准。\n\n订单详情：\n{link}',
  },
  refused: {
    subject: '{product}：退款申请未通过',
    text: '您好！\n\n您申请的“{pack}”退款没有通过。\n原因：{reason}\n\n积分没有变化，可以继续使用。订单详情：\n{link}',
  },
  failed: {
    subject: '{product}：退款未成功',
    text: '您好！\n\n您申请的“{pack}”退款已同意，但支付平台未能退款，{credits} 积分已退回您的账户。请联系客服并提供订单号，我们用其他方式为您处理。\n\n订单详情：\n{link}',
  },
} as const
export type RefundEmailKind = keyof typeof EMAILS

export const refundEmail = (kind: RefundEmailKind, data: TextData) => ({
  subject: fillText(EMAILS[kind].subject, data),
  text: fillText(EMAILS[kind].text, data),
})

/** In the terms, after the documents' sentence that purchases are not refunded. */
export const REFUND_TERMS_TEXT = `但以下情形可以退款：付款后 ${REFUND_WINDOW_DAYS} 天内，您可以在订单页申请退回未使用积分的款项，无需说明原因。退款金额＝实付金额 × 未使用积分所占的比例，不足一分的按一分计；全部未使用的全额退款。使用积分时，先用注册、兑换等赠送的积分，再按购买先后使用购买的积分；积分包内赠送的积分算作该积分包的一部分。申请由我们审核，不通过时说明原因；通过后收回相应积分，款项原路退回。`

export const ADMIN_REFUND_TEXTS = {
  title: '退款申请',
  lead: '待处理的在前，其后是最近处理过的。',
  empty: '没有退款申请',
  loadFailed: '加载退款申请失败',
  facts: '{pack}（{credits} 积分）· 实付 {paid}',
  refundable: '可退 {credits} 积分，{amount}',
  taken: '收回 {credits} 积分，{amount}',
  orderNumber: '订单号 {number}',
  asked: '{name} 于 {at} 申请，{paidAt} 付款',
  gone: '账户已删除',
  buyerReason: '用户说明：{reason}',
  decision: '处理说明：{reason}',
  problem: '支付平台：{problem}',
  switchedOff: '这个支付渠道未配置，重新配置后自动退款',
  grant: '同意退款',
  refuse: '拒绝退款',
  grantOf: '同意退款：{name}',
  refuseOf: '拒绝退款：{name}',
  grantTitle: '同意退款？',
  grantBody: '收回 {name} 的 {credits} 积分，{amount} 原路退回。此操作无法撤销。',
  refuseTitle: '拒绝退款？',
  refuseBody: '积分和款项都不变。原因会显示给用户。',
  refuseReason: '拒绝原因',
  granted: '已同意，正在退款',
  refunded: '已退款',
  refused: '已拒绝',
  failed: '处理退款失败',
} as const
