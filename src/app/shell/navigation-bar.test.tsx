// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { SIGNED_IN, SIGNED_OUT } from './testing/visitors.ts'
import { UNKNOWN_VISITOR, type Visitor, VisitorContext } from './visitor.ts'

const Address = () => {
  const { pathname, hash } = useLocation()
  return <output>{pathname + hash}</output>
}
const address = () => screen.getByRole('status', { name: '' }).textContent

const open = (visitor: Visitor, path = '/') =>
  renderPage(
    <VisitorContext.Provider value={visitor}>
      <NavigationBar />
      <Address />
    </VisitorContext.Provider>,
    { path },
  )
const wideNavigation = () => within(screen.getByRole('navigation', { name: '主导航' }))
const openTools = () => {
  fireEvent.click(screen.getByRole('button', { name: 'AI 工具' }))
  const panelId = screen.getByRole('button', { name: 'AI 工具' }).getAttribute('aria-controls')!
  return within(document.getElementById(panelId)!)
}
const openMobileMenu = () => {
  fireEvent.click(screen.getByRole('button', { name: '打开菜单' }))
  return within(screen.getByRole('navigation', { name: '菜单' }))
}

beforeAll(prepareDom)

describe('tools dropdown', () => {
  it('[NAV-09] groups the models: enhance, denoise, restore, lighting, and sharpening last (C-18)', () => {
    open(SIGNED_OUT)
    const titles = openTools().getAllByRole('heading', { level: 2 })
    expect(titles.map((title) => title.textContent)).toEqual(['图片增强', '降噪', '老照片修复', '光影调整', '锐化'])
  })

  it('[NAV-10] the enhance group has the sub-groups standard and generative', () => {
    open(SIGNED_OUT)
    const enhance = within(openTools().getByRole('region', { name: '图片增强' }))
    expect(enhance.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual(['标准', '生成式'])
  })

  it('[NAV-11] [NAV-12] [NAV-13] every model shows name, description and credit cost', () => {
    open(SIGNED_OUT)
    const links = openTools().getAllByRole('link')
    expect(links).toHaveLength(23)
    const textOf = (href: string) => links.find((link) => link.getAttribute('href') === href)?.textContent
    expect(textOf('/ai/enhance/standard/standard-v2')).toBe('标准增强 V22 积分通用放大与增强，适合大多数照片')
    expect(textOf('/ai/enhance/generative/redefine')).toMatch(/5 积分/)
    expect(textOf('/ai/sharpen/generative/super-focus')).toMatch(/4 积分/)
    expect(textOf('/ai/restore/dust-scratch')).toMatch(/3 积分/)
    expect(textOf('/ai/denoise/extreme')).toMatch(/2 积分/)
  })

  it('[NAV-14] a model opens its tool route, and the dropdown closes', () => {
    open(SIGNED_OUT)
    fireEvent.click(openTools().getByRole('link', { name: /极限降噪/ }))
    expect(address()).toBe('/ai/denoise/extreme')
    expect(screen.getByRole('button', { name: 'AI 工具' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('closes on Escape and gives the focus back', () => {
    open(SIGNED_OUT)
    openTools()
    fireEvent.keyDown(document, { key: 'Escape' })
    const button = screen.getByRole('button', { name: 'AI 工具' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })
})

it('[NAV-15] the pricing link leads to /#pricing', () => {
  open(SIGNED_OUT)
  expect(wideNavigation().getByRole('link', { name: '价格' }).getAttribute('href')).toBe('/#pricing')
})

describe('[ROLE-07] [NAV-16] the admin link', () => {
  const adminLink = () => wideNavigation().queryByRole('link', { name: '管理后台' })
  it.each([
    ['a visitor', SIGNED_OUT],
    ['a free account', SIGNED_IN],
    ['nobody known yet', UNKNOWN_VISITOR],
  ])('is hidden from %s', (_who, visitor) => {
    open(visitor)
    expect(adminLink()).toBeNull()
  })
  it('is there for admins', () => {
    open({ ...SIGNED_IN, isAdmin: true })
    expect(adminLink()?.getAttribute('href')).toBe('/admin')
  })
})

describe('account area', () => {
  it('[NAV-17] [NAV-21] signed out: a login button, and no credits', () => {
    open(SIGNED_OUT)
    const banner = within(screen.getByRole('banner'))
    expect(banner.getAllByRole('link', { name: '登录' })[0]?.getAttribute('href')).toBe('/auth/login')
    expect(banner.queryByText('剩余积分')).toBeNull()
  })

  it('[NAV-18] while auth initialises: a loading indicator instead of the login button, and no number (C-01)', () => {
    open({ ...UNKNOWN_VISITOR })
    expect(screen.getByRole('status', { name: '加载中…' })).toBeDefined()
    // The link of the prerendered page is not shown before it is known that nobody is signed in (e2e/weight.e2e.ts).
    const links = screen.queryAllByRole('link', { name: '登录' })
    expect(links.filter((link) => !link.closest('[data-shown-when="signed-out"]'))).toEqual([])
    // The place of the balance stands there, unseen and empty.
    const place = screen.getByText('剩余积分')
    expect(place.closest('a')?.textContent).toBe('剩余积分')
    expect(place.closest('[data-known]')).toBeNull()
  })

  it('[NAV-19] [NAV-20] signed in: the remaining balance and a user dropdown', () => {
    open({ ...SIGNED_IN, creditsRemaining: 17 })
    const balance = screen.getAllByRole('link', { name: /剩余积分/ })[0]!
    expect(balance.textContent).toContain('17 积分')
    expect(screen.getByRole('button', { name: /用户菜单/ })).toBeDefined()
  })
})

describe('mobile menu', () => {
  it('[NAV-22] opens and closes', () => {
    open(SIGNED_OUT)
    openMobileMenu()
    fireEvent.click(screen.getByRole('button', { name: '关闭菜单' }))
    expect(screen.getByRole('button', { name: '打开菜单' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('[NAV-23] lists all tools with name and credit cost', () => {
    open(SIGNED_OUT)
    const menu = openMobileMenu()
    const tools = menu.getAllByRole('link', { name: /积分/ })
    expect(tools).toHaveLength(23)
    expect(tools[0]?.textContent).toBe('标准增强 V22 积分')
  })

  it('[NAV-24] 查看全部工具 leads to /ai', () => {
    open(SIGNED_OUT)
    expect(openMobileMenu().getByRole('link', { name: '查看全部工具' }).getAttribute('href')).toBe('/ai')
  })

  it('shows the admin item to admins only', () => {
    open(SIGNED_IN)
    expect(openMobileMenu().queryByRole('link', { name: '管理后台' })).toBeNull()
    open({ ...SIGNED_IN, isAdmin: true })
    expect(openMobileMenu().getByRole('link', { name: '管理后台' })).toBeDefined()
  })
})

it('[NAV-08] the logo leads to the landing page', () => {
  open(SIGNED_OUT, '/profile/info')
  fireEvent.click(screen.getByRole('link', { name: '焕影，返回首页' }))
  expect(address()).toBe('/')
})
