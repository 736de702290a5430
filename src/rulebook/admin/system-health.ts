// The state of the whole and its alerts (document 2 §2 "Admin dashboard"; P-13, P-14, C-57): judged from facts alone.

import { fillText } from '../fill-text.ts'
import { ADMIN_FAILURE_TEXTS } from '../runs/provider-failures.ts'
import { ADMIN_TEXTS } from './admin.ts'
import { poolWarnings } from './pool.ts'

export const SYSTEM_PARTS = ['database', 'storage', 'mail', 'provider', 'payment'] as const
export type SystemPart = (typeof SYSTEM_PARTS)[number]
export const PART_STATES = ['healthy', 'degraded', 'down', 'not-configured'] as const
export type PartState = (typeof PART_STATES)[number]

export const SYSTEM_PART_LABELS: Readonly<Record<SystemPart, string>> = {
  database: '数据库',
  storage: '对象存储',
  mail: '邮件',
  provider: 'AI 服务',
  payment: '支付',
}
export const PART_STATE_LABELS: Readonly<Record<PartState, string>> = {
  healthy: ADMIN_TEXTS.healthy,
  degraded: '部分异常',
  down: '不可用',
  'not-configured': ADMIN_TEXTS.notConfigured,
}

/** A check that answers later than this is degraded, and down at the second figure. */
export const CHECK_SLOW_MS = 2000
export const CHECK_TIMEOUT_MS = 3000

/** Runs that were started within the last hour; what a consumer cancelled is no failure of ours. */
export interface LastHour {
  readonly ended: number
  readonly failed: number
  /** Refused by the provider for its key, and for its quota. */
  readonly keyFailures: number
  readonly quotaFailures: number
}
/** From this share of failures on, in percent, there is an alert; fewer runs say nothing. */
export const ERROR_RATE_ALERT_PERCENT = 20
export const ERROR_RATE_MIN_RUNS = 5

const errorRatePercent = ({ ended, failed }: LastHour): number => (ended === 0 ? 0 : (failed / ended) * 100)
const hasHighErrorRate = (hour: LastHour): boolean =>
  hour.ended >= ERROR_RATE_MIN_RUNS && errorRatePercent(hour) >= ERROR_RATE_ALERT_PERCENT

/** The AI provider by what it did in the last hour: a trial run would cost money. */
export function providerState(hour: LastHour): PartState {
  if (hour.ended >= ERROR_RATE_MIN_RUNS && hour.failed === hour.ended) return 'down'
  return hour.keyFailures > 0 || hour.quotaFailures > 0 || hasHighErrorRate(hour) ? 'degraded' : 'healthy'
}

type PartStates = Readonly<Record<SystemPart, PartState>>
/** Without one of these nobody gets a picture; the others only limit what can be done. */
const NEEDED_PARTS = ['database', 'storage', 'provider'] as const satisfies readonly SystemPart[]

export function systemState(parts: PartStates): Exclude<PartState, 'not-configured'> {
  if (NEEDED_PARTS.some((part) => parts[part] === 'down')) return 'down'
  return SYSTEM_PARTS.some((part) => parts[part] === 'down' || parts[part] === 'degraded') ? 'degraded' : 'healthy'
}

export interface SystemFacts {
  readonly parts: PartStates
  readonly lastHour: LastHour
  readonly emergencyStop: boolean
  readonly maintenance: boolean
  /** What last night's audit found (decision 0085). */
  readonly auditFaults: number
  /** What last night's comparison with the vendor found (decision 0068). */
  readonly vendorFaults: number
  /** Runs of the last day that a vendor was paid for and that gave nothing: an answer of another size, one that nobody can read, one that came too late. */
  readonly paidForNothing: number
  /** Undefined while no figures of the pool were entered (U-21). */
  readonly poolRemaining: number | undefined
  readonly todayConsumed: number
}
export interface SystemAlert {
  readonly colour: 'red' | 'yellow' | 'green'
  readonly text: string
}

export const SYSTEM_ALERT_TEXTS = {
  emergencyStop: '紧急停止已启用，AI 处理已暂停',
  maintenance: '维护模式已启用，用户暂时无法访问系统',
  down: '{part}不可用',
  degraded: '{part}部分异常',
  audit: '夜间对账发现 {n} 处不符，请在服务器上运行 npm run audit 查看',
  vendor: '与 AI 服务商对账有 {n} 处不符，请在积分池页面查看',
  paidForNothing: '最近 24 小时有 {n} 次处理由服务商计费却没有可用的结果，用户未被扣积分，请在处理记录中查看',
  errorRate: '最近一小时处理失败率 {percent}%（{failed}/{ended}）',
} as const

/** Red before yellow; the fixed all-normal alert when there is nothing else (P-14). */
export function systemAlerts(facts: SystemFacts): readonly SystemAlert[] {
  const alerts = [
    ...switchAlerts(facts),
    ...auditAlerts(facts),
    ...partAlerts(facts.parts),
    ...runAlerts(facts.lastHour),
    ...poolAlerts(facts),
  ]
  const sorted = (['red', 'yellow'] as const).flatMap((colour) => alerts.filter((alert) => alert.colour === colour))
  return sorted.length > 0 ? sorted : [{ colour: 'green', text: ADMIN_TEXTS.allNormal }]
}

const switchAlerts = ({ emergencyStop, maintenance }: SystemFacts): SystemAlert[] => [
  ...(emergencyStop ? [{ colour: 'red', text: SYSTEM_ALERT_TEXTS.emergencyStop } as const] : []),
  ...(maintenance ? [{ colour: 'yellow', text: SYSTEM_ALERT_TEXTS.maintenance } as const] : []),
]

const auditAlerts = ({ auditFaults, vendorFaults, paidForNothing }: SystemFacts): SystemAlert[] => [
  ...(auditFaults > 0
    ? [{ colour: 'red', text: fillText(SYSTEM_ALERT_TEXTS.audit, { n: auditFaults }) } as const]
    : []),
  ...(vendorFaults > 0
    ? [{ colour: 'red', text: fillText(SYSTEM_ALERT_TEXTS.vendor, { n: vendorFaults }) } as const]
    : []),
  ...(paidForNothing > 0
    ? [{ colour: 'red', text: fillText(SYSTEM_ALERT_TEXTS.paidForNothing, { n: paidForNothing }) } as const]
    : []),
]

const partAlerts = (parts: PartStates): SystemAlert[] =>
  SYSTEM_PARTS.flatMap((part) => {
    const state = parts[part]
    if (state !== 'down' && state !== 'degraded') return []
    const text = fillText(SYSTEM_ALERT_TEXTS[state], { part: SYSTEM_PART_LABELS[part] })
    return { colour: state === 'down' ? 'red' : 'yellow', text } as const
  })

function runAlerts(hour: LastHour): SystemAlert[] {
  const { failed, ended, quotaFailures, keyFailures } = hour
  const percent = Math.round(errorRatePercent(hour))
  const errorRate = fillText(SYSTEM_ALERT_TEXTS.errorRate, { percent, failed, ended })
  return [
    ...(quotaFailures > 0 ? [{ colour: 'red', text: ADMIN_FAILURE_TEXTS.quota } as const] : []),
    ...(keyFailures > 0 ? [{ colour: 'red', text: ADMIN_FAILURE_TEXTS.key } as const] : []),
    ...(hasHighErrorRate(hour) ? [{ colour: 'yellow', text: errorRate } as const] : []),
  ]
}

const poolAlerts = ({ poolRemaining, todayConsumed }: SystemFacts): SystemAlert[] =>
  poolWarnings(poolRemaining ?? Number.POSITIVE_INFINITY, todayConsumed).filter(({ colour }) => colour !== 'green')
