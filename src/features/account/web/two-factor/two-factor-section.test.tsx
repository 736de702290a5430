// @vitest-environment jsdom
// Two-factor on the profile and at the login, with a scripted server.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoginPage } from '../sign-in/login-page.tsx'
import { noticeTexts, openPage, prepareWindow, type Reply, ScriptedServer } from '../testing/test-page.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const PATIENCE = { timeout: 15_000 }
const URI = 'otpauth://totp/huanying:a%40b.com?secret=JBSWY3DPEHPK3PXP&issuer=huanying'
const CODES = ['AAAAA-11111', 'BBBBB-22222']

let server: ScriptedServer
beforeEach(() => {
  prepareWindow()
  server = new ScriptedServer()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const status = (enabled: boolean) => ({
  '/api/auth/two-factor/status': { body: { available: true, enabled, codesLeft: enabled ? 7 : 0 } },
})
const openSection = () => openPage([{ path: '/', element: <TwoFactorSection /> }], '/')
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('leads from the password over QR code and secret to the recovery codes', async () => {
  server.reply({
    ...status(false),
    '/api/auth/two-factor/enable': { body: { totpURI: URI, backupCodes: CODES } },
    '/api/auth/two-factor/verify-totp': { body: {} },
  })
  openSection()
  fireEvent.click(await screen.findByRole('button', { name: '开启' }, PATIENCE))
  await screen.findByLabelText('当前密码', undefined, PATIENCE)
  type('当前密码', 'secret-2026')
  press('下一步')
  expect(await screen.findByRole('img', { name: '两步验证二维码' }, PATIENCE)).toBeTruthy()
  expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeTruthy()
  expect(screen.queryByText(CODES[0]!)).toBeNull()
  type('6 位验证码', '12 34x56')
  press('确认开启')
  expect(await screen.findByText(CODES[0]!, undefined, PATIENCE)).toBeTruthy()
  expect(server.callsTo('/api/auth/two-factor/verify-totp')[0]!.body).toEqual({ code: '123456' })
  expect(screen.getByRole('link', { name: '下载' }).getAttribute('href')).toContain(
    encodeURIComponent(CODES.join('\n')),
  )
})

async function askForNewCodes() {
  openSection()
  fireEvent.click(await screen.findByRole('button', { name: '重新生成恢复代码' }, PATIENCE))
  await screen.findByLabelText('当前密码', undefined, PATIENCE)
  type('当前密码', 'secret-2026')
  type('验证码或恢复代码', '000000')
  fireEvent.submit(screen.getByLabelText('验证码或恢复代码').closest('form')!)
}

it('keeps recovery codes on the screen until they are saved, and says whether they were copied', async () => {
  server.reply({ ...status(true), '/api/auth/two-factor/generate-backup-codes': { body: { backupCodes: CODES } } })
  await askForNewCodes()
  await screen.findByText(CODES[0]!, undefined, PATIENCE)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(screen.getByText(CODES[0]!)).toBeTruthy()
  // As on a page over plain HTTP: no clipboard, and here no selection either.
  press('复制')
  await vi.waitFor(() => expect(noticeTexts()).toContain('复制失败，请选中代码手动复制'), PATIENCE)
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  press('复制')
  await vi.waitFor(() => expect(noticeTexts()).toContain('已复制'), PATIENCE)
  expect(copied).toEqual([CODES.join('\n')])
  press('我已保存')
  await vi.waitFor(() => expect(screen.queryByText(CODES[0]!)).toBeNull(), PATIENCE)
})

it('codes that come after their dialog was closed are shown all the same: those before them hold no more', async () => {
  let answer = () => {}
  const made = new Promise<Reply>((resolve) => {
    answer = () => resolve({ body: { backupCodes: CODES } })
  })
  server.reply({ ...status(true), '/api/auth/two-factor/generate-backup-codes': () => made })
  await askForNewCodes()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE)
  answer()
  const dialog = await screen.findByRole('dialog', { name: '恢复代码' }, PATIENCE)
  expect(dialog.textContent).toContain(CODES[0])
  press('我已保存')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE)
  press('关闭两步验证')
  expect(await screen.findByLabelText('当前密码', undefined, PATIENCE)).toBeTruthy()
  expect(screen.queryByText(CODES[0]!)).toBeNull()
})

it('shows what is left of the recovery codes, and a wrong code when it is switched off', async () => {
  server.reply({
    ...status(true),
    '/api/auth/two-factor/disable': { status: 401, body: { code: 'INVALID_CODE' } },
  })
  openSection()
  expect(await screen.findByText('已开启，还剩 7 个恢复代码', undefined, PATIENCE)).toBeTruthy()
  press('关闭两步验证')
  await screen.findByLabelText('当前密码', undefined, PATIENCE)
  type('当前密码', 'secret-2026')
  type('验证码或恢复代码', '000000')
  fireEvent.submit(screen.getByLabelText('验证码或恢复代码').closest('form')!)
  expect((await screen.findByRole('alert', undefined, PATIENCE)).textContent).toContain('验证码错误或已过期')
})

it('says when the state cannot be loaded, and is not there without a password', async () => {
  server.reply({ '/api/auth/two-factor/status': { status: 404, body: {} } })
  openSection()
  expect((await screen.findByRole('alert', undefined, PATIENCE)).textContent).toContain('两步验证状态加载失败')
  server.reply({ '/api/auth/two-factor/status': { body: { available: false, enabled: false, codesLeft: 0 } } })
  press('重试')
  await vi.waitFor(() => expect(screen.queryByText('两步验证')).toBeNull(), PATIENCE)
})

it('the login asks for the code after the password, takes a recovery code instead and leads back', async () => {
  server.reply({
    '/api/auth/sign-in/email': { body: { twoFactorRedirect: true } },
    '/api/auth/two-factor/verify-totp': { status: 401, body: { code: 'INVALID_CODE' } },
    '/api/auth/two-factor/verify-backup-code': { status: 401, body: { code: 'INVALID_BACKUP_CODE' } },
  })
  openPage([{ path: '/auth/login', element: <LoginPage /> }], '/auth/login')
  type('邮箱', 'a@b.com')
  type('密码', 'secret-2026')
  fireEvent.submit(screen.getByLabelText('密码').closest('form')!)
  expect(await screen.findByRole('heading', { name: '请输入两步验证码' }, PATIENCE)).toBeTruthy()
  expect(screen.queryByLabelText('密码')).toBeNull()
  type('6 位验证码', '000000')
  fireEvent.click(screen.getByLabelText('30 天内在此设备上不再询问'))
  press('验证并登录')
  expect((await screen.findByRole('alert', undefined, PATIENCE)).textContent).toContain('验证码错误或已过期')
  expect(server.callsTo('/api/auth/two-factor/verify-totp')[0]!.body).toEqual({ code: '000000', trustDevice: true })
  press('改用恢复代码')
  expect(screen.queryByRole('alert')).toBeNull()
  type('恢复代码', ' AAAAA-11111 ')
  press('验证并登录')
  expect((await screen.findByRole('alert', undefined, PATIENCE)).textContent).toContain('恢复代码错误或已被使用')
  expect(server.callsTo('/api/auth/two-factor/verify-backup-code')[0]!.body).toMatchObject({ code: 'AAAAA-11111' })
  press('返回重新登录')
  expect(screen.getByLabelText('密码')).toBeTruthy()
})
