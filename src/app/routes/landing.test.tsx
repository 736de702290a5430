// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { SIGNED_IN, SIGNED_OUT } from '../shell/testing/visitors.ts'
import { type Visitor, VisitorContext } from '../shell/visitor.ts'
import LandingRoute from './landing.tsx'

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
      '图像增强2 积分',
      '降噪2 积分',
      '老照片修复3 积分',
      '光影调整2 积分',
    ])
  })
})

describe('pricing', () => {
  const buy = () => fireEvent.click(screen.getByRole('button', { name: '立即购买：一堆' }))

  it('[LAND-19] shows the four packs at their prices', () => {
    open()
    const packs = region('价格').getAllByRole('heading', { level: 3 })
    expect(packs.map((pack) => pack.textContent)).toEqual(['小份', '一些', '一堆最受欢迎', '一箱'])
    expect(
      region('价格')
        .getAllByText(/^\$\d+\.\d\d/)
        .map((price) => price.textContent),
    ).toEqual(['$3.9920 积分', '$9.9955 积分', '$19.99120 积分', '$39.99250 积分'])
  })
  it('[LAND-20] signed out: buying goes to /login, and back to the pack afterwards (C-47)', () => {
    open(SIGNED_OUT)
    buy()
    expect(address()).toBe(`/login?redirect=${encodeURIComponent('/profile/billing?pack=pile')}`)
  })
  it('[LAND-21] signed in: only says that it is in development', async () => {
    open(SIGNED_IN)
    buy()
    expect(await screen.findByText('功能开发中')).toBeDefined()
    expect(address()).toBe('/')
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
  ['[LAND-31]', '通常预计约 10 秒（5–25 秒）'],
  ['[LAND-32]', '客服会在 24 小时内回复'],
  ['[LAND-33]', '通过第三方支付服务商付款'],
  ['[LAND-34]', '您只能看到自己的图片'],
])('%s the FAQ states %s', (_row, fact) => {
  open()
  expect(document.getElementById('faq')?.textContent).toContain(fact)
})
