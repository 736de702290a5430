// @vitest-environment jsdom
// Requests for money back in the back office, with answers of a made-up server (decision 0084).
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { RefundRequest } from '#features/billing/refund-contract.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { adminClient } from '../admin-client.ts'
import { RefundQueue } from './refund-queue.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: {
    session: { open: vi.fn() },
    refunds: { list: vi.fn(), grant: vi.fn(), refuse: vi.fn() },
    logs: { write: vi.fn() },
  },
  isSessionExpired: () => false,
}))
const { session, refunds, logs } = vi.mocked(adminClient, { deep: true })

const ID = '00000000-0000-4000-8000-000000000001'
const USER = '00000000-0000-4000-8000-000000000002'
const at = '2026-11-20T08:00:00.000Z'
const request = (changes: Partial<RefundRequest> = {}): RefundRequest => ({
  id: ID,
  userId: USER,
  userName: '小林',
  orderNumber: 'f'.repeat(32),
  packName: '体验包',
  packCredits: 20,
  paidMinor: 2800,
  currency: 'CNY',
  paidAt: at,
  askedAt: at,
  state: 'requested',
  credits: 17,
  minor: 2380,
  reason: '买错了',
  decision: null,
  problem: null,
  ...changes,
})
const show = (...all: RefundRequest[]) => {
  refunds.list.mockResolvedValue(all)
  renderPage(<RefundQueue />, { session: { userId: USER } })
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }, { timeout: 20_000 }))
const dialog = async () => within(await screen.findByRole('dialog', {}, { timeout: 20_000 }))

beforeAll(prepareDom)
beforeEach(() => {
  vi.resetAllMocks()
  session.open.mockResolvedValue({
    expiresAt: '2099-01-01T00:00:00.000Z',
    timeZone: 'Asia/Shanghai',
    role: 'administrator',
  })
  logs.write.mockResolvedValue({ id: ID })
})

it('grants at the amount that was shown', async () => {
  show(request())
  refunds.grant.mockResolvedValue({ state: 'refunded', logId: ID })
  await press('同意退款：小林')
  const asked = await dialog()
  expect(asked.getByText(/收回 小林 的 17 积分，¥23.80 原路退回/)).toBeDefined()
  fireEvent.click(asked.getByRole('button', { name: '同意退款' }))
  await waitFor(() => expect(refunds.grant).toHaveBeenCalledWith({ id: ID, minor: 2380 }))
  await waitFor(() => expect(refunds.list).toHaveBeenCalledTimes(2))
})

it('refuses with a reason only', async () => {
  show(request())
  refunds.refuse.mockResolvedValue({ state: 'refused', logId: ID })
  await press('拒绝退款：小林')
  const asked = await dialog()
  fireEvent.click(asked.getByRole('button', { name: '拒绝退款' }))
  expect(asked.getByText('请填写修改原因')).toBeDefined()
  fireEvent.change(asked.getByLabelText(/拒绝原因/), { target: { value: ' 已用完 ' } })
  fireEvent.click(asked.getByRole('button', { name: '拒绝退款' }))
  await waitFor(() => expect(refunds.refuse).toHaveBeenCalledWith({ id: ID, reason: '已用完' }))
})

it('shows what the provider said of one that is not paid back yet, and offers no decision on it', async () => {
  show(request({ state: 'granted', problem: 'the gateway answered 40004 ACQ.SELLER_BALANCE_NOT_ENOUGH' }))
  expect(await screen.findByText(/支付平台：.*SELLER_BALANCE_NOT_ENOUGH/, {}, { timeout: 20_000 })).toBeDefined()
  expect(screen.getByText('退款处理中')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('is absent while nobody asks', async () => {
  show()
  await waitFor(() => expect(refunds.list).toHaveBeenCalled())
  expect(screen.queryByRole('region', { name: '退款申请' })).toBeNull()
})
