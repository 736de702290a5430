// @vitest-environment jsdom
// The order's page as a buyer sees it, with the server's answers given (decisions 0080 and 0083): the code to scan, the time that is left, the true state.
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import type { OwnOrder } from '../contract.ts'
import { OrderPage } from './order-page.tsx'

const calls = vi.hoisted(() => ({ order: vi.fn(), checkout: vi.fn() }))
vi.mock('./billing-client.ts', () => ({ billingClient: calls, openBillingClient: calls }))

const ID = '00000000-0000-4000-8000-000000000001'
const ORDER: OwnOrder = {
  id: ID,
  packName: '超值包',
  credits: 120,
  currency: 'CNY',
  minor: 13_800,
  status: 'pending',
  createdAt: '2026-11-23T08:00:00.000Z',
  returnTo: '/ai/denoise/normal',
  refund: null,
  paidAt: null,
  provider: 'alipay',
  invoice: null,
  invoiceableMinor: null,
  refundable: null,
}
const CODE = { kind: 'qr', code: 'weixin://wxpay/bizpayurl?pr=abc', secondsLeft: 65 }

beforeAll(prepareDom)
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  calls.order.mockResolvedValue(ORDER)
  calls.checkout.mockResolvedValue(CODE)
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

const onPaid = vi.fn()
const open = () => renderPage(<OrderPage orderId={ID} onPaid={onPaid} />)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('shows the code with price and remaining time, until it is paid', async () => {
  open()
  expect(await screen.findByRole('img', { name: '付款二维码' })).toBeDefined()
  expect(screen.getByText('请用微信“扫一扫”付款')).toBeDefined()
  expect(screen.getAllByText('¥138.00').length).toBeGreaterThan(0)
  expect(screen.getByText(/剩余付款时间 1:0[345]/)).toBeDefined()
  calls.order.mockResolvedValue({ ...ORDER, status: 'paid' })
  await pass(4000)
  expect(await screen.findByText('120 积分已到账。')).toBeDefined()
  expect(screen.queryByRole('img', { name: '付款二维码' })).toBeNull()
  expect(onPaid).toHaveBeenCalled()
  expect(calls.checkout).toHaveBeenCalledTimes(1)
})

it('shows no code any more when the time is over, and goes on looking', async () => {
  open()
  await screen.findByRole('img', { name: '付款二维码' })
  const looked = calls.order.mock.calls.length
  await pass(70_000)
  expect(screen.getByText('付款时间已过。如果已经付款，积分会在确认后自动到账。')).toBeDefined()
  expect(screen.queryByRole('img', { name: '付款二维码' })).toBeNull()
  expect(calls.order.mock.calls.length).toBeGreaterThan(looked)
})

it('a code that cannot be had is asked for again at a press', async () => {
  calls.checkout.mockRejectedValueOnce(Object.assign(new Error(), { code: 'checkout-failed' }))
  open()
  expect(await screen.findByText('暂时无法付款，请稍后再试。如果已经付款，积分会在确认后自动到账。')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('img', { name: '付款二维码' })).toBeDefined()
})

it('leads back to the provider’s page by a link that was asked for anew', async () => {
  calls.checkout.mockResolvedValue({ kind: 'address', address: 'https://pay.example.com/1', secondsLeft: 600 })
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  open()
  calls.checkout.mockResolvedValue({ kind: 'address', address: 'https://pay.example.com/2', secondsLeft: 590 })
  fireEvent.click(await screen.findByRole('button', { name: '继续付款' }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example.com/2'))
  vi.unstubAllGlobals()
})

it('asks for no code where nothing can be paid', async () => {
  calls.order.mockResolvedValue({ ...ORDER, status: 'closed' })
  open()
  expect(await screen.findByText('订单已关闭')).toBeDefined()
  expect(calls.checkout).not.toHaveBeenCalled()
})

it.each([
  [13_800, '可以修改后重新申请。'],
  [null, null],
])('a refused invoice is asked for again only where it may be: %s', async (invoiceableMinor, hint) => {
  const invoice = {
    ...{ state: 'refused', kind: 'personal', title: '个人', taxNumber: '', email: 'a@example.com', minor: 13_800 },
    ...{ number: null, hasFile: false, decision: '抬头不完整', askedAt: '2026-11-23T09:00:00.000Z' },
  } as OwnOrder['invoice']
  calls.order.mockResolvedValue({ ...ORDER, status: 'paid', invoice, invoiceableMinor })
  open()
  expect(await screen.findByText('原因：抬头不完整')).toBeDefined()
  expect(screen.queryByText('可以修改后重新申请。')?.textContent ?? null).toBe(hint)
})
