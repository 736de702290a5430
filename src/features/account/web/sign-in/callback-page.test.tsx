// @vitest-environment jsdom
// /auth/callback, /auth/forgot-password and /auth/reset-password with a scripted server (document 1 §2, §5, §8, §9).
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import { openPage, prepareWindow, ScriptedServer, TEST_SESSION } from '../testing/test-page.tsx'
import { CallbackPage } from './callback-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

let server: ScriptedServer

beforeEach(() => {
  prepareWindow()
  server = new ScriptedServer()
  vi.stubGlobal('fetch', server.fetch)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

const openCallback = (query: string) =>
  openPage([{ path: '/auth/callback', element: <CallbackPage /> }], `/auth/callback${query}`)
const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs))
const alertText = async () => (await screen.findByRole('alert')).textContent

describe('/auth/callback', () => {
  it('[CALLBACK-02] a verified e-mail goes to login with the address after 3 s', async () => {
    const page = openCallback('?type=email_verification&verified=true&email=a%40b.com')
    await pass(0)
    await pass(2_900)
    expect(page.address()).toMatch(/^\/auth\/callback/)
    await pass(200)
    expect(page.address()).toBe('/auth/login?email=a%40b.com')
  })

  it.each([
    ['[CALLBACK-01] [CALLBACK-14]', '?type=email_verification&verified=false&email=a%40b.com', '验证失败'],
    ['[CALLBACK-15]', '?type=email_verification&email=a%40b.com', '验证状态未知'],
    ['[CALLBACK-01] [CALLBACK-16]', '?type=email_verification&verified=true', '缺少邮箱参数'],
    ['[CALLBACK-05] [CALLBACK-16]', '?type=password_reset', '缺少邮箱参数'],
    ['[CALLBACK-11] [CALLBACK-12]', '?error=access_denied', '登录失败'],
    ['[CALLBACK-11]', '?type=email_verification&verified=true&email=a%40b.com&error=INVALID_TOKEN', '验证失败'],
    ['U-10', `?error=${encodeURIComponent('<b>坏</b>')}`, '<b>坏</b>'],
    ['an inherited name is no code', '?error=constructor', '登录失败'],
  ])('%s %s shows %s with a way back to login', async (_row, query, text) => {
    openCallback(query)
    expect(await alertText()).toBe(text)
    expect(screen.getByRole('link', { name: '返回登录' }).getAttribute('href')).toBe('/auth/login')
    expect(document.querySelector('b')).toBeNull()
  })

  it('[CALLBACK-06] a password reset keeps the tokens of the hash', async () => {
    const page = openCallback('?type=password_reset&email=a%40b.com#access_token=x&refresh_token=y')
    await waitFor(() =>
      expect(page.address()).toBe('/auth/reset-password?email=a%40b.com#access_token=x&refresh_token=y'),
    )
  })

  it.each([
    ['[CALLBACK-08]', '?redirect=%2Fai', '/ai'],
    ['[CALLBACK-09]', '', '/'],
    ['U-10', '?redirect=https%3A%2F%2Fevil.example', '/'],
  ])('[CALLBACK-07] %s a provider return %s goes to %s after 1.5 s', async (_row, query, target) => {
    server.signIn()
    const page = openCallback(query)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('登录成功！'))
    await pass(1_300)
    expect(page.address()).toBe(`/auth/callback${query}`)
    await pass(300)
    expect(page.address()).toBe(target)
  })

  it('[CALLBACK-10] [CALLBACK-13] says so when nobody is signed in after 5 s', async () => {
    let answer = (): void => {}
    server.reply({
      '/api/rpc/account/session': () => new Promise((resolve) => (answer = () => resolve({ body: null }))),
    })
    openCallback('')
    await pass(4_900)
    expect(screen.queryByRole('alert')).toBeNull()
    await pass(200)
    expect(await alertText()).toBe('登录验证失败，请重试')
    answer()
    await pass(0)
  })

  it('[CALLBACK-10] asks again meanwhile: a session that appears within 5 s counts', async () => {
    openCallback('')
    await pass(4_000)
    expect(screen.queryByRole('alert')).toBeNull()
    server.signIn()
    await pass(900)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('登录成功！'))
  })

  it('[CALLBACK-10] without any session it is an error after 5 s and not before', async () => {
    openCallback('')
    await pass(4_800)
    expect(screen.queryByRole('alert')).toBeNull()
    await pass(800)
    expect(await alertText()).toBe('登录验证失败，请重试')
  })

  it('[CALL-ACC-08] [CALLBACK-03] a changed e-mail refreshes the user and goes to /profile/info after 2 s', async () => {
    server.reply({
      '/api/rpc/account/session': { body: { ...TEST_SESSION, user: { ...TEST_SESSION.user, email: 'new@b.com' } } },
    })
    const page = openCallback('?type=email_change&email=new%40b.com')
    await waitFor(() => expect(authStore.getState().user?.email).toBe('new@b.com'))
    await pass(2_100)
    expect(page.address()).toBe('/profile/info')
  })
})

describe('/auth/callback after the consent of the old address', () => {
  it('says that a step is left, never that the address has changed', async () => {
    const page = openCallback('?type=email_change&step=consent')
    expect(await screen.findByRole('heading', { name: '还差一步' })).toBeDefined()
    expect(screen.queryByText('邮箱修改成功')).toBeNull()
    await pass(3_100)
    expect(page.address()).toMatch(/^\/auth\/callback/)
  })
})

describe('/auth/callback after a change of e-mail that cannot be read', () => {
  it.each(['', '&email=wished%40b.com'])(
    'a query typed by hand (%j) changes nothing and claims nothing',
    async (typed) => {
      server.signIn()
      openCallback(`?type=email_change${typed}`)
      expect(await alertText()).toBe('无法获取更新后的用户信息')
      expect(screen.queryByText('邮箱修改成功')).toBeNull()
    },
  )

  it('[CALLBACK-04] [CALLBACK-17] [ERR-ACC-04] says so and goes to login after 3 s', async () => {
    server.reply({ '/api/rpc/account/session': { status: 500, body: null } })
    const page = openCallback('?type=email_change')
    expect(await alertText()).toBe('无法获取更新后的用户信息')
    await pass(2_800)
    expect(page.address()).toMatch(/^\/auth\/callback/)
    await pass(300)
    expect(page.address()).toBe('/auth/login')
  })
})

describe('/auth/forgot-password', () => {
  const open = (query = '') =>
    openPage([{ path: '/auth/forgot-password', element: <ForgotPasswordPage /> }], `/auth/forgot-password${query}`)
  const canSend = () =>
    server.reply({
      '/api/rpc/account/options': {
        body: { google: true, github: false, wechat: false, wechatInside: false, mail: true, sms: false },
      },
    })

  it('[AUTH-FORGOT-01] [AUTH-FORGOT-02] [AUTH-FORGOT-03] [AUTH-FORGOT-04] prefills, sends and says so', async () => {
    canSend()
    server.reply({ '/api/auth/request-password-reset': { body: { status: true } } })
    open('?email=a%40b.com')
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('a@b.com')
    fireEvent.click(screen.getByRole('button', { name: '发送重置链接' }))
    expect(await screen.findByText('重置密码的链接已发送到你的邮箱，请查收并按照说明操作')).toBeTruthy()
    expect(server.callsTo('/api/auth/request-password-reset')[0]?.body).toEqual({ email: 'a@b.com' })
  })

  it('claims nothing where no mail account is configured (C-33)', async () => {
    open()
    expect(await alertText()).toBe('暂不支持发送邮件，请联系客服')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('/auth/reset-password', () => {
  const open = (hash = '#access_token=half&refresh_token=rest') =>
    openPage([{ path: '/auth/reset-password', element: <ResetPasswordPage /> }], `/auth/reset-password${hash}`)
  const next = () => screen.getByLabelText<HTMLInputElement>('新密码')
  const again = () => screen.getByLabelText<HTMLInputElement>('确认密码')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存新密码' })
  const fill = (password: string, confirmation = password) => {
    fireEvent.change(next(), { target: { value: password } })
    fireEvent.change(again(), { target: { value: confirmation } })
  }

  it.each(['', '#access_token=x', '#refresh_token=y', '#access_token=&refresh_token=y'])(
    '[AUTH-RESET-02] [AUTH-RESET-03] without both tokens (%j) the link is invalid',
    async (hash) => {
      open(hash)
      expect(await alertText()).toBe('重置链接无效或已过期，请重新申请密码重置')
    },
  )

  it('[AUTH-RESET-01] [AUTH-RESET-04] [AUTH-RESET-05] wants 6 characters and an equal confirmation', () => {
    open()
    fill('12345')
    expect(screen.getByText('密码长度至少6位')).toBeTruthy()
    expect(submit().disabled).toBe(true)
    fill('123456', '123457')
    expect(submit().disabled).toBe(true)
    fill('123456')
    expect(submit().disabled).toBe(false)
  })

  it('[AUTH-RESET-06] [AUTH-RESET-07] [AUTH-RESET-08] advises, still saves, and goes to login after 2 s', async () => {
    server.reply({ '/api/auth/reset-password': { body: { status: true } } })
    const page = open()
    // Digits only, as the documents allow, of a length that the server takes (decision 0053).
    fill('904817362')
    expect(screen.getByText('建议密码包含字母和数字，提高安全性')).toBeTruthy()
    fireEvent.click(submit())
    await waitFor(() => expect(server.callsTo('/api/auth/reset-password')).toHaveLength(1))
    expect(server.callsTo('/api/auth/reset-password')[0]?.body).toEqual({ token: 'halfrest', newPassword: '904817362' })
    await pass(2_200)
    expect(page.address()).toMatch(/^\/auth\/login\?message=/)
  })

  it.each([
    ['[AUTH-RESET-09]', { status: 500, body: null }, '密码更新失败，请稍后重试'],
    ['a used link', { status: 400, body: { code: 'INVALID_TOKEN' } }, '重置链接无效或已过期，请重新申请密码重置'],
  ])('%s: %j says %s', async (_row, reply, text) => {
    server.reply({ '/api/auth/reset-password': reply })
    open()
    fill('abc123')
    fireEvent.click(submit())
    expect(await alertText()).toBe(text)
  })
})
