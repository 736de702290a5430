// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { adminClient } from '../admin-client.ts'
import { PoolPage } from './pool-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: { pool: { newest: vi.fn(), status: vi.fn(), vendor: vi.fn(), purchases: vi.fn() } },
}))
const { newest, status, vendor, purchases } = vi.mocked(adminClient.pool, { deep: true })

const row = {
  total_purchased: 50_000,
  consumed: 20_000,
  remaining: 30_000,
  cost_per_credit: 0.0825,
  total_cost: 4125,
  last_updated: '2026-01-05T04:00:00.000Z',
  consumed_since: 0,
}
const today = {
  today_consumed: 77,
  yesterday_consumed: 70,
  trend_percentage: 10,
  total_processing_today: 40,
  success_rate_today: 97.5,
  service_distribution_today: { topaz: 10, upscaler: 4, colorization: 3, local: 5 },
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const metric = async (label: string) =>
  within((await screen.findByText(label, { selector: 'dt' })).parentElement as HTMLElement)
const field = async (name: string) => (await screen.findByLabelText(new RegExp(name))) as HTMLInputElement
const warnings = async () =>
  (await region('预警'))
    .queryAllByRole('listitem')
    .map(({ dataset, textContent }) => `${dataset.colour}: ${textContent}`)
const warningsFor = async (remaining: number, consumed: number) => {
  newest.mockResolvedValue({ ...row, remaining })
  status.mockResolvedValue({ ...today, today_consumed: consumed })
  renderPage(<PoolPage />)
  return warnings()
}

beforeAll(prepareDom)
beforeEach(() => {
  vi.clearAllMocks()
  newest.mockResolvedValue(row)
  status.mockResolvedValue(today)
  vendor.mockResolvedValue(null)
  purchases.mockResolvedValue([])
})

it('lists what was bought, each time a row', async () => {
  purchases.mockResolvedValue([
    { id: 'b', credits: -500, cost_per_credit: 0.05, notes: '更正', at: '2026-01-06T04:00:00.000Z' },
    { id: 'a', credits: 50_500, cost_per_credit: 0.0825, notes: '', at: '2026-01-05T04:00:00.000Z' },
  ])
  renderPage(<PoolPage />)
  const panel = await region('购买记录')
  expect(panel.getByText('-500 积分，单价 $0.0500')).toBeTruthy()
  expect(panel.getByText('+50,500 积分，单价 $0.0825')).toBeTruthy()
  expect(panel.getByText('此前录入的合计')).toBeTruthy()
})

it('[ADM-POOL-03] [ADM-POOL-04] a day without runs has a dash for its rate and an even trend (U-20)', async () => {
  status.mockResolvedValue({ ...today, today_consumed: 0, trend_percentage: 0, success_rate_today: null })
  renderPage(<PoolPage />)
  expect(await (await metric('今日成功率')).findByText('—')).toBeTruthy()
  expect(await (await metric('积分池今日消耗')).findByText('与昨日持平')).toBeTruthy()
})

it('[ADM-POOL-05] shows the state of the pool, with what was used after it was entered', async () => {
  newest.mockResolvedValue({ ...row, consumed_since: 250 })
  renderPage(<PoolPage />)
  const panel = await region('积分池状态')
  for (const text of ['50,000 积分', '20,250 积分', '29,750 积分', '$4,125.00', '2026-01-05 12:00'])
    expect(panel.getByText(text)).toBeTruthy()
  expect(panel.getByText('录入后又消耗 250 积分，上面的数字已计入')).toBeTruthy()
})

it.each([
  [{ available: 1812, reserved: 14 }, '1,812（另有 14 预留给进行中的处理）'],
  [{ available: null, reserved: null }, '暂时查不到'],
])('tells what is left at the vendor: %o', async (account, text) => {
  vendor.mockResolvedValue({ ...account, margin: { runs: 0, vendorCredits: 0, creditsConsumed: 0 }, report: null })
  renderPage(<PoolPage />)
  const panel = await region('积分池状态')
  expect(await panel.findByText(text)).toBeTruthy()
  expect(panel.getByText('尚未对账，每天凌晨自动进行')).toBeTruthy()
  expect(panel.getByText('还没有由服务商计费的处理')).toBeTruthy()
})

it('tells how the nightly comparison with the vendor ended, and what runs there bring in', async () => {
  const byCheck = { unknown: 2, differing: 0, missing: 0, twice: 1, unexplained: 0 }
  const report = { at: '2026-01-05T19:47:00.000Z', tasks: 1200, vendorCredits: 1234, learned: 3, faults: 3, byCheck }
  const margin = { runs: 400, vendorCredits: 500, creditsConsumed: 900 }
  vendor.mockResolvedValue({ available: 1, reserved: 0, margin, report })
  newest.mockResolvedValue({ ...row, cost_per_credit: 0.1 })
  renderPage(<PoolPage />)
  const panel = await region('积分池状态')
  expect(
    await panel.findByText(
      '2026-01-06 03:47 核对 1,200 个已计费任务，共 1,234 积分；2 个任务不是本站发出的；1 次处理被计费两次；补记 3 次处理的实际消耗',
    ),
  ).toBeTruthy()
  expect(panel.getByText('400 次：服务商 500 积分，约 $50.00；用户消耗 900 积分，至少值 $144.00')).toBeTruthy()
})

it('without an account at a vendor nothing is said of one', async () => {
  renderPage(<PoolPage />)
  expect((await region('积分池状态')).queryByText('服务商账户余额')).toBeNull()
})

it('[ADM-POOL-08] [ADM-POOL-20] the cost analysis is an estimate by the weights of the services', async () => {
  newest.mockResolvedValue({ ...row, cost_per_credit: 0.1 })
  renderPage(<PoolPage />)
  const rows = (await region('成本分析（估算）')).getAllByRole('row').slice(1)
  expect(rows.map((line) => [...line.children].map(({ textContent }) => textContent))).toEqual([
    ['Topaz AI', '10 × 2', '20', '$2.00'],
    ['图片放大', '4 × 1', '4', '$0.40'],
    ['图片上色', '3 × 2', '6', '$0.60'],
    ['本地引擎', '5 × 1', '5', '$0.50'],
    ['合计', '35', '$3.50'],
  ])
})

it('[ADM-POOL-09] [ADM-POOL-17] [ADM-POOL-18] [ADM-POOL-19] warns of a low balance and of fast consumption', async () => {
  expect(await warningsFor(10_000, 500)).toEqual(['green: 积分池状态正常'])
  expect(await warningsFor(9999, 500)).toEqual(['red: 积分池余额不足'])
  expect(await warningsFor(10_000, 501)).toEqual(['yellow: 积分池今日消耗过快'])
  expect(await warningsFor(9999, 501)).toEqual(['red: 积分池余额不足', 'yellow: 积分池今日消耗过快'])
})

it('[ADM-POOL-15] the headline is the stored cost with four decimals', async () => {
  newest.mockResolvedValue({ ...row, cost_per_credit: 0.08 })
  renderPage(<PoolPage />)
  expect(await (await metric('单位成本')).findByText('$0.0800')).toBeTruthy()
})

it('[ADM-POOL-15] [ADM-POOL-16] [ADM-POOL-21] without a row there are zeros, the default cost and a hint, and no alarm', async () => {
  newest.mockResolvedValue(null)
  renderPage(<PoolPage />)
  expect(await (await metric('单位成本')).findByText('$0.0500')).toBeTruthy()
  expect((await field('单位成本（美元）')).value).toBe('0.0500')
  expect((await region('积分池状态')).getAllByText('0 积分')).toHaveLength(3)
  expect(screen.getByText('尚未录入积分池数据，请在下方填写首次数据')).toBeTruthy()
  expect(await warnings()).toEqual([])
})

it('[ADM-POOL-14] [ADM-POOL-16] the fields begin at 0, the cost moves by 0.0001 and has four decimals', async () => {
  newest.mockResolvedValue({ ...row, cost_per_credit: 0.06 })
  renderPage(<PoolPage />)
  const [total, cost] = [await field('购买总量'), await field('单位成本（美元）')]
  expect([total.type, total.min, cost.type, cost.min, cost.step]).toEqual(['number', '0', 'number', '0', '0.0001'])
  expect([total.value, cost.value]).toEqual(['50000', '0.0600'])
})

it('says what is wrong with an update before it can be sent', async () => {
  renderPage(<PoolPage />)
  fireEvent.change(await field('购买总量'), { target: { value: '0' } })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(await field('备注'), { target: { value: '更正' } })
  expect((await screen.findByRole('alert')).textContent).toBe('请填写大于 0 的购买总量和单价，并填写备注')
  fireEvent.change(await field('购买总量'), { target: { value: '60000' } })
  expect(screen.queryByRole('alert')).toBeNull()
})
