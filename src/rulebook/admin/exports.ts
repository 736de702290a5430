// Tables of the back office as CSV files: which, with what columns, and how many rows at most (ours; decision 0088).
import { DAY_MS } from '../site/calendar.ts'

export const EXPORT_TABLES = ['days', 'models', 'users', 'orders', 'ledger', 'logs'] as const
export type ExportTable = (typeof EXPORT_TABLES)[number]
/** A file that a table program opens at once; who needs more takes two ranges. */
export const EXPORT_MAX_ROWS = 50_000
/** The longest range: what the tax office wants to see of one year, and a leap day. */
export const EXPORT_MAX_DAYS = 366

/** Days like `2025-08-12`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** False for days that end before they begin, for more than the longest, and for what is no day. */
export function isDayRange({ from, to }: DayRange): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= EXPORT_MAX_DAYS
}

export const EXPORT_RANGES_DAYS = [7, 30, 90] as const

/** Keys as the queries name them, in the order of the columns. */
export const EXPORT_COLUMNS: Readonly<Record<ExportTable, Readonly<Record<string, string>>>> = {
  days: {
    day: '日期',
    new_users: '新增用户',
    runs: '完成的处理',
    credits: '用户消耗积分',
    orders: '付款订单',
    revenue_cny: '收入（人民币）',
    revenue_usd: '收入（美元）',
    refunded_cny: '退款（人民币）',
    refunded_usd: '退款（美元）',
  },
  models: {
    day: '日期',
    model_key: '模型',
    completed: '完成',
    failed: '失败',
    credits: '用户消耗积分',
    vendor_credits: '服务商积分',
    cost_usd: '服务成本（美元）',
  },
  users: {
    id: '用户编号',
    username: '用户名',
    email: '邮箱',
    user_type: '类型',
    status: '状态',
    credits_remaining: '剩余积分',
    credits_used: '已用积分',
    created_at: '注册时间',
  },
  orders: {
    id: '订单编号',
    user_id: '用户编号',
    provider: '支付方式',
    pack_name: '积分包',
    credits: '积分',
    amount: '金额',
    currency: '币种',
    status: '状态',
    created_at: '下单时间',
    paid_at: '付款时间',
  },
  ledger: {
    created_at: '时间',
    user_id: '用户编号',
    kind: '类别',
    amount: '余额变动',
    total_amount: '累计变动',
    job_id: '处理编号',
    reference: '依据',
  },
  logs: {
    created_at: '时间',
    action: '操作',
    admin_id: '操作人编号',
    admin: '操作人',
    target_user_id: '目标用户编号',
    ip_address: 'IP 地址',
    details: '详情',
  },
}

export const ADMIN_EXPORT_ERRORS = {
  'export-range': '日期范围不正确，最长一年',
} as const

export const ADMIN_EXPORT_TEXTS = {
  title: '导出数据',
  intro: '导出为 CSV 文件，可用表格软件打开。每次导出都会记入操作日志。',
  table: '内容',
  tables: {
    days: '每日统计',
    models: '每日各模型',
    users: '用户',
    orders: '订单',
    ledger: '积分流水',
    logs: '操作日志',
  },
  range: '时间范围',
  lastDays: '近 {n} 天',
  custom: '自选',
  from: '开始日期',
  to: '结束日期',
  submit: '导出 CSV',
  done: '已导出 {n} 行',
  cut: '已导出前 {n} 行，请缩小日期范围后再导出其余部分',
  failed: '导出失败',
} as const
