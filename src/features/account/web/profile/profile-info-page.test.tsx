// @vitest-environment jsdom
// /profile/info with the real auth state and a scripted server (document 1 §2, §5, §8).
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import {
  noticeTexts,
  openPage,
  prepareWindow,
  ScriptedServer,
  TEST_PROFILE,
  TEST_SESSION,
} from '../testing/test-page.tsx'
import { ProfileInfoPage } from './profile-info-page.tsx'

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
  it('[PROFILE-18] saving the user name sends only that field and keeps the rest', async () => {
    await open()
    server.reply({ '/api/rpc/account/profile/update': { body: { ...TEST_PROFILE, username: '小明' } } })
    press('修改')
    type('用户名', '小明')
    press('保存')
    expect(await screen.findByText('小明')).toBeTruthy()
    expect(server.callsTo('/api/rpc/account/profile/update')[0]?.body).toEqual({ json: { username: '小明' } })
    expect(authStore.getState().profile).toMatchObject({ credits: TEST_PROFILE.credits, initial_email: 'a@b.com' })
  })

  it.each([
    ['trouble of the service', 500, 'unexpected', '更新失败，请重试'],
    ['a name that somebody has', 409, '23505', '已有相同的内容，请更换后重试'],
  ])('[PROFILE-16] a user name that could not be saved: %s', async (_title, status, code, text) => {
    await open()
    const refusal = { defined: false, code, status, message: code }
    server.reply({ '/api/rpc/account/profile/update': { status, body: refusal } })
    press('修改')
    type('用户名', '小明')
    press('保存')
    expect(await screen.findByText(text)).toBeTruthy()
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

describe('the avatar', () => {
  const png = (bytes = 2000) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })
  async function openDialog(size: { width: number; height: number } | undefined) {
    vi.stubGlobal('createImageBitmap', async () => {
      if (!size) throw new Error('unreadable')
      return { ...size, close: () => {} }
    })
    await open()
    press('更换头像')
    return screen.findByRole('dialog', { name: '更换头像' })
  }
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('选择图片'), { target: { files: [file] } })

  it.each([
    ['a GIF', new File(['x'], 'a.gif', { type: 'image/gif' }), { width: 99, height: 99 }, '仅支持 JPG、PNG、WebP 格式'],
    ['too many bytes', png(1024 * 1024 + 1), { width: 99, height: 99 }, '图片大小不能超过 1 MB'],
    ['too few pixels', png(), { width: 49, height: 50 }, '图片尺寸不能小于 50 × 50 像素'],
    ['too many pixels', png(), { width: 2049, height: 100 }, '图片尺寸不能大于 2048 × 2048 像素'],
    ['unreadable', png(), undefined, '图片文件已损坏或格式不正确，请重新选择'],
  ])('%s is refused before it is sent', async (_title, file, size, text) => {
    await openDialog(size)
    choose(file)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(server.callsTo('/api/account/avatar')).toEqual([])
  })

  it('the file that was chosen last is the one that is sent, however long the check of another takes', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    await openDialog({ width: 100, height: 100 })
    const opened = { width: 100, height: 100, close: () => {} }
    let check = (_opened: typeof opened) => {}
    const slowly = new Promise<typeof opened>((resolve) => (check = resolve))
    vi.stubGlobal('createImageBitmap', (file: File) => (file.name === 'me.png' ? slowly : Promise.resolve(opened)))
    choose(png())
    choose(new File([new Uint8Array(2000)], 'newer.png', { type: 'image/png' }))
    await screen.findByText('newer.png')
    await act(async () => check(opened))
    expect(screen.queryByText('me.png')).toBeNull()
  })

  it('a failed upload says so, a good one is shown', async () => {
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

  it('a file that is gone when it is sent has to be chosen again', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    server.reply({ '/api/account/avatar': { status: 500 } })
    await openDialog({ width: 100, height: 100 })
    const gone = png()
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as unknown as Blob
    choose(gone)
    await screen.findByAltText('头像预览')
    press('保存头像')
    expect(await screen.findByText('读取文件失败，可能已被移动、修改或删除，请重新选择')).toBeTruthy()
    press('保存头像')
    expect(await screen.findByText('请选择头像图片')).toBeTruthy()
    expect(server.callsTo('/api/account/avatar')).toHaveLength(1)
  })
})
