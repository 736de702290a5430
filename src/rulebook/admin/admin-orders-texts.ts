// Words of /admin/orders (ours: the documents name no place for money that came in).

import type { OrderState } from '../credits/orders.ts'
import { lookUp } from '../look-up.ts'

export const ADMIN_ORDERS_TEXTS = {
  intro: '查找订单，处理退款、发票和待核对的付款。',
  filters: '筛选订单',
  search: '搜索订单号、交易号、邮箱或用户名',
  clearSearch: '清除搜索',
  status: '订单状态',
  anyStatus: '全部状态',
  clearFilters: '清除筛选',
  total: '共 {n} 个订单',
  empty: '还没有订单',
  emptyHint: '用户购买积分包后，订单会出现在这里。',
  noMatch: '没有符合条件的订单',
  loadFailed: '加载订单失败',
  table: '订单列表',
  columns: { order: '订单', buyer: '用户', amount: '金额', status: '状态', provider: '付款方式', time: '时间' },
  credits: '{pack}（{credits} 积分）',
  transaction: '交易号 {id}',
  paidBack: '已退 {amount}',
  paid: '{at} 付款',
  created: '{at} 下单',
  gone: '账户已删除',
} as const

const STATE_LABELS: Readonly<Record<OrderState, string>> = {
  pending: '待支付',
  paid: '已支付',
  failed: '失败',
  closed: '已关闭',
  refunded: '已退款',
  disputed: '待核对',
}
export const orderStateLabel = (state: string): string => lookUp(STATE_LABELS, state) ?? state
