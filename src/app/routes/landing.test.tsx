// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { SIGNED_IN, SIGNED_OUT } from '../shell/testing/visitors.ts'
import { UNKNOWN_VISITOR, type Visitor, VisitorContext } from '../shell/visitor.ts'
import LandingRoute from './landing.tsx'

const billing = vi.hoisted(() => ({ offers: vi.fn(), buy: vi.fn(), purchaseWish: { read: vi.fn() } }))
vi.mock('#features/billing/web/billing-client.ts', () => ({ billingClient: billing, openBillingClient: billing }))
beforeEach(() => {
  billing.offers.mockResolvedValue({ providers: [], prices: [], changed: [], isInWechat: false })
  billing.purchaseWish.read.mockResolvedValue({ askedAt: null, byMail: true })
})

const Address = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const open = (visitor: Visitor = SIGNED_OUT) =>
  renderPage(
    <VisitorContext.Provider value={visitor}>
      <LandingRoute />
      <Address />
    </VisitorContext.Provider>,
  )
function BeforeItIsCertain() {
  const [visitor, setVisitor] = useState(UNKNOWN_VISITOR)
  return (
    <VisitorContext.Provider value={visitor}>
      <button type="button" onClick={() => setVisitor(SIGNED_IN)}>
        the session arrives
      </button>
      <LandingRoute />
      <Address />
    </VisitorContext.Provider>
  )
}
const address = () => document.querySelector('output')?.textContent
const region = (name: string) => within(screen.getByRole('region', { name }))

beforeAll(prepareDom)

it('[ROUTE-02] has the anchors #pricing, #features, #faq and #cta', () => {
  open()
  for (const id of ['pricing', 'features', 'faq', 'cta']) expect(document.getElementById(id)).not.toBeNull()
})

it('[LAND-14] the free-trial link leads to /ai', () => {
  open()
  const links = screen.getAllByRole('link', { name: '免费试用' })
  expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/ai']))
})

const heroes = () => [...document.querySelectorAll<HTMLElement>('[data-hero]')]

it('[LAND-02] seven heroes stand in their order', () => {
  open()
  expect(heroes().map(({ dataset }) => dataset.hero)).toEqual([
    'low-resolution',
    'cgi',
    'high-fidelity',
    'text-refine',
    'denoise',
    'restore',
    'lighting',
  ])
})

it.each([
  ['[LAND-03]', 0, '/ai/enhance/low-resolution'],
  ['[LAND-04]', 1, '/ai/enhance/cgi'],
  ['[LAND-05]', 2, '/ai/enhance/high-fidelity'],
  ['[LAND-06]', 3, '/ai/enhance/text-refine'],
  ['[LAND-07]', 4, '/ai/denoise/standard'],
  ['[LAND-08]', 5, '/ai/restore'],
  ['[LAND-09]', 6, '/ai/lighting/smart'],
])('%s hero %i leads to %s', (_row, index, path) => {
  open()
  const links = within(heroes()[index]!).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toContain(path)
})

it('[LAND-10] each hero has a button that scrolls smoothly to pricing or features, without a page load', () => {
  open()
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  for (const hero of heroes()) {
    const link = within(hero).getByRole('link', { name: /查看价格|查看全部功能/ })
    expect(fireEvent.click(link)).toBe(false)
    expect(scrolled).toHaveBeenLastCalledWith({ behavior: 'smooth' })
    expect((scrolled.mock.contexts.at(-1) as Element).id).toMatch(/^(pricing|features)$/)
  }
  scrolled.mockRestore()
})

it('[LAND-11] a click on a picture toggles processed and original', () => {
  open()
  const [hero] = heroes()
  const shown = () => within(hero!).getByRole('img').getAttribute('alt')
  const toggle = within(hero!).getByRole('button')
  expect(shown()).toBe('草地上的小猫，处理后')
  fireEvent.click(toggle)
  expect(shown()).toBe('草地上的小猫，原图')
  fireEvent.click(toggle)
  expect(shown()).toBe('草地上的小猫，处理后')
})

it('[LAND-12] [LAND-13] captions tell one time, the measured one, in the documents’ form, and the pair is really 4x', () => {
  open()
  for (const hero of heroes().slice(0, 4)) {
    const caption = within(hero).getByText(/^示例：放大 4 倍 · [\d.]+ 秒（宽 200 → 800 像素）$/)
    expect(caption.textContent.match(/秒/g)).toHaveLength(1)
  }
})

it('[PROD-09] the copy names low resolution, CGI, high fidelity and text refinement', () => {
  open()
  for (const title of ['低清照片修复', '动漫与插画增强', '高保真增强', '文字图片清晰化'])
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
})

describe('features', () => {
  it('[LAND-15] [LAND-16] shows 11 in four groups: 5, 3, 1, 2', () => {
    open()
    const groups = region('功能').getAllByRole('region')
    expect(groups.map((group) => within(group).getAllByRole('listitem').length)).toEqual([5, 3, 1, 2])
  })
  it('[LAND-17] [LAND-18] badges show 2 credits, and 3 for restore', () => {
    open()
    const badges = region('功能').getAllByRole('heading', { level: 3 })
    expect(badges.map((badge) => badge.textContent)).toEqual([
      '图片增强2 积分',
      '降噪2 积分',
      '老照片修复3 积分',
      '光影调整2 积分',
    ])
  })
})

describe('pricing', () => {
  const buy = () => fireEvent.click(screen.getByRole('button', { name: '购买：超值包' }))

  it('[LAND-19] [PROD-12] shows the four packs at their prices', () => {
    open()
    const packs = region('价格').getAllByRole('heading', { level: 3 })
    expect(packs.map((pack) => pack.textContent)).toEqual(['体验包', '常用包', '超值包推荐', '大容量包'])
    expect(
      region('价格')
        .getAllByText(/^\$\d+\.\d\d/)
        .map((price) => price.parentElement?.textContent),
    ).toEqual(['$3.9920 积分', '$9.9955 积分', '$19.99120 积分', '$39.99250 积分'])
  })
  it('[LAND-20] signed out: buying goes to /login, and back to the pack afterwards (C-47)', () => {
    open(SIGNED_OUT)
    buy()
    expect(address()).toBe(`/login?redirect=${encodeURIComponent('/profile/billing?pack=pile')}`)
  })
  it('a press before it is certain who looks waits for that, and opens the checkout of who is signed in', async () => {
    const prices = [{ packId: 'pile', currency: 'CNY', minor: 13_800 }]
    billing.offers.mockResolvedValue({ providers: ['alipay'], prices, changed: [], isInWechat: false })
    billing.buy.mockReset().mockReturnValue(new Promise(() => {}))
    renderPage(<BeforeItIsCertain />)
    buy()
    expect(address()).toBe('/')
    expect(billing.buy).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'the session arrives' }))
    await vi.waitFor(() =>
      expect(billing.buy).toHaveBeenCalledWith({ packId: 'pile', provider: 'alipay', version: 0, minor: 13_800 }),
    )
    expect(address()).toBe('/')
  })
  it('signed in, with a configured provider: the configured price stands there, and buying leads to the checkout', async () => {
    const prices = [
      { packId: 'small', currency: 'CNY', minor: 2800 },
      { packId: 'pile', currency: 'CNY', minor: 13_800 },
    ]
    billing.offers.mockResolvedValue({ providers: ['alipay'], prices, changed: [], isInWechat: false })
    billing.buy.mockReturnValue(new Promise(() => {}))
    open(SIGNED_IN)
    expect(await screen.findByText('¥138.00')).toBeDefined()
    expect(screen.getByText('每积分约 ¥1.15 · 约省 17%')).toBeDefined()
    buy()
    await vi.waitFor(() =>
      expect(billing.buy).toHaveBeenCalledWith({ packId: 'pile', provider: 'alipay', version: 0, minor: 13_800 }),
    )
  })
})

it.each([
  ['[LAND-22]', 'JPG/JPEG、PNG、BMP、WEBP'],
  ['[LAND-23]', '最大 50MB'],
  ['[LAND-24]', '建议小于 10MB'],
  ['[LAND-25]', '2 倍放大消耗 1 个积分'],
  ['[LAND-26]', '4 倍放大消耗 2 个积分'],
  ['[LAND-27]', '人脸增强消耗 2 个积分'],
  ['[LAND-28]', '新用户注册即获得 5 个免费积分'],
  ['[LAND-29]', '积分永不过期'],
  ['[LAND-30]', '图片保留 30 天'],
  ['[LAND-31]', '预计约 10 秒（5–25 秒）'],
  ['[LAND-33]', '通过第三方支付平台付款'],
  ['[LAND-34]', '您只能看到自己的图片'],
])('%s the FAQ states %s', (_row, fact) => {
  open()
  expect(document.getElementById('faq')?.textContent).toContain(fact)
})

describe('help, as the operator can give it (decision 0121)', () => {
  const operatedBy = (contactEmail: string | null) => {
    const operator = { name: null, contactEmail, icpNumber: null, policeNumber: null }
    vi.stubGlobal('fetch', async () => Response.json({ json: { operator } }))
  }
  afterEach(() => void vi.unstubAllGlobals())
  const answer = () => screen.getByText('如何获得帮助？').closest('details')!

  it('[LAND-32] with an address the FAQ says how to write, and that support replies within 24 hours', async () => {
    operatedBy('help@example.com')
    open()
    const link = await within(answer()).findByRole('link', { name: '联系客服', hidden: true })
    expect(link.getAttribute('href')).toBe('mailto:help@example.com')
    expect(answer().textContent).toContain('客服会在 24 小时内回复')
  })
  it('without one it promises no reply, and still answers', async () => {
    operatedBy(null)
    open()
    await vi.waitFor(() => expect(answer().textContent).toContain('请先查看本页的其他问题'))
    expect(document.body.textContent).not.toContain('小时内回复')
  })
})
