// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { INITIAL_AUTH_STATE } from '#features/account/web/session/auth-state.ts'
import { authOf } from '#features/account/web/session/auth-store.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { SIGNED_IN, TEST_PROFILE, TEST_USER } from './testing/visitors.ts'
import { UserMenu } from './user-menu.tsx'
import type { Visitor } from './visitor.ts'
import { visitorOf } from './visitor-of-auth.ts'

const Address = () => <output>{useLocation().pathname}</output>
const menuButton = () => screen.getByRole('button', { name: /用户菜单/ })
const isOpen = () => menuButton().getAttribute('aria-expanded') === 'true'

function open(visitor: Visitor = SIGNED_IN) {
  renderPage(
    <>
      <UserMenu visitor={visitor} />
      <p>outside</p>
      <Address />
    </>,
    { path: '/profile/info' },
  )
  fireEvent.click(menuButton())
  return within(document.getElementById(menuButton().getAttribute('aria-controls')!)!)
}

beforeAll(prepareDom)

it('[UDROP-02] [UDROP-03] [UDROP-08] [UDROP-09] shows avatar, name, contact line and remaining credits', () => {
  const panel = open()
  expect(document.querySelector('[data-seed="user-1"]')).not.toBeNull()
  expect(panel.getByText('小明')).toBeDefined()
  expect(panel.getByText('xm@example.com')).toBeDefined()
  expect(panel.getByText('剩余积分').parentElement?.textContent).toBe('剩余积分5 积分')
})

it.each([
  ['[UDROP-04]', 'free', '免费版'],
  ['[UDROP-05]', 'premium', '高级版'],
  ['[UDROP-06]', 'vip', 'VIP版'],
  ['[UDROP-07]', 'admin', '管理员'],
])('%s the badge of user_type %s reads %s', (_row, userType, badge) => {
  const auth = authOf({
    ...INITIAL_AUTH_STATE,
    initialized: true,
    user: TEST_USER,
    profile: { ...TEST_PROFILE, user_type: userType },
  })
  expect(open(visitorOf(auth)).getByText(badge)).toBeDefined()
})

it('[UDROP-10] [UDROP-11] [UDROP-12] [UDROP-15] has its items in order, the admin one not for others', () => {
  const items = open().getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['个人资料', '历史记录', '积分管理', '退出登录'])
  const targets = items.map((item) => item.querySelector('a')?.getAttribute('href'))
  expect(targets).toEqual(['/profile/info', '/profile/history', '/profile/billing', undefined])
})

it('[ROLE-07] [UDROP-13] shows 管理后台 to admins, before 退出登录', () => {
  const panel = open({ ...SIGNED_IN, isAdmin: true })
  expect(panel.getByRole('link', { name: '管理后台' }).getAttribute('href')).toBe('/admin')
  expect(panel.getAllByRole('listitem').at(-2)?.textContent).toBe('管理后台')
})

it('[UDROP-22] closes on Escape', () => {
  open()
  expect(isOpen()).toBe(true)
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(isOpen()).toBe(false)
})

it('[UDROP-23] closes on a press outside, not on one inside', () => {
  const panel = open()
  fireEvent.pointerDown(panel.getByText('小明'))
  expect(isOpen()).toBe(true)
  fireEvent.pointerDown(screen.getByText('outside'))
  expect(isOpen()).toBe(false)
})

it('[UDROP-14] [UDROP-24] [UDROP-25] signs out, goes to / and says 已成功退出登录, once', async () => {
  const signOut = vi.fn(async () => {})
  fireEvent.click(open({ ...SIGNED_IN, signOut }).getByRole('button', { name: '退出登录' }))
  expect(await screen.findByText('已成功退出登录')).toBeDefined()
  expect(signOut).toHaveBeenCalledTimes(1)
  expect(document.querySelector('output')?.textContent).toBe('/')
  expect(screen.queryByText('已成功登出')).toBeNull()
})

it('says so when signing out fails', async () => {
  const signOut = () => Promise.reject(new Error('offline'))
  fireEvent.click(open({ ...SIGNED_IN, signOut }).getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(screen.getByText('退出登录失败，请重试')).toBeDefined())
})
