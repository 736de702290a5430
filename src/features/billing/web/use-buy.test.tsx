// @vitest-environment jsdom
// A press of "buy" with providers configured (decision 0083): which provider, and where the buyer is led.
import { fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { PackCards } from './pack-cards.tsx'
import { useBuy } from './use-buy.ts'

const calls = vi.hoisted(() => ({ offers: vi.fn(), buy: vi.fn() }))
vi.mock('./billing-client.ts', () => ({ billingClient: calls, openBillingClient: calls }))

const ID = '00000000-0000-4000-8000-000000000001'
const IN_WECHAT = 'Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.50'
const assign = vi.fn()

beforeAll(prepareDom)
beforeEach(() => {
  vi.stubGlobal('location', { ...window.location, assign })
  calls.buy.mockResolvedValue({
    id: ID,
    address: 'https://photos.example.com/profile/billing/order',
    checkout: { kind: 'qr', code: 'weixin://1', secondsLeft: 1800 },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

function Packs() {
  const { buy, busyId, choice } = useBuy('in development', '/ai/denoise/normal')
  const { pathname, search } = useLocation()
  return (
    <>
      <PackCards onBuy={buy} busyId={busyId} choice={choice} />
      <output>{pathname + search}</output>
    </>
  )
}
const PRICES = [
  { packId: 'pile', currency: 'CNY', minor: 13_800 },
  { packId: 'small', currency: 'USD', minor: 399 },
]
const press = (providers: readonly string[], prices: readonly object[] = PRICES) => {
  calls.offers.mockResolvedValue({ providers, prices, changed: [], isInWechat: false })
  renderPage(<Packs />)
  fireEvent.click(screen.getByRole('button', { name: '购买：超值包' }))
}
const address = () => document.querySelector('output')?.textContent
/** The first press loads what shows the answer. */
const soon = (what: () => void) => vi.waitFor(what, { timeout: 20_000 })

it('one provider is not asked about; what is scanned stands on the order’s page', async () => {
  press(['wechatpay'])
  await soon(() => expect(address()).toBe(`/profile/billing/order?order=${ID}`))
  expect(calls.buy).toHaveBeenCalledWith({
    packId: 'pile',
    provider: 'wechatpay',
    version: 0,
    minor: 13_800,
    returnTo: '/ai/denoise/normal',
  })
  expect(assign).not.toHaveBeenCalled()
})

it('several are chosen from', async () => {
  calls.buy.mockResolvedValue({
    id: ID,
    address: 'https://pay.example.com/',
    checkout: { kind: 'address', address: 'https://pay.example.com/', secondsLeft: 1800 },
  })
  press(['alipay', 'wechatpay'], [{ packId: 'pile', currency: 'CNY', minor: 13800 }])
  expect(await screen.findByRole('button', { name: '微信支付' })).toBeDefined()
  expect(screen.getByRole('dialog').textContent).toContain('超值包 · 120 积分 · ¥138.00')
  expect(calls.buy).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '支付宝' }))
  await soon(() => expect(assign).toHaveBeenCalledWith('https://pay.example.com/'))
  expect(calls.buy).toHaveBeenCalledWith({
    packId: 'pile',
    provider: 'alipay',
    version: 0,
    minor: 13_800,
    returnTo: '/ai/denoise/normal',
  })
})

it('inside WeChat nothing is bought, and the way out is told', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IN_WECHAT)
  press(['alipay', 'wechatpay'])
  expect(await screen.findByText(/微信内暂时无法付款/)).toBeDefined()
  expect(calls.buy).not.toHaveBeenCalled()
})

it('only who takes money that the pack has a price in is chosen from', async () => {
  press(['alipay', 'wechatpay', 'paddle'])
  expect(await screen.findByRole('button', { name: '微信支付' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Paddle|国际/ })).toBeNull()
})

it('a pack without a price in what can be paid with says so; the cards leave out one that nobody can buy', async () => {
  press(['alipay', 'paddle'], [{ packId: 'pile', currency: 'EUR', minor: 1 }, PRICES[1]!])
  expect(await screen.findByText('这个积分包暂不支持这种付款方式，请选择其他积分包')).toBeDefined()
  expect(calls.buy).not.toHaveBeenCalled()
  expect(screen.getAllByRole('button', { name: /^购买：/ }).map((button) => button.getAttribute('aria-label'))).toEqual(
    ['购买：体验包', '购买：超值包'],
  )
})

it('a price that changed since the cards were drawn is looked at again, though the pack is the same', async () => {
  calls.offers.mockResolvedValue({ providers: ['alipay'], prices: [{ ...PRICES[0], minor: 9900 }], changed: [] })
  renderPage(<Packs />)
  expect(await screen.findByText('¥99.00')).toBeDefined()
  calls.offers.mockResolvedValue({ providers: ['alipay'], prices: [PRICES[0]], changed: [], isInWechat: false })
  fireEvent.click(screen.getByRole('button', { name: '购买：超值包' }))
  expect(await screen.findByText('这个积分包刚刚调整过，请核对后再购买')).toBeDefined()
  expect(screen.getByText('¥138.00')).toBeDefined()
  expect(calls.buy).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '购买：超值包' }))
  await soon(() => expect(calls.buy).toHaveBeenCalledTimes(1))
})

it('a press that fails says that nothing was paid', async () => {
  calls.buy.mockRejectedValue(Object.assign(new Error('broken'), { status: 500, code: 'unexpected' }))
  press(['wechatpay'])
  await soon(() => expect(screen.getByRole('alert').textContent).toMatch(/没有扣款。$/))
})
