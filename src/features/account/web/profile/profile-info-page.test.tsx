// @vitest-environment jsdom
// /profile/info with the real auth state and a scripted server (document 1 §2, §5, §8).
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHANGE_PASSWORD_REDIRECT_MS } from '#rulebook/account/sign-up.ts'
import { authStore } from '../session/auth-store.ts'
import { leaveForLogin } from '../session/leave-for-login.ts'
import {
  noticeTexts,
  openPage,
  prepareWindow,
  ScriptedServer,
  TEST_PROFILE,
  TEST_SESSION,
} from '../testing/test-page.tsx'
import { ProfileInfoPage } from './profile-info-page.tsx'

vi.mock('../session/leave-for-login.ts', () => ({ leaveForLogin: vi.fn(async () => {}) }))
const left = vi.mocked(leaveForLogin)
let server: ScriptedServer

beforeEach(() => {
  prepareWindow()
  vi.clearAllMocks()
  server = new ScriptedServer()
  server.signIn()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

async function open(provider = 'email', address = '/profile/info') {
  server.reply({
    '/api/rpc/account/session': {
      body: { ...TEST_SESSION, user: { ...TEST_SESSION.user, app_metadata: { provider } } },
    },
  })
  await authStore.initialize()
  await authStore.signedIn()
  openPage([{ path: '/profile/info', element: <ProfileInfoPage /> }], address)
  await screen.findByText('基本信息')
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the page', () => {
  it('[PROFILE-04] [PROFILE-05] [PROFILE-06] [PROFILE-07] shows avatar, user name, and a read-only e-mail with its provider', async () => {
    await open()
    expect(screen.getByRole('button', { name: '更换头像' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '修改' })).toBeTruthy()
    expect(screen.getAllByText('a@b.com').length).toBeGreaterThan(0)
    expect(screen.queryByDisplayValue('a@b.com')).toBeNull()
    const email = screen.getAllByText('a@b.com').find((shown) => shown.closest('dd'))!
    expect(within(email.closest('dd')!).getByText('邮箱')).toBeTruthy()
  })

  it.each([
    ['email', true],
    ['google', false],
    ['github', false],
  ])('[PROFILE-08] [ROLE-06] account security for a %s account: %s', async (provider, isShown) => {
    await open(provider)
    expect(screen.queryByRole('region', { name: '账户安全' }) !== null).toBe(isShown)
  })

  it('[PROFILE-14] [PROFILE-18] saving the user name sends only that field and keeps the rest', async () => {
    await open()
    server.reply({ '/api/rpc/account/profile/update': { body: { ...TEST_PROFILE, username: '小明' } } })
    press('修改')
    type('用户名', '小明')
    press('保存')
    expect(await screen.findByText('小明')).toBeTruthy()
    expect(server.callsTo('/api/rpc/account/profile/update')[0]?.body).toEqual({ json: { username: '小明' } })
    expect(authStore.getState().profile).toMatchObject({ credits: TEST_PROFILE.credits, initial_email: 'a@b.com' })
  })

  it('[PROFILE-16] a failed update says so', async () => {
    await open()
    server.reply({ '/api/rpc/account/profile/update': { status: 500, body: {} } })
    press('修改')
    type('用户名', '小明')
    press('保存')
    expect(await screen.findByText('更新失败，请重试')).toBeTruthy()
  })
})

describe('the error query of the guard', () => {
  it('[PROFILE-19] is shown, once', async () => {
    await open('email', `/profile/info?error=${encodeURIComponent('您没有访问管理员后台的权限')}`)
    await waitFor(() => expect(noticeTexts()).toEqual(['您没有访问管理员后台的权限']))
  })

  it('without it nothing is said', async () => {
    await open()
    expect(noticeTexts()).toEqual([])
  })
})

describe('change password', () => {
  async function openDialog() {
    await open()
    press('修改密码')
    await screen.findByRole('dialog', { name: '修改密码' })
  }
  const fill = (current: string, next: string, confirmation = next) => {
    type('当前密码', current)
    type('新密码', next)
    type('确认新密码', confirmation)
    press('确认修改')
  }

  it('[PROFILE-09] [VALID-PWD-10] [VALID-PWD-11] is a dialog with its checks, and sends nothing that cannot be right', async () => {
    await openDialog()
    const refused: [string, string, string, string][] = [
      ['', 'kite-4417', 'kite-4417', '请输入当前密码'],
      ['old123', 'abc', 'abc', '密码长度至少6位'],
      ['old123', '12345678', '12345678', '密码必须包含字母和数字'],
      ['old123', 'kite-4417', 'abc12346', '两次密码输入不一致'],
      ['kite-4417', 'kite-4417', 'kite-4417', '新密码不能与当前密码相同'],
    ]
    for (const [current, next, confirmation, text] of refused) {
      fill(current, next, confirmation)
      await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text))
    }
    expect(server.callsTo('/api/auth/change-password')).toEqual([])
  })

  it('[PROFILE-21] a wrong current password is said', async () => {
    server.reply({ '/api/auth/change-password': { status: 400, body: { code: 'INVALID_PASSWORD' } } })
    await openDialog()
    fill('wrong123', 'kite-4417')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('当前密码错误'))
    expect(left).not.toHaveBeenCalled()
  })

  it('[PROFILE-20] success says so, ends the other sessions, and leads to login after 1 s', async () => {
    expect(CHANGE_PASSWORD_REDIRECT_MS).toBe(1000)
    server.reply({ '/api/auth/change-password': { body: { token: null } } })
    await openDialog()
    fill('old12345', 'kite-4417')
    expect(await screen.findByText('密码修改成功，请重新登录')).toBeTruthy()
    expect(server.callsTo('/api/auth/change-password')[0]?.body).toEqual({
      currentPassword: 'old12345',
      newPassword: 'kite-4417',
      revokeOtherSessions: true,
    })
    await waitFor(() => expect(left).toHaveBeenCalledWith('密码修改成功，请重新登录'), { timeout: 10_000 })
  })
})

describe('change e-mail', () => {
  const withMail = () =>
    server.reply({
      '/api/rpc/account/options': {
        body: { google: false, github: false, wechat: false, wechatInside: false, mail: true, sms: false },
      },
    })

  it('[PROFILE-10] [VALID-EMAIL-13] is a form that refuses what is no new address', async () => {
    withMail()
    await open()
    press('修改邮箱')
    const form = await screen.findByRole('form', { name: '修改邮箱' })
    for (const [value, text] of [
      ['no address', '请输入有效的邮箱地址'],
      ['A@B.com', '新邮箱不能与当前邮箱相同'],
    ] as const) {
      type('新邮箱', value)
      press('发送确认邮件')
      expect(await within(form).findByText(text)).toBeTruthy()
    }
    expect(server.callsTo('/api/auth/change-email')).toEqual([])
  })

  it('says where the email went', async () => {
    withMail()
    await open()
    server.reply({ '/api/auth/change-email': { body: { status: true } } })
    press('修改邮箱')
    await screen.findByRole('form', { name: '修改邮箱' })
    type('新邮箱', 'new@b.com')
    press('发送确认邮件')
    expect(await screen.findByText('确认邮件已发送到当前邮箱 a@b.com，请先点击其中的链接')).toBeTruthy()
  })

  it.each([
    [
      '[ERR-ACC-10]',
      429,
      { code: 'email-change-rate-limit' },
      '邮箱修改过于频繁，请稍后再试。为了账户安全，请在 1 小时后重新尝试。',
    ],
    ['[ERR-ACC-11]', 400, { code: 'email-shape' }, '邮箱地址格式不正确，请检查后重新输入'],
    ['[ERR-ACC-12]', 409, { code: 'email-change-taken' }, '该邮箱地址已被其他账户使用，请使用其他邮箱'],
    ['[ERR-ACC-14]', 401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }, '权限不足，请重新登录后再试'],
    ['[ERR-ACC-15]', 500, null, '邮箱修改失败，请重试'],
  ])('%s a refusal with status %i is said in the words of the documents', async (_row, status, body, text) => {
    withMail()
    await open()
    server.reply({ '/api/auth/change-email': { status, body } })
    press('修改邮箱')
    const form = await screen.findByRole('form', { name: '修改邮箱' })
    type('新邮箱', 'new@b.com')
    press('发送确认邮件')
    expect(await within(form).findByText(text)).toBeTruthy()
  })

  it('claims no email where no mail account is configured (C-33)', async () => {
    await open()
    press('修改邮箱')
    expect(await screen.findByText('暂不支持发送邮件，请联系客服')).toBeTruthy()
    expect(screen.queryByRole('form', { name: '修改邮箱' })).toBeNull()
  })
})

describe('the avatar', () => {
  const png = (bytes = 2000) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })
  async function openDialog(size: { width: number; height: number } | undefined) {
    vi.stubGlobal('createImageBitmap', async () => {
      if (!size) throw new Error('unreadable')
      return size
    })
    await open()
    press('更换头像')
    return screen.findByRole('dialog', { name: '更换头像' })
  }
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('选择图片'), { target: { files: [file] } })

  it('[VALID-AVATAR-01] must be chosen', async () => {
    await openDialog({ width: 100, height: 100 })
    press('保存头像')
    expect(await screen.findByText('请选择头像图片')).toBeTruthy()
  })

  it.each([
    ['a GIF', new File(['x'], 'a.gif', { type: 'image/gif' }), { width: 99, height: 99 }, '仅支持 JPG、PNG、WebP 格式'],
    ['too many bytes', png(1024 * 1024 + 1), { width: 99, height: 99 }, '图片大小不能超过 1MB'],
    ['too few pixels', png(), { width: 49, height: 50 }, '图片尺寸不能小于 50x50 像素'],
    ['too many pixels', png(), { width: 2049, height: 100 }, '图片尺寸不能大于 2048x2048 像素'],
    ['[VALID-AVATAR-06] unreadable', png(), undefined, '图片文件已损坏或格式不正确，请重新选择'],
  ])('%s is refused before it is sent', async (_title, file, size, text) => {
    await openDialog(size)
    choose(file)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(server.callsTo('/api/account/avatar')).toEqual([])
  })

  it('[PROFILE-17] a failed upload says so, a good one is shown', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    server.reply({ '/api/account/avatar': { status: 507, body: { code: 'disk-full' } } })
    await openDialog({ width: 100, height: 100 })
    choose(png())
    await screen.findByAltText('头像预览')
    press('保存头像')
    expect(await screen.findByText('头像上传失败，请重试')).toBeTruthy()
    server.reply({ '/api/account/avatar': { body: { ...TEST_PROFILE, avatar_url: '/avatars/x/avatar_1.webp' } } })
    press('保存头像')
    await waitFor(() => expect(noticeTexts()).toContain('头像更新成功'))
    expect(screen.getByAltText('头像').getAttribute('src')).toBe('/avatars/x/avatar_1.webp')
  })
})
