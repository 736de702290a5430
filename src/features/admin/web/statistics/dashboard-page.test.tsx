// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { adminClient } from '../admin-client.ts'
import { DashboardPage } from './dashboard-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: {
    dashboard: { stats: vi.fn(), newestUsers: vi.fn(), latestJobs: vi.fn(), returns: vi.fn(), system: vi.fn() },
    pool: { newest: vi.fn(), status: vi.fn() },
  },
}))
const { dashboard, pool } = vi.mocked(adminClient, { deep: true })

const NOON = '2026-01-05T04:00:00.000Z'
const user = (number: number) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  username: `user-${number}`,
  initialEmail: `user-${number}@example.com`,
  avatarUrl: null,
  userType: 'vip',
  status: 'active',
  creditsRemaining: 5,
  creditsTotal: 5,
  createdAt: NOON,
  updatedAt: NOON,
})
const job = (number: number) => ({
  id: `00000000-0000-4000-8000-00000000001${number}`,
  aiService: 'topaz',
  modelKey: 'denoise/strong',
  status: 'completed',
  creditsConsumed: number,
  createdAt: NOON,
  username: 'owner',
  initialEmail: null,
})
const system = {
  parts: {
    database: 'healthy',
    storage: 'healthy',
    mail: 'not-configured',
    provider: 'healthy',
    payment: 'not-configured',
  },
  lastHour: { ended: 0, failed: 0, keyFailures: 0, quotaFailures: 0 },
  emergencyStop: false,
  maintenance: false,
  auditFaults: 0,
  vendorFaults: 0,
  paidForNothing: 0,
  purchaseWishes: 0,
} as const

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const metric = async (label: string) =>
  within((await screen.findByText(label, { selector: 'dt' })).parentElement as HTMLElement)

beforeAll(prepareDom)
beforeEach(() => {
  vi.clearAllMocks()
  dashboard.stats.mockResolvedValue({
    new_users_today: 12,
    total_processing_today: 345,
    user_type_distribution: { free: 30, vip: 10 },
  })
  dashboard.newestUsers.mockResolvedValue([1, 2, 3, 4, 5].map(user))
  dashboard.latestJobs.mockResolvedValue([1, 2, 3, 4, 5].map(job))
  dashboard.returns.mockResolvedValue({ runs: 2, credits: 5 })
  dashboard.system.mockResolvedValue({ ...system, openingTasks: [] })
  pool.newest.mockResolvedValue({
    total_purchased: 50_000,
    consumed: 20_000,
    remaining: 30_000,
    cost_per_credit: 0.0825,
    total_cost: 4125,
    last_updated: NOON,
    consumed_since: 100,
  })
  pool.status.mockResolvedValue({
    today_consumed: 77,
    yesterday_consumed: 70,
    trend_percentage: 10,
    total_processing_today: 345,
    success_rate_today: 98.5,
    service_distribution_today: { topaz: 300, local: 45 },
  })
})

it('[ADM-DASH-04] the state of the system is that of its checks', async () => {
  renderPage(<DashboardPage />)
  expect(await (await metric('系统状态')).findByText('健康')).toBeTruthy()
  expect(await (await metric('邮件')).findByText('未配置')).toBeTruthy()
  dashboard.system.mockResolvedValue({ ...system, parts: { ...system.parts, database: 'down' }, openingTasks: [] })
  renderPage(<DashboardPage />)
  expect(await (await metric('系统状态')).findByText('不可用')).toBeTruthy()
  expect((await region('系统提醒')).getByText('数据库不可用')).toBeTruthy()
})

it('[ADM-DASH-05] sums up the pool as it stands now, with its cost', async () => {
  renderPage(<DashboardPage />)
  const panel = await region('积分池概况')
  for (const text of ['50,000 积分', '20,100 积分', '29,900 积分', '$0.0825 / 积分', '$4,125.00'])
    expect(panel.getByText(text)).toBeTruthy()
})

it('[ADM-DASH-10] shows the fixed alert when there is nothing else, and no pool alarm before statistics were entered', async () => {
  pool.newest.mockResolvedValue(null)
  renderPage(<DashboardPage />)
  const panel = await region('系统提醒')
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['系统运行正常'])
  dashboard.system.mockResolvedValue({ ...system, emergencyStop: true, openingTasks: [] })
  renderPage(<DashboardPage />)
  const alerts = (await region('系统提醒')).getAllByRole('listitem')
  expect(alerts.map(({ textContent }) => textContent)).toEqual(['紧急停止已启用，AI 处理已暂停'])
})

it('names what is to be set before strangers come, and nothing once all is set (decision 0121)', async () => {
  renderPage(<DashboardPage />)
  await region('系统提醒')
  expect(screen.queryByRole('region', { name: '开放前请完成设置' })).toBeNull()
  dashboard.system.mockResolvedValue({ ...system, openingTasks: ['contact', 'mail'] })
  renderPage(<DashboardPage />)
  const tasks = (await region('开放前请完成设置')).getAllByRole('listitem')
  expect(tasks.map(({ textContent }) => textContent)).toEqual([
    'CONTACT_EMAIL页脚和条款里没有联系方式',
    'SMTP_URL邮件不会发出，忘记密码的用户无法找回账户',
  ])
})

it('[ADM-DASH-16] a failed load shows prefix and reason, keeps nothing made up, and can be tried again', async () => {
  dashboard.stats.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  renderPage(<DashboardPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('加载仪表盘数据失败：网络连接失败，请检查网络状态')
  expect(screen.queryByText('今日新增用户')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await (await metric('今日新增用户')).findByText('12')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
