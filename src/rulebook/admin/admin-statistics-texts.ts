// Words of dashboard, credit pool and statistics that no document quotes, and how their figures are written (document 2 §2).
import { fillText } from '../fill-text.ts'
import { lookUp } from '../look-up.ts'
import { AI_SERVICE_LABELS } from '../runs/job-states.ts'
import { costPerCreditText } from './pool.ts'

export const ADMIN_STATISTICS_TEXTS = {
  refreshedAt: '更新于 {time}',
  creditsUnit: '积分',
  timesUnit: '次',
  peopleUnit: '人',
  /** Behind a cost per credit. */
  perCredit: '/ 积分',
} as const

export const DASHBOARD_TEXTS = {
  intro: '今日概况与系统状态，每 5 分钟自动刷新',
  newUsersToday: '今日新增用户',
  processingToday: '今日处理',
  /** What the pool used, not people, whose use is in the statistics (decision 0063). */
  consumedToday: '积分池今日消耗',
  systemStatus: '系统状态',
  alerts: '系统提醒',
  pool: '积分池概况',
  toPool: '管理积分池',
  noPool: '尚未录入积分池数据',
  userTypes: '用户类型分布',
  services: '今日 AI 服务分布',
  noRunsToday: '今天还没有处理',
  newestUsers: '最新用户',
  allUsers: '全部用户',
  latestJobs: '最近处理',
  noJobs: '还没有处理记录',
} as const

export const POOL_PAGE_TEXTS = {
  intro: '向 AI 服务商购买的积分与消耗，每 5 分钟自动刷新。用户消耗的积分见“统计”。',
  consumedToday: '积分池今日消耗',
  processingToday: '今日处理',
  successRate: '今日成功率',
  noEndedRuns: '今天还没有结束的处理',
  costPerCredit: '单位成本',
  defaultCost: '默认值，尚未录入',
  warnings: '预警',
  state: '积分池状态',
  purchased: '购买总量',
  consumed: '已消耗',
  remaining: '剩余',
  totalCost: '总成本',
  lastUpdated: '录入时间',
  consumedSince: '录入后又消耗 {credits} 积分，上面的数字已计入',
  remainingShare: '剩余 {percent}%',
  vendorBalance: '服务商账户余额',
  vendorCredits: '{available}（另有 {reserved} 预留给进行中的处理）',
  vendorUnknown: '暂时查不到',
  vendorNote: '直接向服务商查询，以服务商的计量单位为准，可能与上面录入的数字不同。',
  purchases: '购买记录',
  purchasesLead: '每次更新记一行，合计等于购买总量。',
  purchase: '{credits} 积分，单价 {cost}',
  earlierPurchases: '此前录入的合计',
  usage: '今日各服务用量',
  analysis: '成本分析（{estimate}）',
  analysisNote: '次数 × 服务权重 × 单位成本，仅供参考，不是账单；本地引擎不向服务商付费。',
  service: '服务',
  weighted: '次数 × 权重',
  credits: '积分',
  cost: '成本',
  sum: '合计',
  form: '更新积分池',
  formNote: '填写累计购买总量；已消耗、剩余与总成本由系统计算。每次更新都会写入操作日志。',
  totalPurchasedField: '购买总量（积分）',
  costField: '单位成本（美元）',
  notesField: '备注',
  notesHint: '例如订单号或购买原因',
  submit: '更新',
} as const

/** The account at the vendor. */
export const VENDOR_TEXTS = {
  report: '每日对账',
  noReport: '尚未对账，每天凌晨自动进行',
  compared: '{at} 核对 {tasks} 个已计费任务，共 {credits} 积分',
  agrees: '与本站记录一致',
  learned: '补记 {n} 次处理的实际消耗',
  found: {
    unknown: '{n} 个任务不是本站发出的',
    differing: '{n} 次处理的消耗与服务商不符',
    missing: '{n} 次已计费的处理在服务商处查不到',
    twice: '{n} 次处理被计费两次',
    unexplained: '余额多扣了 {n} 积分，没有对应的任务',
  },
  margin: '近 30 天收支',
  noRuns: '还没有由服务商计费的处理',
  marginSums: '{runs} 次：服务商 {vendorCredits} 积分，约 {cost}；用户消耗 {credits} 积分，至少值 {earned}',
} as const

export const STATISTICS_TEXTS = {
  intro: '按自然日统计（{zone}）',
  userGrowth: '用户增长（最近 {n} 天）',
  creditUse: '用户积分消耗（最近 {n} 天）',
  creditUseLead: '完成的处理按标价计，不扣积分的账户也计入；本站向 AI 服务商消耗的积分见“积分池”。',
  day: '日期',
  newUsers: '新增用户',
  totalUsers: '累计用户',
  credits: '用户消耗积分',
  runs: '完成处理',
  table: '{title}：数据表',
  /** Read out in the place of the drawing. */
  chart: '{title}：合计 {sum} {unit}，最高 {top} {unit}（{day}）',
  nothing: '这段时间没有数据',
  sum: '合计 {sum} {unit}',
  ranges: '统计范围',
  lastDays: '近 {n} 天',
  models: '按模型统计',
  model: '模型',
  completed: '完成',
  failed: '失败',
  failureShare: '失败率',
  median: '中位用时',
  slowest: '九成用时不超过',
  modelCredits: '用户消耗积分',
  incomeUsd: '收入估算',
  costUsd: '服务成本',
  marginUsd: '毛利估算',
  marginNote:
    '收入估算＝用户消耗积分 × 平均每积分收入（已售积分包的美元标价，扣除已退款的部分，摊到全部积分，含赠送）；用户消耗积分按标价计，不扣积分的账户也计入，所以收入可能估高；服务成本按录入的单位成本计算，本地引擎为 0。',
  sales: '收入',
  orders: '付款订单',
  buyers: '付款用户',
  income: '实收',
  refunded: '退款',
  load: '队列与存储',
  waiting: '排队中',
  processing: '处理中',
  oldestWaiting: '最久已等 {n} 秒',
  nothingWaits: '当前无人排队',
  pictures: '保存的原图',
  pictureBytes: '共 {size}',
  seconds: '{n} 秒',
  unknown: '—',
  funnel: '转化',
  signUps: '新注册',
  ran: '其中处理过图片',
  bought: '其中购买过积分',
  funnelNote: '取消的处理不算失败；已注销的账户不计入。',
  /** Only while the service has no such figures (P-12). */
  inDevelopment: '图表开发中',
} as const

export const countText = (count: number): string => count.toLocaleString('zh-CN')

export const costUsdText = (costUsd: number): string => `$${costPerCreditText(costUsd)}`
/** `$1,000.00`. */
export const amountUsdText = (amountUsd: number): string =>
  `$${amountUsd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const TREND_TEXTS = { equal: '与昨日持平', more: '较昨日 +{percent}%', less: '较昨日 −{percent}%' } as const
export function trendText(percent: number): string {
  if (percent === 0) return TREND_TEXTS.equal
  return fillText(percent > 0 ? TREND_TEXTS.more : TREND_TEXTS.less, { percent: countText(Math.abs(percent)) })
}

/** A service that has no label, for example that of a test, is called by its key. */
export const serviceLabel = (service: string): string => lookUp(AI_SERVICE_LABELS, service) ?? service

/** `11-21` of `2026-11-21`. */
export const shortDay = (day: string): string => day.slice(5)
