// @vitest-environment jsdom
// /auth/login with the real auth state and a scripted server (document 1 §2, §5, §8, §9).
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WORK_PROOF_HEADER } from '#rulebook/account/sign-up.ts'
import { authStore, startAuth } from '../session/auth-store.ts'
import { noticeTexts, openPage, prepareWindow, ScriptedServer } from '../testing/test-page.tsx'
import { LoginPage } from './login-page.tsx'

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

const open = (address = '/auth/login') => openPage([{ path: '/auth/login', element: <LoginPage /> }], address)
const email = () => screen.getByLabelText<HTMLInputElement>('邮箱')
const password = () => screen.getByLabelText<HTMLInputElement>('密码')
const remember = () => screen.getByLabelText<HTMLInputElement>('记住我')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^登录/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
const redBox = () => screen.queryByRole('alert')?.textContent ?? ''

async function signIn(reply: Parameters<ScriptedServer['reply']>[0][string]) {
  server.reply({ '/api/auth/sign-in/email': reply })
  type(email(), 'a@b.com')
  type(password(), 'abc123')
  fireEvent.click(submit())
}

describe('the form', () => {
  it('[AUTH-LOGIN-01] [AUTH-LOGIN-02] [AUTH-LOGIN-03] [AUTH-LOGIN-04] [AUTH-LOGIN-05] has its fields and buttons', () => {
    open()
    expect(email().type).toBe('email')
    expect(email().required).toBe(true)
    expect(password().type).toBe('password')
    expect(remember().type).toBe('checkbox')
    expect(submit().type).toBe('submit')
    expect(screen.getByRole('button', { name: /Google/ })).toBeTruthy()
  })

  it('[AUTH-LOGIN-06] [AUTH-LOGIN-07] links to forgot-password and register', () => {
    open()
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toContain('/auth/forgot-password')
    expect(targets).toContain('/auth/register')
  })

  it('[AUTH-LOGIN-08] [AUTH-LOGIN-09] keeps submit disabled while email or password is empty', () => {
    open()
    expect(submit().disabled).toBe(true)
    type(email(), 'a@b.com')
    expect(submit().disabled).toBe(true)
    type(password(), 'x')
    expect(submit().disabled).toBe(false)
    type(email(), '')
    expect(submit().disabled).toBe(true)
  })

  it('[AUTH-LOGIN-13] checks the email while it is typed', () => {
    open()
    type(email(), 'a@b')
    expect(screen.getByText('请输入有效的邮箱地址')).toBeTruthy()
    type(email(), 'a@qq.com')
    expect(screen.getByText('✓ 邮箱格式正确')).toBeTruthy()
    expect(screen.queryByText('请输入有效的邮箱地址')).toBeNull()
    type(email(), 'a@b.com')
    expect(screen.getByText('✓ 邮箱格式正确（请确认域名拼写）')).toBeTruthy()
  })

  it('[AUTH-LOGIN-23] shows no phone sign-in', () => {
    open()
    expect(screen.queryByText(/手机|短信|验证码/)).toBeNull()
    expect(document.querySelector('input[type="tel"]')).toBeNull()
  })

  it('shows GitHub only where it is configured (C-24)', async () => {
    open()
    expect(screen.queryByRole('button', { name: /GitHub/ })).toBeNull()
    cleanup()
    prepareWindow()
    server.reply({
      '/api/rpc/account/options': {
        body: { google: true, github: true, wechat: false, wechatInside: false, mail: false, sms: false },
      },
    })
    open()
    expect(await screen.findByRole('button', { name: /GitHub/ })).toBeTruthy()
  })
})

describe('queries on load', () => {
  it('[AUTH-LOGIN-14] [AUTH-LOGIN-15] [AUTH-LOGIN-17] email prefills with the notice, and wins over a remembered one', () => {
    localStorage.setItem('remember-login', 'true')
    localStorage.setItem('last-email', 'old@b.com')
    open('/auth/login?email=new%40b.com')
    expect(email().value).toBe('new@b.com')
    expect(screen.getByText('邮箱已验证，请输入密码登录')).toBeTruthy()
  })

  it('[AUTH-LOGIN-16] restores the remembered email without the notice', () => {
    localStorage.setItem('remember-login', 'true')
    localStorage.setItem('last-email', 'old@b.com')
    open()
    expect(email().value).toBe('old@b.com')
    expect(remember().checked).toBe(true)
    expect(screen.queryByText('邮箱已验证，请输入密码登录')).toBeNull()
  })

  it('a last email without the flag is not restored', () => {
    localStorage.setItem('last-email', 'old@b.com')
    open()
    expect(email().value).toBe('')
  })

  it('[AUTH-LOGIN-18] shows an error query as plain text, cut at 200 characters (U-10)', () => {
    open(`/auth/login?error=${encodeURIComponent(`<img src=x onerror=alert(1)>${'错'.repeat(300)}`)}`)
    expect(document.querySelector('img')).toBeNull()
    expect(redBox()).toMatch(/^<img src=x/)
    expect([...redBox()].length).toBe(200)
  })

  it('[AUTH-LOGIN-24] shows a message query as a notice', () => {
    open(`/auth/login?message=${encodeURIComponent('密码重置成功，请使用新密码登录')}`)
    expect(screen.getByText('密码重置成功，请使用新密码登录')).toBeTruthy()
    expect(redBox()).toBe('')
  })
})

describe('signing in', () => {
  it('[AUTH-LOGIN-10] [AUTH-LOGIN-11] is disabled and reads 登录中... while loading', async () => {
    let answer = (): void => {}
    open()
    await signIn(() => new Promise((resolve) => (answer = () => resolve(server.signIn()))))
    await waitFor(() => expect(submit().textContent).toBe('登录中...'))
    expect(submit().disabled).toBe(true)
    fireEvent.click(submit())
    answer()
    await waitFor(() => expect(authStore.getState().profile).toBeDefined())
    expect(server.callsTo('/api/auth/sign-in/email')).toHaveLength(1)
  })

  it('[AUTH-LOGIN-20] [AUTH-LOGIN-21] goes to / with 登录成功！, once', async () => {
    const page = open()
    await signIn(() => server.signIn())
    await waitFor(() => expect(page.address()).toBe('/'))
    expect(noticeTexts()).toEqual(['登录成功！'])
  })

  it('[AUTH-LOGIN-19] [GUARD-05] goes to the redirect value with its query and hash', async () => {
    const page = open(`/auth/login?redirect=${encodeURIComponent('/profile/history?page=2#top')}`)
    await signIn(() => server.signIn())
    await waitFor(() => expect(page.address()).toBe('/profile/history?page=2#top'))
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
    'never leaves the origin: %j (U-10)',
    async (target) => {
      const page = open(`/auth/login?redirect=${encodeURIComponent(target)}`)
      await signIn(() => server.signIn())
      await waitFor(() => expect(page.address()).toBe('/'))
    },
  )

  it('[AUTH-LOGIN-12] shows a failure in the red box, and nowhere else', async () => {
    const page = open()
    await signIn({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' } })
    await waitFor(() => expect(redBox()).toBe('邮箱或密码错误'))
    expect(noticeTexts()).toEqual([])
    expect(page.address()).toBe('/auth/login')
    expect(submit().disabled).toBe(false)
  })

  it.each([
    [{ status: 429, body: { message: 'Too many requests.' } }, '尝试次数过多，请稍后再试'],
    [{ status: 429, body: { code: 'too-many-attempts' } }, '尝试次数过多，请稍后再试'],
    [{ status: 500, body: null }, '服务暂时出现问题，请稍后重试'],
  ])('says %j in Chinese', async (reply, text) => {
    open()
    await signIn(reply)
    await waitFor(() => expect(redBox()).toBe(text))
  })

  it('says that there is no connection', async () => {
    open()
    await signIn(() => {
      throw new TypeError('Failed to fetch')
    })
    await waitFor(() => expect(redBox()).toBe('网络连接失败，请检查网络状态'))
  })

  it('offers to resend the email for an unverified address (U-15)', async () => {
    server.reply({ '/api/auth/send-verification-email': { body: { status: true } } })
    open()
    await signIn({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    fireEvent.click(await screen.findByRole('button', { name: '重新发送验证邮件' }))
    expect(await screen.findByText('验证邮件已重新发送，请查收')).toBeTruthy()
    expect(server.callsTo('/api/auth/send-verification-email')[0]?.body).toEqual({ email: 'a@b.com' })
  })

  it('computes before the email where the server asks for it, and tells nobody', async () => {
    const path = '/api/auth/send-verification-email'
    const task = { task: 'QkJCQkJCQkJCQkJCQkJCQg', bits: 1, ticket: 'ticket' }
    const isWorked = () => server.callsTo(path).at(-1)?.headers.has(WORK_PROOF_HEADER)
    server.reply({
      [path]: () =>
        isWorked() ? { body: { status: true } } : { status: 429, body: { code: 'proof-needed', message: '', task } },
    })
    open()
    await signIn({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    fireEvent.click(await screen.findByRole('button', { name: '重新发送验证邮件' }))
    expect(await screen.findByText('验证邮件已重新发送，请查收')).toBeTruthy()
    expect(server.callsTo(path)).toHaveLength(2)
  })

  it('[AUTH-LOGIN-22] remembers flag and email, never the password, and forgets when unticked (U-57)', async () => {
    const page = open()
    fireEvent.click(remember())
    await signIn(() => server.signIn())
    await waitFor(() => expect(page.address()).toBe('/'))
    expect(localStorage.getItem('remember-login')).toBe('true')
    expect(localStorage.getItem('last-email')).toBe('a@b.com')
    expect(JSON.stringify({ ...localStorage })).not.toContain('abc123')

    cleanup()
    await authStore.signOut()
    server.reply({ '/api/rpc/account/session': { body: null } })
    const again = open()
    fireEvent.click(remember())
    await signIn(() => server.signIn())
    await waitFor(() => expect(again.address()).toBe('/'))
    expect(localStorage.getItem('remember-login')).toBeNull()
    expect(localStorage.getItem('last-email')).toBeNull()
  })

  it('forwards whoever is signed in already (U-11)', async () => {
    server.signIn()
    await authStore.signedIn()
    const page = open('/auth/login?redirect=%2Fai')
    await waitFor(() => expect(page.address()).toBe('/ai'))
  })

  it('[CALL-ACC-13] sends bearer token, api key and client-info with a call', async () => {
    startAuth()
    open()
    await signIn(() => server.signIn())
    await waitFor(() => expect(server.callsTo('/api/rpc/account/profile/get')).toHaveLength(1))
    const [profileCall] = server.callsTo('/api/rpc/account/profile/get')
    expect(profileCall?.headers.get('authorization')).toBe('Bearer token')
    expect(profileCall?.headers.get('apikey')).toBe('huanying-web')
    expect(profileCall?.headers.get('x-client-info')).toMatch(/^huanying-web\//)
  })
})

describe('provider sign-in', () => {
  it('[AUTH-LOGIN-05] a Google button that could only disappoint cannot be pressed, and says so', async () => {
    server.reply({
      '/api/rpc/account/options': {
        body: { google: false, github: false, wechat: false, wechatInside: false, mail: false, sms: false },
      },
    })
    open()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: '使用 Google 账户登录（暂未开放）' })
    expect(button.disabled).toBe(true)
  })

  it('[CALL-ACC-03] [AUTH-LOGIN-05] starts Google with the wanted route in its return address', async () => {
    server.reply({ '/api/auth/sign-in/social': { status: 404, body: { code: 'PROVIDER_NOT_FOUND' } } })
    open('/auth/login?redirect=%2Fai')
    fireEvent.click(screen.getByRole('button', { name: /Google/ }))
    await waitFor(() => expect(redBox()).toBe('暂不支持这种登录方式'))
    expect(server.callsTo('/api/auth/sign-in/social')[0]?.body).toEqual({
      provider: 'google',
      callbackURL: '/auth/callback?redirect=%2Fai',
      errorCallbackURL: '/auth/callback?redirect=%2Fai',
    })
  })
})
