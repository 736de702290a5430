// @vitest-environment jsdom
// Money back on an order's page, with the server's answers given (decision 0084).
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import type { OwnOrder } from '../../contract.ts'
import { OrderPage } from '../order-page.tsx'

const calls = vi.hoisted(() => ({ order: vi.fn(), askRefund: vi.fn(), withdrawRefund: vi.fn() }))
vi.mock('../billing-client.ts', () => ({ billingClient: calls, openBillingClient: calls }))

const ID = '00000000-0000-4000-8000-000000000001'
const order = (changes: Partial<OwnOrder> = {}): OwnOrder => ({
  id: ID,
  packName: '体验包',
  credits: 20,
  currency: 'CNY',
  minor: 2800,
  status: 'paid',
  createdAt: '2026-11-20T08:00:00.000Z',
  returnTo: null,
  refund: null,
  paidAt: null,
  provider: 'alipay',
  invoice: null,
  invoiceableMinor: null,
  refundable: { credits: 17, minor: 2380, until: '2026-11-27T08:00:00.000Z' },
  ...changes,
})
type Refund = NonNullable<OwnOrder['refund']>
const refund = (state: Refund['state'], changes: Partial<Refund> = {}): Partial<OwnOrder> => ({
  refund: { state, decision: null, credits: null, minor: null, askedAt: '2026-11-21T08:00:00.000Z', ...changes },
  refundable: null,
})
const open = (shown: OwnOrder) => {
  calls.order.mockResolvedValue(shown)
  renderPage(<OrderPage orderId={ID} onPaid={() => {}} />)
}
const section = async () => within(await screen.findByRole('region', { name: '申请退款' }, { timeout: 20_000 }))

beforeAll(prepareDom)
afterEach(() => vi.clearAllMocks())

it('says what can be asked back, sends the request, and shows it with the way to take it back', async () => {
  open(order())
  const place = await section()
  expect(place.getByText(/还有 17 积分未使用，可退 ¥23.80/)).toBeDefined()
  fireEvent.click(place.getByRole('button', { name: '申请退款' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('退款原因（选填）'), { target: { value: ' 买错了 ' } })
  calls.askRefund.mockResolvedValue(order(refund('requested')))
  fireEvent.click(dialog.getByRole('button', { name: '提交申请' }))
  expect(await screen.findByText('已申请退款')).toBeDefined()
  expect(calls.askRefund).toHaveBeenCalledWith({ id: ID, reason: '买错了' })
  calls.withdrawRefund.mockResolvedValue(order(refund('withdrawn')))
  fireEvent.click((await section()).getByRole('button', { name: '撤回申请' }))
  await vi.waitFor(() => expect(screen.queryByText('已申请退款')).toBeNull())
})

it.each<[Refund['state'], Partial<Refund>, RegExp]>([
  ['refused', { decision: '已大量使用' }, /未通过.*原因：已大量使用/s],
  ['granted', { credits: 17, minor: 2380 }, /退款处理中.*已收回 17 积分，¥23.80 正在原路退回/s],
  ['refunded', { credits: 17, minor: 2380 }, /已退款.*¥23.80 已原路退回/s],
  ['failed', { credits: 17, minor: 2380 }, /退款未成功.*17 积分已退回/s],
])('tells a request that is %s', async (state, changes, words) => {
  open(order(refund(state, changes)))
  await section()
  expect(screen.getByRole('region', { name: '申请退款' }).textContent).toMatch(words)
})

it('offers nothing where nothing can be asked', async () => {
  open(order({ refundable: null }))
  await screen.findByText('支付成功')
  expect(screen.queryByRole('region', { name: '申请退款' })).toBeNull()
})
