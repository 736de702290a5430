// @vitest-environment jsdom
// /auth/register with the real auth state and a scripted server (document 1 §2, §4, §5, §8, §9).
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import { noticeTexts, openPage, prepareWindow, ScriptedServer } from '../testing/test-page.tsx'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'

let server: ScriptedServer

beforeEach(async () => {
  prepareWindow()
  server = new ScriptedServer()
  vi.stubGlobal('fetch', server.fetch)
  await authStore.initialize()
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

const open = (address = '/auth/register') =>
  openPage(
    [
      { path: '/auth/register', element: <RegisterPage /> },
      { path: '/auth/login', element: <LoginPage /> },
    ],
    address,
  )
/** The estimator is loaded with the first password that is typed. */
const PATIENT = { timeout: 20_000 }
const email = () => screen.getByLabelText<HTMLInputElement>('邮箱')
const password = () => screen.getByLabelText<HTMLInputElement>('密码')
const confirmation = () => screen.getByLabelText<HTMLInputElement>('确认密码')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^注册/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })

function fill(values: { email?: string; password?: string; confirmation?: string } = {}): void {
  type(email(), values.email ?? 'a@b.com')
  type(password(), values.password ?? 'kite-4417')
  type(confirmation(), values.confirmation ?? 'kite-4417')
  const terms = screen.getByRole<HTMLInputElement>('checkbox', { name: /我已阅读并同意/ })
  if (!terms.checked) fireEvent.click(terms)
}
const signUpReplies = (reply: Parameters<ScriptedServer['reply']>[0][string]) =>
  server.reply({ '/api/auth/sign-up/email': reply })

describe('the form', () => {
  it('[AUTH-REG-01] [AUTH-REG-02] [AUTH-REG-03] [AUTH-REG-04] [AUTH-REG-05] has its parts and states 5 free credits', () => {
    open()
    expect(screen.getByRole('button', { name: '使用 Google 账户注册' })).toBeTruthy()
    expect(email().type).toBe('email')
    expect(password().type).toBe('password')
    expect(confirmation().type).toBe('password')
    expect(document.body.textContent).toContain('5 个免费积分')
  })

  it('[VALID-PWD-03] meter and advice say what the server will say: what falls in a million guesses is weak', async () => {
    open()
    const says = (text: string) => screen.findByText(text, undefined, PATIENT)
    for (const weak of ['abc', 'abc123', 'qz7kx1', 'Password1!']) {
      type(password(), weak)
      await says('密码强度：弱')
    }
    await says('这个密码太容易被猜中。加长几位，或加入特殊字符，会安全得多。')
    type(password(), 'kite-4417')
    await says('密码强度：中')
    expect(screen.queryByText(/太容易被猜中/)).toBeNull()
    type(password(), 'kite-4417-on-the-roof')
    await says('密码强度：强')
  })

  it('says when the server knows a password as one that everybody tries first', async () => {
    open()
    signUpReplies({ status: 400, body: { code: 'password-common' } })
    fill()
    fireEvent.click(submit())
    expect(await screen.findByText('这个密码太容易被猜中。加长几位，或加入特殊字符，会安全得多。')).toBeTruthy()
  })

  it.each([
    ['no-at', '请输入有效的邮箱地址'],
    [`a@${'b'.repeat(250)}.com`, '邮箱地址过长'],
    [`${'a'.repeat(65)}@example.com`, '邮箱用户名部分过长'],
    ['a..b@example.com', '邮箱格式不正确'],
  ])('[VALID-EMAIL-12] refuses %s as the login does (C-51)', async (address, text) => {
    open()
    fill({ email: address })
    expect(await screen.findByText(text)).toBeTruthy()
    fireEvent.click(submit())
    expect(server.calls.some(({ path }) => path.includes('sign-up'))).toBe(false)
  })

  it.each([
    ['an email', { email: '' }],
    ['a password', { password: '' }],
    ['a confirmation', { confirmation: '' }],
    ['a valid email', { email: 'a@b' }],
    ['a long enough password', { password: 'ab123', confirmation: 'ab123' }],
    ['a password with a number', { password: 'abcdef', confirmation: 'abcdef' }],
    ['a password with a letter', { password: '123456', confirmation: '123456' }],
    ['a matching confirmation', { confirmation: 'abc124' }],
    ['a password that withstands a million guesses', { password: 'qz7kx1', confirmation: 'qz7kx1' }],
  ])('[AUTH-REG-06] submit needs %s', async (_what, values) => {
    open()
    fill(values)
    await waitFor(() => expect(submit().disabled).toBe(true), PATIENT)
    fill()
    expect(submit().disabled).toBe(false)
  })

  it('[AUTH-REG-07] shows 两次密码输入不一致 for a differing confirmation', () => {
    open()
    fill({ confirmation: 'abc12' })
    expect(screen.getByText('两次密码输入不一致')).toBeTruthy()
    fill()
    expect(screen.queryByText('两次密码输入不一致')).toBeNull()
  })
})

describe('success', () => {
  it('[AUTH-REG-08] [AUTH-REG-10] [AUTH-REG-22] without verification: 注册成功！, signed in, login after 2 s, which forwards', async () => {
    signUpReplies(() => server.signIn())
    const page = open('/auth/register?redirect=%2Fai')
    fill()
    vi.useFakeTimers()
    fireEvent.click(submit())
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(document.body.textContent).toContain('注册成功！')
    expect(screen.queryByText('已有账户？')).toBeNull()
    expect(screen.queryByRole('link', { name: '直接登录' })).toBeNull()
    expect(authStore.getState().profile).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1_800))
    expect(page.address()).toBe('/auth/register?redirect=%2Fai')
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(page.address()).toMatch(/^\/(auth\/login|ai)/)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(page.address()).toBe('/ai')
    expect(noticeTexts()).toEqual([])
  })

  it('[AUTH-REG-08] [AUTH-REG-09] [AUTH-REG-11] [AUTH-REG-22] with verification: toast, page text, login after 2 s, not signed in', async () => {
    signUpReplies({ body: { token: null, user: {} } })
    const page = open()
    fill()
    vi.useFakeTimers()
    fireEvent.click(submit())
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(noticeTexts()).toEqual(['注册成功！请检查邮箱并点击验证链接'])
    expect(document.body.textContent).toContain('注册成功！请检查邮箱验证链接完成验证')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(page.address()).toBe('/auth/login')
    expect(authStore.getState().user).toBeUndefined()
    vi.useRealTimers()
    // The toast leaves, the box stays: where the email went, and what to do when none comes.
    expect(email().value).toBe('a@b.com')
    const sent = screen.getByText('验证邮件已发送到 a@b.com，点击其中的链接后即可登录。')
    const box = sent.closest('[role="status"]')!
    server.reply({ '/api/auth/send-verification-email': { body: { status: true } } })
    fireEvent.click(screen.getByRole('button', { name: '重新发送' }))
    await waitFor(() => expect(box.textContent).toContain('验证邮件已重新发送，请查收'))
    expect(server.callsTo('/api/auth/send-verification-email')[0]?.body).toMatchObject({ email: 'a@b.com' })
    expect(screen.getByRole('link', { name: '更换邮箱' }).getAttribute('href')).toBe('/auth/register')
  })

  it('sends one request for a double click', async () => {
    signUpReplies(() => server.signIn())
    open()
    fill()
    fireEvent.click(submit())
    fireEvent.click(submit())
    await waitFor(() => expect(authStore.getState().profile).toBeDefined())
    expect(server.callsTo('/api/auth/sign-up/email')).toHaveLength(1)
  })
})

describe('an address that is taken', () => {
  const exists = {
    exists: true,
    suggestions: [
      { type: 'google', action: 'google_login' },
      { type: 'github', action: 'github_login' },
      { type: 'email', action: 'email_login' },
      { type: 'reset', action: 'reset_password' },
    ],
  }
  async function openBox() {
    server.reply({
      '/api/rpc/account/suggestions': { body: exists },
      '/api/auth/sign-in/social': { status: 500, body: null },
    })
    const page = open('/auth/register?redirect=%2Fai')
    fill()
    fireEvent.click(submit())
    await screen.findByText('账户已存在')
    return page
  }

  it('[AUTH-REG-14] [AUTH-REG-15] opens the box 账户已存在 with a button per suggestion, and registers nobody', async () => {
    await openBox()
    const box = screen.getByRole('alert')
    expect([...box.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
      '使用 Google 账户登录',
      '使用 GitHub 账户登录',
      '使用邮箱和密码登录',
      '重置密码',
    ])
    expect(server.callsTo('/api/auth/sign-up/email')).toHaveLength(0)
  })

  it.each([
    ['[AUTH-REG-18]', 'google', '使用 Google 账户登录'],
    ['[AUTH-REG-19]', 'github', '使用 GitHub 账户登录'],
  ])('%s starts the sign-in with %s', async (_row, provider, label) => {
    await openBox()
    fireEvent.click(screen.getByRole('button', { name: label }))
    await waitFor(() => expect(server.callsTo('/api/auth/sign-in/social')).toHaveLength(1))
    expect(server.callsTo('/api/auth/sign-in/social')[0]?.body).toMatchObject({ provider })
  })

  it('[AUTH-REG-20] leads to the email login with the address, which does not claim to be verified (C-21)', async () => {
    const page = await openBox()
    fireEvent.click(screen.getByRole('button', { name: '使用邮箱和密码登录' }))
    await waitFor(() => expect(page.address()).toBe('/auth/login?redirect=%2Fai'))
    expect(email().value).toBe('a@b.com')
    expect(screen.queryByText('邮箱已验证，请输入密码登录')).toBeNull()
  })

  it('also opens the box when the question was refused and the sign-up itself says it', async () => {
    server.reply({ '/api/rpc/account/suggestions': { status: 429, body: { code: 'too-many-attempts' } } })
    signUpReplies({ status: 422, body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' } })
    open()
    fill()
    fireEvent.click(submit())
    expect(await screen.findByText('账户已存在')).toBeTruthy()
  })
})
