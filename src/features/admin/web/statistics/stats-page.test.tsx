// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { adminClient } from '../admin-client.ts'
import { axisTop } from './axis-top.ts'
import { StatsPage } from './stats-page.tsx'

vi.mock('../admin-client.ts', () => ({ adminClient: { statistics: { userGrowth: vi.fn(), creditUse: vi.fn() } } }))
const { userGrowth, creditUse } = vi.mocked(adminClient.statistics, { deep: true })

const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const heightsIn = (drawing: HTMLElement) =>
  [...drawing.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))

beforeAll(prepareDom)
beforeEach(() => {
  vi.clearAllMocks()
  userGrowth.mockResolvedValue(
    Array.from({ length: 30 }, (_, index) => ({ day: dayAt(index), newUsers: index % 5, totalUsers: 100 + index })),
  )
  creditUse.mockResolvedValue(
    [0, 10, 20, 0, 5, 0, 4].map((credits, index) => ({ day: dayAt(index), credits, runs: credits / 2 })),
  )
})

it('[ADM-STATS-01] draws the growth of users over 30 days and tells it to who cannot see it', async () => {
  renderPage(<StatsPage />)
  const panel = await region('用户增长（最近 30 天）')
  const drawing = await panel.findByRole('img', { name: '用户增长（最近 30 天）：合计 60 人，最高 4 人（01-05）' })
  expect(heightsIn(drawing)).toHaveLength(30)
  expect(heightsIn(drawing).slice(0, 5)).toEqual([0, 25, 50, 75, 100])
  const rows = panel.getAllByRole('row')
  expect(rows).toHaveLength(31)
  expect([...rows[1]!.children].map(({ textContent }) => textContent)).toEqual(['2026-01-30', '4', '129'])
})

it('[ADM-STATS-02] draws the credits of 7 days', async () => {
  renderPage(<StatsPage />)
  const panel = await region('用户积分消耗（最近 7 天）')
  const drawing = await panel.findByRole('img', {
    name: '用户积分消耗（最近 7 天）：合计 39 积分，最高 20 积分（01-03）',
  })
  expect(heightsIn(drawing)).toEqual([0, 50, 100, 0, 25, 0, 20])
  expect(panel.getAllByRole('row')).toHaveLength(8)
})

it('says by which clock days are told', async () => {
  renderPage(<StatsPage />)
  expect(await screen.findByText('按自然日统计（北京时间）')).toBeTruthy()
})

it('says when there is nothing to draw', async () => {
  creditUse.mockResolvedValue([0, 0].map((credits, index) => ({ day: dayAt(index), credits, runs: 0 })))
  renderPage(<StatsPage />)
  expect(await (await region('用户积分消耗（最近 7 天）')).findByText('这段时间没有数据')).toBeTruthy()
})

it('[ADM-STATS-03] marks a chart as in development only while the service has no such statistics', async () => {
  userGrowth.mockRejectedValue({ code: 'NOT_FOUND' })
  creditUse.mockRejectedValue({ code: 'not-found' })
  renderPage(<StatsPage />)
  await waitFor(() => expect(screen.getAllByText('图表开发中')).toHaveLength(2))
  userGrowth.mockResolvedValue([{ day: dayAt(0), newUsers: 1, totalUsers: 1 }])
  creditUse.mockResolvedValue([{ day: dayAt(0), credits: 1, runs: 1 }])
  renderPage(<StatsPage />)
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2))
  expect(screen.queryByText('图表开发中')).toBeNull()
})

it('one failed chart leaves the other, and can be tried again', async () => {
  userGrowth.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  renderPage(<StatsPage />)
  const panel = await region('用户增长（最近 30 天）')
  expect((await panel.findByRole('alert')).textContent).toContain('网络连接失败，请检查网络状态')
  expect(await (await region('用户积分消耗（最近 7 天）')).findByRole('img')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: '重试' }))
  expect(await panel.findByRole('img')).toBeTruthy()
})

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 10],
  [11, 20],
  [61, 80],
  [100, 100],
  [101, 200],
  [12_345, 20_000],
])('an axis for %d ends at %d', (highest, top) => expect(axisTop(highest)).toBe(top))
