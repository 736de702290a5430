// What a buyer reads of an order (document 2 §2 purchase; wording ours): the true state, what it means for the credits, the way on.
import type { OrderState, PaymentProviderName } from './orders.ts'

export const PROVIDER_LABELS: Readonly<Record<PaymentProviderName, string>> = {
  alipay: '支付宝',
  wechatpay: '微信支付',
  paddle: '国际银行卡（Paddle）',
}

interface StateTexts {
  readonly title: string
  readonly text: string
}
export const ORDER_STATE_TEXTS: Readonly<Record<OrderState, StateTexts>> = {
  pending: { title: '等待支付结果', text: '付款完成后，积分会自动到账。可以离开此页，不影响到账。' },
  paid: { title: '支付成功', text: '{credits} 积分已到账。' },
  failed: { title: '支付失败', text: '没有扣款，请重新购买。' },
  closed: { title: '订单已关闭', text: '付款时间已过，订单已关闭。如果您已经付款，积分会在确认后自动到账。' },
  refunded: { title: '已退款', text: '款项已原路退回，到账时间以支付平台为准。' },
  disputed: { title: '正在核对', text: '这笔付款需要人工核对，请联系客服并提供订单号。' },
}

export const ORDER_TEXTS = {
  number: '订单号',
  pack: '积分包',
  amount: '金额',
  createdAt: '下单时间',
  paidAt: '付款时间',
  paidWith: '付款方式',
  print: '打印收据',
  backToPicture: '回到图片',
  toTools: '选择工具',
  toBilling: '查看积分与账单',
  backToBilling: '返回积分管理',
  buyAgain: '重新购买',
  packsLead: '付款后积分自动到账，永不过期。',
  open: '未完成的订单',
  see: '查看',
  paidBy: '使用{provider}付款，由本站收款。',
  /** Paddle sells in its own name (document 2 §7). */
  paidByPaddle: '使用国际银行卡时，由 Paddle 以美元收款并开具收据；价格不含税，税费以 Paddle 付款页为准。',
  choose: '选择付款方式',
  payment: '付款',
  code: '付款二维码',
  scan: '请用微信“扫一扫”付款',
  timeLeft: '剩余付款时间 {time}',
  timeOver: '付款时间已过。如果已经付款，积分会在确认后自动到账。',
  goOn: '继续付款',
  notOpened: '微信支付没有打开，没有扣款。请再试一次。',
  /** Nothing was ordered. */
  notCharged: '没有扣款。',
  /** See payable-providers.ts. */
  notInApp: '{app}内暂时无法付款。请点击右上角 ⋯，选择“在浏览器打开”后购买。',
} as const

/** What the order page holds; Paddle sells in its own name and issues its own invoices (document 2 §7). */
export const orderPageHolds = (provider: string): string =>
  provider === 'paddle' ? '收据和退款申请在订单页，发票由 Paddle 开具' : '收据、发票和退款都在订单页'

/** A receipt by email, once an order is paid. */
export const RECEIPT_EMAIL = {
  subject: '{product}：已收到付款 {amount}',
  text: '您好！\n\n您购买的“{pack}”已付款，{credits} 积分已到账。\n金额：{amount}\n付款方式：{provider}\n付款时间：{paidAt}\n订单号：{number}\n\n{where}：\n{link}',
} as const
