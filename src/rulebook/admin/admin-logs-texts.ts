// Words of /admin/logs that no document quotes, and the details of a log row as lines that a person reads (document 2 §2, §3; U-26).

import { DISPUTE_DECISION_LABELS, PROVIDER_PAYMENT_STATE_LABELS } from '../credits/disputes.ts'
import { USER_STATUS_LABELS, USER_TYPE_LABELS } from '../credits/tiers.ts'
import { lookUp } from '../look-up.ts'
import { ADMIN_ACTION_LABELS } from './admin.ts'
import { ADMIN_ROLE_LABELS } from './admin-roles.ts'

export const ADMIN_LOGS_TEXTS = {
  intro: '管理员做过的每一项操作，最新的在前。',
  filters: '筛选日志',
  action: '操作',
  anyAction: '全部操作',
  from: '开始日期',
  to: '结束日期',
  lastDays: '最近 {n} 天',
  allDays: '全部日期',
  total: '共 {n} 条日志',
  empty: '这段时间没有操作日志',
  noMatch: '没有符合条件的操作日志',
  table: '操作日志列表',
  columns: { time: '时间', action: '操作', admin: '操作人', target: '目标用户', details: '详情' },
  show: '查看',
  showOf: '查看 {time} {action} 的详情',
  gone: '账户已删除（{id}）',
  console: '服务器命令行',
  none: '无',
  detailTitle: '日志详情',
  address: 'IP 地址',
  browser: '浏览器',
  content: '操作内容',
  noContent: '没有更多内容',
  rangeInvalid: '开始日期不能晚于结束日期',
} as const

export const logActionLabel = (action: string): string => lookUp(ADMIN_ACTION_LABELS, action) ?? action

const DETAIL_LABELS: Readonly<Record<string, string>> = {
  reason: '原因',
  notes: '备注',
  email: '收件邮箱',
  outcome: '结果',
  user_type: '用户类型',
  credits_remaining: '剩余积分',
  status: '状态',
  admin_role: '后台角色',
  value: '内容',
  state: '进度',
  removed_logs: '删除的日志',
  job_id: '处理编号',
  new_job_id: '新的处理编号',
  credits: '积分',
  order_number: '订单号',
  refund_number: '退款单号',
  amount: '金额',
  invoice_number: '发票号码',
  coupon: '兑换活动',
  pack: '积分包',
  pack_version: '积分包版本',
  bonus: '赠送积分',
  usd_cents: '美元价格（美分）',
  cny_fen: '人民币价格（分）',
  is_active: '在售',
  codes: '兑换码数量',
  uses_per_code: '每码可用次数',
  invoice_title: '发票抬头',
  decision: '处理结果',
  provider_says: '支付平台记录',
  transaction_id: '交易号',
  log_id: '相关日志',
  total_purchased: '购买总量',
  consumed: '已消耗',
  remaining: '剩余',
  cost_per_credit: '单价（美元）',
  total_cost: '总成本（美元）',
  emergency_stop: '紧急停止',
  maintenance_mode: '维护模式',
  api_rate_limit: 'API 速率限制',
  max_daily_credits_per_user: '每日积分上限',
  system_announcement: '系统公告',
  source: '来源',
  tables: '数据表（张）',
  sizeBeforeBytes: '整理前（字节）',
  sizeAfterBytes: '整理后（字节）',
  durationMs: '耗时（毫秒）',
  message: '信息',
}
const DETAIL_WORDS: Readonly<Record<string, string>> = {
  ...USER_TYPE_LABELS,
  ...USER_STATUS_LABELS,
  ...ADMIN_ROLE_LABELS,
  ...DISPUTE_DECISION_LABELS,
  ...PROVIDER_PAYMENT_STATE_LABELS,
  sent: '已发送',
  failed: '失败',
  started: '已开始',
  done: '已完成',
  browser: '浏览器补记',
  command: '命令行',
  setting: '启动设置',
}
/** Their values are words of ours; what a person typed is never translated. */
const WORD_KEYS = new Set([
  'user_type',
  'admin_role',
  'status',
  'outcome',
  'state',
  'source',
  'decision',
  'provider_says',
])
const SWITCH_KEYS = new Set(['emergency_stop', 'maintenance_mode', 'is_active'])
const SWITCH_WORDS: Readonly<Record<string, string>> = { true: '启用', false: '禁用' }

export interface DetailLine {
  readonly key: string
  readonly label: string
  readonly value: string
}

/** Nested objects become lines of their own; an old and a new value become one. */
export function detailLines(details: Readonly<Record<string, unknown>>, path = ''): DetailLine[] {
  const { key: setting, old_value: from, new_value: to, ...rest } = details
  if (typeof setting === 'string' && 'old_value' in details && 'new_value' in details)
    return detailLines({ [setting]: { from, to }, ...rest }, path)
  return Object.entries(details).flatMap(([key, value]) => {
    const at = path ? `${path}.${key}` : key
    const label = lookUp(DETAIL_LABELS, key) ?? key
    if (isChange(value)) return [{ key: at, label, value: changeText(key, value.from, value.to) }]
    if (isRecord(value)) return detailLines(value, at)
    return [{ key: at, label, value: detailText(key, value) }]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isRecord(value) && Object.keys(value).length === 2 && 'from' in value && 'to' in value

const changeText = (key: string, from: unknown, to: unknown): string =>
  `${detailText(key, from)} → ${detailText(key, to)}`

function detailText(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ADMIN_LOGS_TEXTS.none
  if (WORD_KEYS.has(key)) return lookUp(DETAIL_WORDS, String(value)) ?? String(value)
  if (SWITCH_KEYS.has(key)) return lookUp(SWITCH_WORDS, String(value)) ?? String(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
