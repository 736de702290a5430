// @vitest-environment jsdom
// The log page with answers of a made-up server.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { ADMIN_ACTION_LABELS, ADMIN_ACTIONS } from '#rulebook/admin/admin.ts'
import { dayOf, daysBefore } from '#rulebook/site/calendar.ts'
import type { LogRow } from '../../logs-contract.ts'
import { adminClient } from '../admin-client.ts'
import { LogsPage } from './logs-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: { session: { open: vi.fn() }, logs: { list: vi.fn() } },
  isSessionExpired: () => false,
}))
const { session, logs } = vi.mocked(adminClient, { deep: true })

const row = (changes: Partial<LogRow> = {}): LogRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  action: 'update_user',
  adminId: '00000000-0000-4000-8000-00000000000a',
  admin: { username: 'operator', initialEmail: 'operator@example.com' },
  targetUserId: '00000000-0000-4000-8000-00000000000b',
  targetUser: { username: null, initialEmail: 'person@example.com' },
  details: {
    reason: '活动赠送',
    changes: { user_type: { from: 'free', to: 'vip' }, credits_remaining: { from: 5, to: 12 } },
  },
  ipAddress: '203.0.113.9',
  userAgent: 'Mozilla/5.0 Firefox/140.0',
  createdAt: '2026-01-05T18:00:00.000Z',
  ...changes,
})
const show = (rows: LogRow[], options?: Parameters<typeof renderPage>[1]) => {
  logs.list.mockResolvedValue({ rows, total: rows.length })
  return renderPage(<LogsPage />, options)
}
const LONG = { timeout: 20_000 }
const lastAsked = () => logs.list.mock.lastCall![0]
const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeAll(prepareDom)
beforeEach(() => {
  vi.resetAllMocks()
  session.open.mockResolvedValue({
    expiresAt: '2099-01-01T00:00:00.000Z',
    timeZone: 'Asia/Shanghai',
    role: 'administrator',
  })
})

it('[ADM-LOG-04] [ADM-LOG-03] shows rows of the last seven days, today among them', async () => {
  show([row(), row({ id: '2', action: 'cleanup_old_data', targetUserId: null, targetUser: null })])
  const rows = await screen.findAllByRole('row', {}, LONG)
  expect(
    rows.slice(1).map((one) =>
      within(one)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['2026-01-06 02:00', '更新用户', 'operatoroperator@example.com', 'person@example.com', '查看'],
    ['2026-01-06 02:00', '清理旧数据', 'operatoroperator@example.com', '无', '查看'],
  ])
  const today = dayOf(Date.now())
  expect(lastAsked()).toEqual({ from: daysBefore(today, 6), to: today, page: 1 })
  expect((screen.getByLabelText('开始日期') as HTMLInputElement).value).toBe(daysBefore(today, 6))
})

it('[ADM-LOG-01] filters by each action', async () => {
  show([row()])
  await screen.findAllByRole('row', {}, LONG)
  const options = [...(screen.getByLabelText('操作') as HTMLSelectElement).options].map(({ label }) => label)
  expect(options).toEqual(['全部操作', ...ADMIN_ACTIONS.map((action) => ADMIN_ACTION_LABELS[action])])
  for (const action of ADMIN_ACTIONS) {
    set('操作', action)
    await waitFor(() => expect(lastAsked()).toMatchObject({ action, page: 1 }))
  }
})

it('[ADM-LOG-02] filters by a range of days, by none, and by the default again', async () => {
  show([row()])
  await screen.findAllByRole('row', {}, LONG)
  set('开始日期', '2026-01-02')
  set('结束日期', '2026-01-03')
  await waitFor(() => expect(lastAsked()).toEqual({ from: '2026-01-02', to: '2026-01-03', page: 1 }))
  const asked = logs.list.mock.calls.length
  set('开始日期', '2026-01-04')
  expect(await screen.findByText('开始日期不能晚于结束日期', {}, LONG)).toBeTruthy()
  expect(logs.list).toHaveBeenCalledTimes(asked)
  fireEvent.click(screen.getByRole('button', { name: '全部日期' }))
  await waitFor(() => expect(lastAsked()).toEqual({ page: 1 }))
  fireEvent.click(screen.getByRole('button', { name: '最近 7 天' }))
  await waitFor(() => expect(lastAsked()).toMatchObject({ to: dayOf(Date.now()) }))
})

it('[ADM-LOG-06] shows a row in full, its details line by line', async () => {
  show([row()])
  fireEvent.click(await screen.findByRole('button', { name: '查看 2026-01-06 02:00 更新用户 的详情' }, LONG))
  const modal = await screen.findByRole('dialog', {}, LONG)
  const facts = [...modal.querySelectorAll('dt')].map((name) => [name.textContent, name.nextSibling!.textContent])
  expect(facts).toEqual([
    ['操作', '更新用户'],
    ['时间', '2026-01-06 02:00'],
    ['操作人', 'operatoroperator@example.com'],
    ['目标用户', 'person@example.com'],
    ['IP 地址', '203.0.113.9'],
    ['浏览器', 'Mozilla/5.0 Firefox/140.0'],
    ['原因', '活动赠送'],
    ['用户类型', '免费版 → VIP版'],
    ['剩余积分', '5 → 12'],
  ])
})

it('keeps rows readable whose accounts are gone or whose action nobody knows', async () => {
  show([row({ action: 'renamed_since', admin: null, targetUser: null, details: { value: [1], changes: {} } })])
  const cells = within((await screen.findAllByRole('row', {}, LONG))[1]!).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent).slice(1, 4)).toEqual([
    'renamed_since',
    '账户已删除（00000000）',
    '账户已删除（00000000）',
  ])
})

it('says that there is nothing', async () => {
  show([])
  expect(await screen.findByText('这段时间没有操作日志', {}, LONG)).toBeTruthy()
})
