// @vitest-environment jsdom
// Guarded pages with the real auth state (document 1 §2 "Route guard"; U-08).
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROFILE_CHANGE_TIMEOUT_MS } from '#rulebook/account/auth-state.ts'
import { GUARD_MAX_POLLS, GUARD_POLL_INTERVAL_MS } from '#rulebook/site/guard.ts'
import { ProfileInfoPage } from '../profile/profile-info-page.tsx'
import { LoginPage } from '../sign-in/login-page.tsx'
import { noticeTexts, openPage, prepareWindow, ScriptedServer, TEST_PROFILE } from '../testing/test-page.tsx'
import { authStore } from './auth-store.ts'
import { useRouteGuard } from './use-route-guard.ts'

let server: ScriptedServer

beforeEach(async () => {
  prepareWindow()
  server = new ScriptedServer()
  vi.stubGlobal('fetch', server.fetch)
  await authStore.initialize()
})
afterEach(async () => {
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

interface GuardedProps {
  readonly access: 'login' | 'admin'
  readonly isOpenUntilKnown?: boolean
}
function Guarded({ access, isOpenUntilKnown }: GuardedProps) {
  return useRouteGuard(access, isOpenUntilKnown) ? <p>secret</p> : <p>waiting</p>
}
const routes = [
  { path: '/ai/denoise/normal', element: <Guarded access="login" isOpenUntilKnown /> },
  { path: '/profile/history', element: <Guarded access="login" /> },
  { path: '/admin', element: <Guarded access="admin" /> },
  { path: '/profile/info', element: <ProfileInfoPage /> },
]
async function signIn(userType = 'free') {
  server.signIn()
  server.reply({ '/api/rpc/account/profile/get': { body: { ...TEST_PROFILE, user_type: userType } } })
  await act(() => authStore.signedIn())
}

it('[GUARD-04] a visitor never sees the page and lands on login with the wanted route', async () => {
  const page = openPage(routes, '/profile/history?page=2')
  expect(screen.queryByText('secret')).toBeNull()
  await waitFor(() => expect(page.address()).toBe('/auth/login?redirect=%2Fprofile%2Fhistory%3Fpage%3D2'))
})

it('a signed-in user sees it, and is sent away when they sign out elsewhere', async () => {
  await signIn()
  const page = openPage(routes, '/profile/history')
  expect(await screen.findByText('secret')).toBeTruthy()
  await act(() => authStore.signOut())
  expect(screen.queryByText('secret')).toBeNull()
  await waitFor(() => expect(page.address()).toMatch(/^\/auth\/login/))
})

it.each(['free', 'premium', 'vip'])(
  '[GUARD-06] [GUARD-07] %s on an admin page reads why once, on /profile/info (U-08)',
  async (type) => {
    await signIn(type)
    const page = openPage(routes, '/admin')
    await waitFor(() => expect(page.address()).toBe('/profile/info'))
    expect(noticeTexts()).toEqual(['您没有访问管理员后台的权限'])
  },
)

it('[GUARD-08] [GUARD-09] an account that cannot be read leads to login, which says so and knows the way back', async () => {
  server.signIn()
  server.reply({ '/api/rpc/account/profile/get': { status: 500, body: {} } })
  await act(() => authStore.signedIn())
  const page = openPage(routes, '/profile/history')
  await waitFor(() => expect(page.address()).toMatch(/^\/auth\/login\?/), { timeout: 10_000 })
  const query = new URL(page.address(), 'http://x').searchParams
  expect([query.get('error'), query.get('redirect')]).toEqual(['认证检查失败，请重新登录', '/profile/history'])
})

describe('login, while an account cannot be read', () => {
  const STILL_SIGNED_IN = '可能是服务暂时中断，您的登录并未失效，恢复后会自动返回。'
  const QUESTION_EVERY_MS = 5_000

  beforeEach(async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.signIn()
    server.reply({ '/api/rpc/account/profile/get': { status: 503, body: {} } })
    await act(() => authStore.signedIn())
  })
  afterEach(() => vi.useRealTimers())
  const openLed = async () => {
    const page = openPage([...routes, { path: '/auth/login', element: <LoginPage /> }], '/profile/history')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(STILL_SIGNED_IN))
    return page
  }

  it('says that nobody was signed out, and leads back by itself when the service answers', async () => {
    const page = await openLed()
    await act(() => vi.advanceTimersByTimeAsync(QUESTION_EVERY_MS))
    expect(page.address()).toMatch(/^\/auth\/login/)
    server.reply({ '/api/rpc/account/profile/get': { body: TEST_PROFILE } })
    await act(() => vi.advanceTimersByTimeAsync(QUESTION_EVERY_MS))
    await waitFor(() => expect(page.address()).toBe('/profile/history'))
  })

  it('asks at once when that is pressed', async () => {
    const page = await openLed()
    server.reply({ '/api/rpc/account/profile/get': { body: TEST_PROFILE } })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await act(() => vi.advanceTimersByTimeAsync(QUESTION_EVERY_MS - 1_000))
    await waitFor(() => expect(page.address()).toBe('/profile/history'))
  })

  it('claims nothing any more when the session has ended meanwhile', async () => {
    await openLed()
    server.reply({ '/api/rpc/account/session': { body: null } })
    await act(() => vi.advanceTimersByTimeAsync(QUESTION_EVERY_MS))
    await waitFor(() => expect(screen.queryByText(STILL_SIGNED_IN)).toBeNull())
    const asked = server.calls.length
    await act(() => vi.advanceTimersByTimeAsync(2 * QUESTION_EVERY_MS))
    expect(server.calls.length).toBe(asked)
  })
})

describe('a page that stands open, with somebody whose account is not read within its limit', () => {
  const PROFILE = '/api/rpc/account/profile/get'
  let answer: (reply: { status?: number; body: unknown }) => void

  beforeEach(async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.signIn()
    server.reply({ [PROFILE]: () => new Promise((resolve) => (answer = resolve)) })
    const done = authStore.signedIn()
    await vi.advanceTimersByTimeAsync(PROFILE_CHANGE_TIMEOUT_MS)
    await done
  })
  afterEach(() => vi.useRealTimers())

  const expectStands = async (page: ReturnType<typeof openPage>) => {
    await act(() => vi.advanceTimersByTimeAsync(2 * GUARD_MAX_POLLS * GUARD_POLL_INTERVAL_MS))
    expect([page.address(), screen.queryByText('secret')?.textContent]).toEqual(['/ai/denoise/normal', 'secret'])
  }

  it('stays, also when the account comes', async () => {
    const page = openPage(routes, '/ai/denoise/normal')
    await expectStands(page)
    await act(async () => answer({ body: TEST_PROFILE }))
    await expectStands(page)
  })

  it('is left when it cannot be read after all', async () => {
    const page = openPage(routes, '/ai/denoise/normal')
    await expectStands(page)
    await act(async () => answer({ status: 403, body: { code: 'forbidden' } }))
    await act(() => vi.advanceTimersByTimeAsync(GUARD_POLL_INTERVAL_MS))
    expect(page.address()).toMatch(/^\/auth\/login\?/)
  })

  it('a page of one’s own is not opened by it', async () => {
    const page = openPage(routes, '/profile/history')
    await act(() => vi.advanceTimersByTimeAsync(GUARD_POLL_INTERVAL_MS))
    expect(page.address()).toMatch(/^\/auth\/login\?/)
  })
})

it('an admin enters', async () => {
  await signIn('admin')
  openPage(routes, '/admin')
  expect(await screen.findByText('secret')).toBeTruthy()
})

it('[CALL-ACC-16] /profile/info shows true figures and changes the name', async () => {
  await signIn()
  server.reply({ '/api/rpc/account/profile/update': { body: { ...TEST_PROFILE, username: '小明' } } })
  openPage(routes, '/profile/info')
  expect(await screen.findByText('5 积分')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '修改' }))
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'root' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('该用户名为保留关键词，请选择其他用户名')).toBeTruthy()
  expect(server.callsTo('/api/rpc/account/profile/update')).toHaveLength(0)
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: ' 小明 ' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(authStore.getState().profile?.username).toBe('小明'))
  expect(server.callsTo('/api/rpc/account/profile/update')[0]?.body).toEqual({ json: { username: '小明' } })
  expect(noticeTexts()).toEqual(['用户名更新成功'])
})
