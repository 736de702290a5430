// @vitest-environment jsdom
// One user's page with answers of a made-up server: runs are found and given back, ledger, bills and devices are described in words.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import type { UserRun } from '../../user-page-contract.ts'
import { adminClient } from '../admin-client.ts'
import { useAdminSession } from '../use-admin-session.ts'
import { UserPage } from './user-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: {
    session: { open: vi.fn() },
    users: { get: vi.fn(), facts: vi.fn(), ledger: vi.fn(), runs: vi.fn(), giveBack: vi.fn(), signOut: vi.fn() },
    logs: { write: vi.fn() },
  },
  isSessionExpired: () => false,
}))
const { session, users, logs } = vi.mocked(adminClient, { deep: true })

const ID = '00000000-0000-4000-8000-000000000001'
const at = '2026-01-05T04:00:00.000Z'
const run = (number: number, changes: Partial<UserRun> = {}): UserRun => ({
  id: `00000000-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`,
  processType: 'denoise',
  modelKey: 'denoise/normal',
  aiService: 'local',
  status: 'completed',
  errorCode: null,
  creditsConsumed: 2,
  creditsGivenBack: 0,
  mayGiveBack: true,
  vendorCredits: null,
  seconds: 3.21,
  createdAt: at,
  isRemoved: false,
  ...changes,
})
const region = async (name: string) => within(await screen.findByRole('region', { name }, { timeout: 20_000 }))
const texts = async (name: string) =>
  (await (await region(name)).findAllByRole('listitem')).map(({ textContent }) => textContent)

beforeAll(prepareDom)
beforeEach(() => {
  vi.resetAllMocks()
  session.open.mockResolvedValue({
    expiresAt: '2099-01-01T00:00:00.000Z',
    timeZone: 'Asia/Shanghai',
    role: 'administrator',
  })
  logs.write.mockResolvedValue({ id: ID })
  users.get.mockResolvedValue({
    user: {
      id: ID,
      username: '小林',
      initialEmail: 'lin@example.com',
      email: 'lin@example.com',
      avatarUrl: null,
      userType: 'free',
      status: 'active',
      creditsRemaining: 3,
      creditsTotal: 5,
      createdAt: at,
      lastActiveAt: at,
      deletionDueAt: null,
      adminRole: null,
    },
  })
  users.facts.mockResolvedValue({
    signIns: [{ id: ID, browser: 'Edge', system: 'Windows', place: '10.0.*.*', signedInAt: at, lastSeenAt: at }],
    bills: [{ id: ID, description: '标准包', amount: 9.99, currency: 'USD', date: at, orderId: null, status: 'paid' }],
  })
  const entry = { id: ID, kind: 'adjust', amount: 1, balance: 3, at, run: null, note: '补偿' }
  users.ledger.mockResolvedValue({ entries: [entry], total: 1 })
  users.runs.mockResolvedValue({
    runs: [
      run(1),
      run(2, { creditsGivenBack: 2, mayGiveBack: false }),
      run(3, {
        status: 'failed',
        errorCode: 'provider-quota',
        creditsConsumed: 0,
        mayGiveBack: false,
        seconds: null,
        isRemoved: true,
      }),
      // It came with an account that was merged into this one.
      run(4, { mayGiveBack: false }),
    ],
    total: 4,
  })
})

it('tells ledger with the operator’s reason, runs, devices and bills', async () => {
  renderPage(<UserPage id={ID} />)
  expect(await texts('积分明细')).toEqual(['调整客服调整补偿2026-01-05 12:00+1剩余 3'])
  expect(await texts('处理记录')).toEqual([
    expect.stringMatching(
      /^降噪 · 标准降噪 已完成本地引擎 · 2 积分 · 用时 3.2 秒2026-01-05 12:00 · 编号 .*01退回积分$/,
    ),
    expect.stringMatching(/已退回 2 积分.*02$/),
    expect.stringMatching(/失败本地引擎 · 0 积分 · provider-quota · 用户已删除.*03$/),
    expect.stringMatching(/2 积分.*04$/),
  ])
  expect(await texts('登录设备')).toEqual([
    'Edge · Windows10.0.*.* · 登录于 2026-01-05 12:00，最近使用 2026-01-05 12:00',
  ])
  expect(await texts('账单')).toEqual(['标准包 · $9.99 · 已支付2026-01-05 12:00'])
})

it('gives back what a run cost, with a reason, and reads everything anew', async () => {
  users.giveBack.mockResolvedValue({ credits: 2, logId: ID })
  renderPage(<UserPage id={ID} />)
  fireEvent.click(await (await region('处理记录')).findByRole('button', { name: '退回积分：降噪 · 标准降噪' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 20_000 }))
  fireEvent.click(dialog.getByRole('button', { name: '退回积分' }))
  expect(dialog.getByText('请填写修改原因')).toBeDefined()
  fireEvent.change(dialog.getByLabelText(/退回原因/), { target: { value: ' 效果不佳 ' } })
  fireEvent.click(dialog.getByRole('button', { name: '退回积分' }))
  expect(await screen.findByText('已退回 2 积分', { selector: '[role=alert] *, [role=status] *, div' })).toBeDefined()
  expect(users.giveBack).toHaveBeenCalledWith({ id: ID, jobId: run(1).id, reason: '效果不佳' })
  await waitFor(() => expect(users.ledger.mock.calls.length).toBeGreaterThan(1))
})

/** The page inside the area, which opens the admin session. */
function InArea() {
  useAdminSession()
  return <UserPage id={ID} />
}

it('a role that may neither sign out nor give back is not offered it (decision 0108)', async () => {
  session.open.mockResolvedValue({ expiresAt: '2099-01-01T00:00:00.000Z', timeZone: 'Asia/Shanghai', role: 'finance' })
  renderPage(<InArea />)
  expect((await texts('登录设备')).length).toBeGreaterThan(0)
  await region('处理记录')
  await waitFor(() => expect(screen.queryByRole('button', { name: /全部退出登录|退回积分/ })).toBeNull())
})

it('signs a person out everywhere, with a reason that the log keeps', async () => {
  users.signOut.mockResolvedValue({ ended: 1, logId: ID })
  renderPage(<UserPage id={ID} />)
  fireEvent.click((await region('登录设备')).getByRole('button', { name: '全部退出登录' }))
  const dialog = within(await screen.findByRole('dialog', { name: '让该用户在所有设备上退出登录？' }))
  fireEvent.click(dialog.getByRole('button', { name: '全部退出登录' }))
  expect(users.signOut).not.toHaveBeenCalled()
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 手机丢失 ' } })
  fireEvent.click(dialog.getByRole('button', { name: '全部退出登录' }))
  expect(await screen.findByText('已退出 1 台设备的登录')).toBeTruthy()
  expect(users.signOut).toHaveBeenCalledWith({ id: ID, reason: '手机丢失' })
  expect(logs.write).toHaveBeenCalledWith(expect.objectContaining({ p_action: 'sign_out_user' }))
})
