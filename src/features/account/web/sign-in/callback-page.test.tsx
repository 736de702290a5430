// @vitest-environment jsdom
// /auth/callback, /auth/forgot-password and /auth/reset-password with a scripted server (document 1 §2, §5, §8, §9).
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import { openPage, prepareWindow, ScriptedServer, TEST_SESSION } from '../testing/test-page.tsx'
import { CallbackPage } from './callback-page.tsx'
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

const STEP = '/api/rpc/account/emailChangeStep'
const openCallback = (query: string) =>
  openPage([{ path: '/auth/callback', element: <CallbackPage /> }], `/auth/callback${query}`)
const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs))
const alertText = async () => (await screen.findByRole('alert')).textContent

describe('/auth/callback', () => {
  it.each([
    ['[CALLBACK-01] [CALLBACK-14]', '?type=email_verification&verified=false&email=a%40b.com', '验证失败'],
    ['[CALLBACK-15]', '?type=email_verification&email=a%40b.com', '验证状态未知'],
    ['[CALLBACK-01] [CALLBACK-16]', '?type=email_verification&verified=true', '缺少邮箱参数'],
    ['[CALLBACK-05] [CALLBACK-16]', '?type=password_reset', '缺少邮箱参数'],
    ['[CALLBACK-11] [CALLBACK-12]', '?error=access_denied', '登录失败'],
    ['[CALLBACK-11]', '?type=email_verification&verified=true&email=a%40b.com&error=INVALID_TOKEN', '验证失败'],
    ['U-10', `?error=${encodeURIComponent('<b>坏</b>')}`, '<b>坏</b>'],
    ['C-33', '?type=email_change&error=code-too-often', '发送过于频繁，请5分钟后再试'],
    [
      'LOGINM-01',
      '?type=email_change&error=session-expired',
      '请先在当前浏览器登录要更换邮箱的账户，然后再次打开邮件中的链接',
    ],
    ['used', '?type=email_change&error=email-change-used', '这个链接已经用过。如果邮箱已经更换，请用新邮箱登录。'],
    ['over', '?type=email_change&error=TOKEN_EXPIRED', '链接已过期，请到“个人资料”重新更换邮箱'],
    [
      'of another account',
      '?type=email_change&error=INVALID_USER',
      '这个链接属于另一个账户，请先退出当前账户，再打开邮件中的链接',
    ],
    [
      'trouble behind a link',
      '?type=email_verification&error=unexpected',
      '服务暂时出现问题，请一分钟后再次打开邮件中的链接',
    ],
    ['trouble behind a provider', '?error=unexpected', '服务暂时出现问题，请一分钟后重新登录'],
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

  it('[CALL-ACC-08] [CALLBACK-03] a changed email refreshes the user and goes to /profile/info after 2 s', async () => {
    server.reply({
      '/api/rpc/account/session': {
        body: { ...TEST_SESSION, user: { ...TEST_SESSION.user, email: 'new@b.com' } },
      },
      [STEP]: { body: 'changed' },
    })
    const page = openCallback('?type=email_change')
    expect(await screen.findByRole('heading', { name: '邮箱修改成功' })).toBeDefined()
    expect(authStore.getState().user?.email).toBe('new@b.com')
    await pass(2_100)
    expect(page.address()).toBe('/profile/info')
  })
})

describe('/auth/callback after the consent of the old address', () => {
  it('says that a step is left, never that the address has changed', async () => {
    server.reply({ [STEP]: { body: 'consented' } })
    const page = openCallback('?type=email_change&step=consent')
    expect(await screen.findByRole('heading', { name: '还差一步' })).toBeDefined()
    expect(screen.queryByText('邮箱修改成功')).toBeNull()
    await pass(3_100)
    expect(page.address()).toMatch(/^\/auth\/callback/)
  })
})

describe('/auth/callback after a change of email that cannot be read', () => {
  it.each([
    ['', null],
    ['', 'consented'],
    ['&email=wished%40b.com', null],
    [`&email=${encodeURIComponent(TEST_SESSION.user.email!)}`, null],
    ['&step=consent', null],
    ['&step=consent', 'changed'],
  ])('a query typed by hand (%j) claims nothing where the server knows of %j', async (typed, step) => {
    server.signIn()
    server.reply({ [STEP]: { body: step } })
    openCallback(`?type=email_change${typed}`)
    expect(await alertText()).toBe('无法获取更新后的用户信息')
    for (const claim of ['邮箱修改成功', '还差一步', /验证邮件已发送/]) expect(screen.queryByText(claim)).toBeNull()
  })
})

describe('/auth/reset-password', () => {
  const open = (hash = '#access_token=half&refresh_token=rest') =>
    openPage([{ path: '/auth/reset-password', element: <ResetPasswordPage /> }], `/auth/reset-password${hash}`)
  const next = () => screen.getByLabelText<HTMLInputElement>('新密码')
  const again = () => screen.getByLabelText<HTMLInputElement>('确认密码')
  const _submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存新密码' })
  const _fill = (password: string, confirmation = password) => {
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
})
