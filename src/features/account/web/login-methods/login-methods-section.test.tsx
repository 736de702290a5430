// @vitest-environment jsdom
// The login methods on /profile/info with the real auth state and a scripted server (document 1 §4, §8; C-24, U-46).
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginMethod } from '../../contract.ts'
import { ProfileInfoPage } from '../profile/profile-info-page.tsx'
import { authStore } from '../session/auth-store.ts'
import { noticeTexts, openPage, prepareWindow, ScriptedServer } from '../testing/test-page.tsx'
import { LoginMethodsSection } from './login-methods-section.tsx'

const PATIENT = { timeout: 20_000 }
const LIST = '/api/rpc/loginMethods/list'
const method = (type: LoginMethod['type'], display: string, isPrimary = false): LoginMethod => ({
  id: `00000000-0000-4000-8000-0000000000${type.length}0`,
  type,
  display,
  verified: true,
  isPrimary,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const EMAIL = method('email', 'a@b.com', true)
const GITHUB = method('github', 'me@github.com')
const listed = (...methods: LoginMethod[]) => ({ body: { methods, needsPassword: true } })
let server: ScriptedServer

beforeEach(() => {
  prepareWindow()
  server = new ScriptedServer()
  server.signIn()
  server.reply({ [LIST]: listed(EMAIL, GITHUB) })
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

async function open(query = '') {
  await authStore.initialize()
  await authStore.signedIn()
  const page = (
    <>
      <ProfileInfoPage />
      <LoginMethodsSection />
    </>
  )
  const opened = openPage([{ path: '/profile/info', element: page }], `/profile/info${query}`)
  await screen.findByRole('heading', { name: '登录方式' }, PATIENT)
  return opened
}
const section = () => within(screen.getByRole('region', { name: '登录方式' }))
const press = (name: string) => fireEvent.click(section().getByRole('button', { name }))

describe('the list', () => {
  it('shows each method, the primary one, and providers that can be linked', async () => {
    await open()
    const rows = await section().findAllByRole('listitem', undefined, PATIENT)
    await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(3), PATIENT)
    expect(rows[0]!.textContent).toContain('a@b.com')
    expect(rows[0]!.textContent).toContain('首选')
    expect(rows[1]!.textContent).toContain('me@github.com')
    expect(section().getByRole('button', { name: '绑定：Google' })).toBeTruthy()
  })

  it('[LOGINM-03] offers no unbinding of the only method', async () => {
    server.reply({ [LIST]: listed(EMAIL) })
    await open()
    await section().findByText('a@b.com', undefined, PATIENT)
    expect(section().queryByRole('button', { name: /解绑/ })).toBeNull()
  })

  it('says that it cannot be read, and tries again', async () => {
    server.reply({ [LIST]: { status: 404, body: {} } })
    await open()
    expect((await section().findByRole('alert', undefined, PATIENT)).textContent).toContain('登录方式加载失败')
    server.reply({ [LIST]: listed(EMAIL) })
    press('重试')
    expect(await section().findByText('a@b.com', undefined, PATIENT)).toBeTruthy()
  })
})

describe('taking one away', () => {
  const dialog = () => screen.findByRole('dialog', { name: '解绑 GitHub？' }, PATIENT)
  const fillAndSend = async () => {
    await section().findByText('me@github.com', undefined, PATIENT)
    press('解绑：GitHub')
    const form = within(await dialog())
    fireEvent.change(form.getByLabelText('当前密码'), { target: { value: 'abc123' } })
    fireEvent.click(form.getByRole('button', { name: '解绑' }))
    return form
  }

  it('sends the password and shows what is left', async () => {
    server.reply({ '/api/rpc/loginMethods/unbind': listed(EMAIL) })
    await open()
    await fillAndSend()
    await waitFor(() => expect(section().queryByText('me@github.com')).toBeNull(), PATIENT)
    const [call] = server.callsTo('/api/rpc/loginMethods/unbind')
    expect(call?.body).toEqual({ json: { id: GITHUB.id, password: 'abc123' } })
    expect(noticeTexts()).toContain('已解绑，其他设备已退出登录')
  })

  it('[LOGINM-04] shows a refusal in the dialog and keeps the list', async () => {
    const refused = { defined: true, code: 'login-method-missing', status: 404, message: 'x' }
    server.reply({ '/api/rpc/loginMethods/unbind': { status: 404, body: refused } })
    await open()
    const form = await fillAndSend()
    expect((await form.findByRole('alert', undefined, PATIENT)).textContent).toBe('登录方式不存在')
    expect(section().getByText('me@github.com')).toBeTruthy()
  })
})

describe('an address that was taken away', () => {
  const CONFIRM = '/api/rpc/loginMethods/email/confirm'
  const OPTIONS = { google: false, github: true, wechat: false, wechatInside: false, mail: true, sms: false }
  const unbound = { body: { methods: [GITHUB], needsPassword: false } }
  const dialog = async () => within(await screen.findByRole('dialog', { name: '绑定邮箱' }, PATIENT))
  const askForCode = async () => {
    server.reply({
      [LIST]: unbound,
      '/api/rpc/account/options': { body: OPTIONS },
      '/api/rpc/loginMethods/email/sendCode': { body: {} },
    })
    await open()
    fireEvent.click(await section().findByRole('button', { name: '绑定：邮箱' }, PATIENT))
    const proof = await dialog()
    expect(proof.getByText(/我们会向 a@b.com 发送验证码/)).toBeTruthy()
    fireEvent.click(proof.getByRole('button', { name: '发送验证码' }))
    fireEvent.change(await screen.findByLabelText('邮件中的验证码', undefined, PATIENT), {
      target: { value: 'ab12cd' },
    })
    return dialog()
  }

  it('is bound again with the code that is mailed to it', async () => {
    const form = await askForCode()
    expect(form.getByText(/验证码已发送到 a@b.com/)).toBeTruthy()
    server.reply({ [CONFIRM]: { body: {} }, [LIST]: listed(GITHUB, EMAIL) })
    fireEvent.click(form.getByRole('button', { name: '绑定' }))
    await section().findByText('a@b.com', undefined, PATIENT)
    expect(server.callsTo(CONFIRM)[0]?.body).toEqual({ json: { code: 'AB12CD' } })
    expect(noticeTexts()).toContain('绑定成功')
  })

  it('[LOGINM-05] shows a refusal beside the code, with the way to a merge where another account has it', async () => {
    const form = await askForCode()
    const refused = { defined: true, code: 'login-method-taken', status: 409, message: 'x' }
    server.reply({ [CONFIRM]: { status: 409, body: refused } })
    fireEvent.click(form.getByRole('button', { name: '绑定' }))
    const alert = await form.findByRole('alert', undefined, PATIENT)
    expect(alert.textContent).toContain('该登录方式已被其他账户绑定')
    expect(within(alert).getByRole('link', { name: '合并其他账户' })).toBeTruthy()
  })

  it('is not offered where no mail can leave', async () => {
    server.reply({ [LIST]: unbound })
    await open()
    await section().findByText('me@github.com', undefined, PATIENT)
    expect(section().queryByRole('button', { name: '绑定：邮箱' })).toBeNull()
  })
})

describe('back from a provider', () => {
  beforeEach(() => sessionStorage.setItem('linking', 'github'))

  it('says that it is linked, once', async () => {
    const { address } = await open('?linked=1')
    await waitFor(() => expect(noticeTexts()).toEqual(['绑定成功']), PATIENT)
    await waitFor(() => expect(address()).toBe('/profile/info'), PATIENT)
    expect(sessionStorage.getItem('linking')).toBeNull()
  })

  it('never says so of a provider that the account does not have', async () => {
    sessionStorage.setItem('linking', 'google')
    await open('?linked=1')
    expect((await section().findByRole('alert', undefined, PATIENT)).textContent).toBe('绑定未成功，请重试')
    expect(noticeTexts()).toEqual([])
  })

  it.each(['?linked=1', '?linked=failed&error=access_denied', '?linked=failed&error=typed'])(
    'says nothing of %s typed by hand',
    async (query) => {
      sessionStorage.removeItem('linking')
      const { address } = await open(query)
      await section().findByText('me@github.com', undefined, PATIENT)
      await waitFor(() => expect(address()).toBe('/profile/info'), PATIENT)
      expect(noticeTexts()).toEqual([])
      expect(section().queryByRole('alert')).toBeNull()
    },
  )

  it('[LOGINM-05] names a conflict in our words only, with the way to a merge', async () => {
    const { address } = await open('?linked=failed&error=account_already_linked_to_different_user')
    const alert = await section().findByRole('alert', undefined, PATIENT)
    expect(alert.textContent).toContain('该登录方式已被其他账户绑定')
    expect(within(alert).getByRole('link', { name: '合并其他账户' }).getAttribute('href')).toBe('/profile/merge')
    await waitFor(() => expect(address()).toBe('/profile/info'), PATIENT)
    expect(noticeTexts()).toEqual([])
  })

  it.each([
    ['access_denied', '绑定已取消，未做任何改动'],
    ['session-expired', '绑定期间登录状态有变化，未能完成绑定，请重新绑定'],
    ['state_mismatch', '绑定未成功，请重试'],
    ['<b>x</b>', '绑定未成功，请重试'],
  ])('tells why %s ended without a link, and offers no merge', async (error, text) => {
    await open(`?linked=failed&error=${encodeURIComponent(error)}`)
    const alert = await section().findByRole('alert', undefined, PATIENT)
    expect(alert.textContent).toBe(text)
    expect(within(alert).queryByRole('link')).toBeNull()
  })
})
