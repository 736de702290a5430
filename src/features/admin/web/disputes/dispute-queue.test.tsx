// @vitest-environment jsdom
// Payments that wait for a person in the back office, with answers of a made-up server (decision 0087).
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { DisputedPayment } from '#features/billing/dispute-contract.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { adminClient } from '../admin-client.ts'
import { DisputeQueue } from './dispute-queue.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: { session: { open: vi.fn() }, disputes: { list: vi.fn(), ask: vi.fn(), decide: vi.fn() } },
  isSessionExpired: () => false,
}))
const { session, disputes } = vi.mocked(adminClient, { deep: true })

const ID = '00000000-0000-4000-8000-000000000001'
const USER = '00000000-0000-4000-8000-000000000002'
const ORDER = {
  number: 'f'.repeat(32),
  packName: '体验包',
  packCredits: 20,
  price: { currency: 'CNY', minor: 2800 },
  isPaid: false,
  unusedCredits: 0,
} as const
const payment = (changes: Partial<DisputedPayment> = {}): DisputedPayment => ({
  id: ID,
  problem: 'amount',
  decisions: ['stands', 'returned'],
  userId: USER,
  userName: '小林',
  order: ORDER,
  received: { currency: 'CNY', minor: 2700 },
  transactionId: '2026112422001',
  since: '2026-11-24T08:00:00.000Z',
  ...changes,
})
const show = (...all: DisputedPayment[]) => {
  disputes.list.mockResolvedValue(all)
  renderPage(<DisputeQueue />, { session: { userId: USER } })
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
})

it('says what came, what the provider says, and what a decision changes before it is made', async () => {
  show(payment())
  disputes.ask.mockResolvedValue({ word: 'paid' })
  disputes.decide.mockResolvedValue({ logId: ID })
  await press('查询支付平台')
  expect(await screen.findByText('支付平台现在的记录：已付款，款项未退回')).toBeDefined()
  expect(screen.getByText('收到 ¥27.00')).toBeDefined()
  expect(screen.getByText('金额与订单不符')).toBeDefined()
  await press('确认有效：小林')
  const asked = await dialog()
  expect(asked.getByText(/按实收 ¥27.00 记账，向 小林 发放 20 积分/)).toBeDefined()
  fireEvent.click(asked.getByRole('button', { name: '确认有效' }))
  expect(asked.getByText('请填写修改原因')).toBeDefined()
  fireEvent.change(asked.getByLabelText(/处理说明/), { target: { value: '已核对' } })
  fireEvent.click(asked.getByRole('button', { name: '确认有效' }))
  await waitFor(() => expect(disputes.decide).toHaveBeenCalledWith({ id: ID, decision: 'stands', reason: '已核对' }))
  await waitFor(() => expect(disputes.list).toHaveBeenCalledTimes(2))
})

it('a refund that was asked for is not called money that went back', async () => {
  show(payment({ problem: 'refund-asked' }))
  disputes.ask.mockResolvedValue({ word: 'refund-asked' })
  await press('查询支付平台')
  expect(await screen.findByText(/有退款记录，实际退回的金额请在商户平台核对/)).toBeDefined()
  expect(screen.getByText('付款后有退款记录')).toBeDefined()
  expect(screen.queryByText(/全部退回|已从支付平台退回/)).toBeNull()
})

it.each<[string, Partial<DisputedPayment>, RegExp]>([
  [
    'money that went back',
    { problem: 'refunded-elsewhere', order: { ...ORDER, isPaid: true, unusedCredits: 17 } },
    /收回 小林 剩余的 17 积分/,
  ],
  [
    'a second payment',
    { problem: 'paid-twice', order: { ...ORDER, isPaid: true } },
    /请先在支付平台把款项退回给付款人/,
  ],
  [
    'money for a refunded order',
    { problem: 'paid-after-refund', order: { ...ORDER, isPaid: true } },
    /请先在支付平台把款项退回给付款人/,
  ],
  ['money that bought nothing', {}, /请先在支付平台把款项退回给付款人/],
])('%s: what calling it returned means', async (_name, changes, text) => {
  show(payment(changes))
  await press('确认已退回：小林')
  expect((await dialog()).getByText(text)).toBeDefined()
})

it('money for a refunded order can be kept, and that gives nobody anything', async () => {
  show(payment({ problem: 'paid-after-refund', order: { ...ORDER, isPaid: true } }))
  await press('款项归本站：小林')
  const asked = await dialog()
  expect(asked.getByText(/订单仍为已退款，小林 的积分不变，也不会收到邮件/)).toBeDefined()
  expect(asked.getByRole('button', { name: '款项归本站' })).toBeDefined()
})

it('offers only what may be decided', async () => {
  show(payment({ problem: 'no-order', decisions: ['returned'], order: null, userId: null, userName: null }))
  expect(await screen.findByRole('button', { name: '确认已退回：未知订单' }, { timeout: 20_000 })).toBeDefined()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

it('is absent while nothing waits', async () => {
  show()
  await waitFor(() => expect(disputes.list).toHaveBeenCalled())
  expect(screen.queryByRole('region', { name: '待核对的付款' })).toBeNull()
})
