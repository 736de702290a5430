// The state of the system and its alerts (P-13, P-14, C-57).
import { describe, expect, it } from 'vitest'
import { type LastHour, providerState, type SystemFacts, systemAlerts, systemState } from './system-health.ts'

const quiet: LastHour = { ended: 0, failed: 0, keyFailures: 0, quotaFailures: 0 }
const parts = {
  database: 'healthy',
  storage: 'healthy',
  mail: 'not-configured',
  provider: 'healthy',
  payment: 'not-configured',
} as const
const facts: SystemFacts = {
  parts,
  lastHour: quiet,
  emergencyStop: false,
  maintenance: false,
  auditFaults: 0,
  vendorFaults: 0,
  paidForNothing: 0,
  poolRemaining: undefined,
  todayConsumed: 0,
}
const textsOf = (changes: Partial<SystemFacts>) =>
  systemAlerts({ ...facts, ...changes }).map(({ colour, text }) => `${colour}: ${text}`)

describe('the whole', () => {
  it('[ADM-DASH-04] is healthy only when the checks pass; what has no account is no fault', () => {
    expect(systemState(parts)).toBe('healthy')
    expect(systemState({ ...parts, mail: 'healthy', payment: 'healthy' })).toBe('healthy')
  })

  it.each([
    ['a slow part', { storage: 'degraded' }, 'degraded'],
    ['emails that do not leave', { mail: 'down' }, 'degraded'],
    ['a lost database', { database: 'down' }, 'down'],
    ['a lost provider', { provider: 'down' }, 'down'],
  ] as const)('with %s', (_, changes, state) => {
    expect(systemState({ ...parts, ...changes })).toBe(state)
  })
})

describe('the provider', () => {
  it.each([
    ['healthy without runs', quiet, 'healthy'],
    ['healthy when too few ended to tell', { ...quiet, ended: 4, failed: 4 }, 'healthy'],
    ['healthy below a fifth of failures', { ...quiet, ended: 100, failed: 19 }, 'healthy'],
    ['degraded from a fifth on', { ...quiet, ended: 5, failed: 1 }, 'degraded'],
    ['degraded by one refused key', { ...quiet, ended: 90, failed: 1, keyFailures: 1 }, 'degraded'],
    ['degraded by one exhausted quota', { ...quiet, ended: 1, failed: 1, quotaFailures: 1 }, 'degraded'],
    ['down when nothing succeeds', { ...quiet, ended: 5, failed: 5 }, 'down'],
  ] as const)('is %s', (_, hour, state) => {
    expect(providerState(hour)).toBe(state)
  })
})

describe('alerts', () => {
  it('[ADM-DASH-10] are the fixed one when there is nothing else', () => {
    expect(textsOf({})).toEqual(['green: 系统运行正常'])
    expect(textsOf({ poolRemaining: 10_000, todayConsumed: 500 })).toEqual(['green: 系统运行正常'])
  })

  it('[ADM-DASH-10] come from pool, parts, runs, switches and quota, red before yellow', () => {
    const alerts = textsOf({
      parts: { ...parts, mail: 'down', storage: 'degraded' },
      lastHour: { ended: 10, failed: 4, keyFailures: 1, quotaFailures: 2 },
      emergencyStop: true,
      maintenance: true,
      auditFaults: 3,
      vendorFaults: 2,
      paidForNothing: 1,
      poolRemaining: 9999,
      todayConsumed: 501,
    })
    expect(alerts).toEqual([
      'red: 紧急停止已启用，AI 处理已暂停',
      'red: 夜间对账发现 3 处不符，请在服务器上运行 npm run audit 查看',
      'red: 与 AI 服务商对账有 2 处不符，请在积分池页面查看',
      'red: 最近 24 小时有 1 次处理由服务商计费却没有可用的结果，用户未被扣积分，请在处理记录中查看',
      'red: 邮件不可用',
      'red: API配额不足，请升级账户',
      'red: API密钥配置错误',
      'red: 积分池余额不足',
      'yellow: 维护模式已启用，用户暂时无法访问系统',
      'yellow: 对象存储部分异常',
      'yellow: 最近一小时处理失败率 40%（4/10）',
      'yellow: 积分池今日消耗过快',
    ])
  })
})
