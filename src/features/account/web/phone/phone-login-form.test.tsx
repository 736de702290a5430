// @vitest-environment jsdom
// Sign-in by code on /auth/login, and the recovery by a mailed code, with the real auth state and a scripted server (document 1 §4, §9; P-07).
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import { ForgotPasswordPage } from '../sign-in/forgot-password-page.tsx'
import { LoginPage } from '../sign-in/login-page.tsx'
import { noticeTexts, openPage, prepareWindow, ScriptedServer } from '../testing/test-page.tsx'

const PATIENT = { timeout: 20_000 }
const SIGN_IN = '/api/auth/sign-in/phone-number'
let server: ScriptedServer

beforeEach(async () => {
  prepareWindow()
  server = new ScriptedServer()
  server.reply({
    '/api/rpc/account/options': {
      body: { google: false, github: false, wechat: false, wechatInside: false, mail: true, sms: true },
    },
    '/api/rpc/account/phone/task': { body: { task: 'task', bits: 1, ticket: 'ticket' } },
    '/api/rpc/account/phone/sendLoginCode': { body: {} },
    '/api/rpc/account/recovery/sendCode': { body: {} },
  })
  vi.stubGlobal('fetch', server.fetch)
  await authStore.initialize()
})
afterEach(async () => {
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function toCode(address = '/auth/login') {
  const page = openPage([{ path: '/auth/login', element: <LoginPage /> }], address)
  fireEvent.click(await screen.findByText('验证码登录', undefined, PATIENT))
  expect(screen.getByText('或使用邮箱、手机号')).toBeDefined()
  type('手机号', '138 0000 0000')
  press('获取验证码')
  await screen.findByLabelText('验证码', undefined, PATIENT)
  return page
}

describe('sign-in by code', () => {
  it('[AUTHSTATE-20] navigates to the address that the server returned', async () => {
    server.reply({
      [SIGN_IN]: () => {
        server.signIn()
        return { body: { token: 't', redirect: '/profile/history' } }
      },
    })
    const page = await toCode()
    type('验证码', '123456')
    await waitFor(() => expect(page.address()).toBe('/profile/history'), PATIENT)
    expect(server.callsTo(SIGN_IN)[0]?.body).toEqual({ phone: '13800000000', code: '123456' })
  })

  it('hands the wanted address on, and never leaves this origin', async () => {
    server.reply({
      [SIGN_IN]: () => {
        server.signIn()
        return { body: { token: 't', redirect: 'https://evil.example/' } }
      },
    })
    const page = await toCode('/auth/login?redirect=/profile/info')
    type('验证码', '123456')
    await waitFor(() => expect(page.address()).not.toContain('/auth/login'), PATIENT)
    expect(server.callsTo(SIGN_IN)[0]?.body).toMatchObject({ redirect: '/profile/info' })
    expect(page.address()).toMatch(/^\/(profile\/info)?$/)
  })

  it.each([
    ['code-invalid', '验证码无效或已过期'],
    ['code-attempts', '验证码尝试次数过多，请重新获取'],
    ['phone-unknown', '该手机号尚未绑定账户，请先用其他方式登录，再到“个人资料”中绑定手机号'],
  ])('says %s', async (code, text) => {
    server.reply({ [SIGN_IN]: { status: 400, body: { code } } })
    await toCode()
    type('验证码', '123456')
    expect(await screen.findByText(text, undefined, PATIENT)).toBeTruthy()
  })

  it('another number hides the code field: its code went elsewhere', async () => {
    await toCode()
    type('手机号', '13900000000')
    expect(screen.queryByLabelText('验证码')).toBeNull()
  })

  it('is not offered while no SMS account is configured', async () => {
    server.reply({
      '/api/rpc/account/options': {
        body: { google: false, github: false, wechat: false, wechatInside: false, mail: true, sms: false },
      },
    })
    openPage([{ path: '/auth/login', element: <LoginPage /> }], '/auth/login')
    await waitFor(() => expect(server.callsTo('/api/rpc/account/options')).toHaveLength(1), PATIENT)
    expect(screen.queryByText('验证码登录')).toBeNull()
    expect(screen.getByLabelText('密码')).toBeTruthy()
  })
})

describe('sign-in by a mailed code', () => {
  const REMOVED = '为了账户安全，这个账户以前的密码和其他登录方式已移除。需要密码时，请到“个人资料”的“密码”中重新设置。'

  it.each([
    ['says that what was set before is gone, and where to set a password', true],
    ['says nothing of it else', false],
  ])('%s', async (_, earlierWaysRemoved) => {
    server.reply({
      '/api/rpc/account/emailCode/send': { body: {} },
      [SIGN_IN]: () => {
        server.signIn()
        return { body: { token: 't', ...(earlierWaysRemoved && { earlierWaysRemoved }) } }
      },
    })
    const page = openPage([{ path: '/auth/login', element: <LoginPage /> }], '/auth/login')
    fireEvent.click(await screen.findByText('邮件验证码', undefined, PATIENT))
    fireEvent.change(screen.getAllByLabelText('邮箱').at(-1)!, { target: { value: 'a@b.com' } })
    press('发送验证码')
    await screen.findByLabelText('邮件中的验证码', undefined, PATIENT)
    type('邮件中的验证码', 'ab12cd')
    fireEvent.click(screen.getAllByRole('button', { name: '登录' }).at(-1)!)
    await waitFor(() => expect(page.address()).not.toContain('/auth/login'), PATIENT)
    await waitFor(() => expect(noticeTexts()).toContain('登录成功！'), PATIENT)
    expect(noticeTexts().includes(REMOVED)).toBe(earlierWaysRemoved)
  })
})

describe('recovery by a mailed code', () => {
  it('leads to the reset page with both halves in the hash; the code is typed in any case', async () => {
    server.reply({
      '/api/rpc/account/recovery/check': { body: { access_token: 'first', refresh_token: 'second' } },
    })
    const page = openPage([{ path: '/auth/forgot-password', element: <ForgotPasswordPage /> }], '/auth/forgot-password')
    fireEvent.click(await screen.findByText('在其他设备上收邮件？改用验证码', undefined, PATIENT))
    type('邮箱', 'a@b.com')
    press('发送验证码')
    await screen.findByLabelText('邮件中的验证码', undefined, PATIENT)
    type('邮件中的验证码', 'ab12cd')
    press('继续设置新密码')
    await waitFor(
      () => expect(page.address()).toBe('/auth/reset-password#access_token=first&refresh_token=second'),
      PATIENT,
    )
    expect(server.callsTo('/api/rpc/account/recovery/check')[0]?.body).toEqual({
      json: { email: 'a@b.com', code: 'AB12CD' },
    })
  })
})
