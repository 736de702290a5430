// @vitest-environment jsdom
// The phone on /profile/info with the real auth state and a scripted server (document 1 §2, §4, §5, §8, §9).
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import { noticeTexts, openPage, prepareWindow, ScriptedServer, TEST_PROFILE } from '../testing/test-page.tsx'
import { PhoneSection } from './phone-section.tsx'

const PHONE_METHOD_ID = '00000000-0000-4000-8000-000000000009'
const PATIENT = { timeout: 20_000 }
const BOUND = { ...TEST_PROFILE, phone: '13800000000', phone_region: '+86', phone_verified: true }
const METHODS = {
  needsPassword: true,
  methods: [{ id: PHONE_METHOD_ID, type: 'phone', display: '138', verified: true, isPrimary: false }],
}
const SEND = '/api/rpc/account/phone/sendBindCode'
const CONFIRM = '/api/rpc/account/phone/confirm'
/** What was done is shown by its own answer: nothing else need be readable then. */
const UNREADABLE = { '/api/rpc/account/profile/get': { status: 404, body: {} } }
let server: ScriptedServer

beforeEach(() => {
  prepareWindow()
  server = new ScriptedServer()
  server.signIn()
  server.reply({
    '/api/rpc/account/options': {
      body: { google: false, github: false, wechat: false, wechatInside: false, mail: false, sms: true },
    },
    '/api/rpc/loginMethods/list': { body: METHODS },
    '/api/rpc/account/phone/task': { body: { task: 'task', bits: 1, ticket: 'ticket' } },
    [SEND]: { body: {} },
  })
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

async function open() {
  await authStore.initialize()
  await authStore.signedIn()
  openPage([{ path: '/profile/info', element: <PhoneSection /> }], '/profile/info')
  await screen.findByRole('region', { name: '手机号绑定' }, PATIENT)
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent
const inputOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

async function askCode(phone = '13800000000') {
  await screen.findByLabelText('手机号', undefined, PATIENT)
  type('手机号', phone)
  type('当前密码', 'abc123')
  press('获取验证码')
}
async function toVerify() {
  await open()
  await askCode()
  await screen.findByLabelText('验证码', undefined, PATIENT)
}

describe('without an SMS account', () => {
  it('[PROFILE-12] [PROFILE-13] [CALL-ACC-23] shows the wizard semi-transparent and dead, below the notice at full strength', async () => {
    server.reply({
      '/api/rpc/account/options': {
        body: { google: false, github: false, wechat: false, wechatInside: false, mail: false, sms: false },
      },
    })
    await open()
    const notice = await screen.findByText('手机号绑定暂未开放', undefined, PATIENT)
    const wizard = screen.getByTestId('disabled-wizard')
    expect(wizard.hasAttribute('inert')).toBe(true)
    expect(wizard.className).toMatch(/disabled/)
    expect(wizard.contains(notice)).toBe(false)
    expect((within(wizard).getByLabelText('手机号') as HTMLInputElement).disabled).toBe(true)
    expect((within(wizard).getByText('获取验证码').closest('button') as HTMLButtonElement).disabled).toBe(true)
    expect(server.calls.filter(({ path }) => /send-sms|phone/.test(path))).toEqual([])
  })
})

describe('the wizard', () => {
  it('[PROFILE-11] [VERIF-14] goes input, verify, success, and then shows the bound number', async () => {
    await open()
    await screen.findByLabelText('手机号', undefined, PATIENT)
    expect(currentStep()).toContain('手机号')
    await askCode()
    await screen.findByLabelText('验证码', undefined, PATIENT)
    expect(currentStep()).toContain('验证码')
    expect(server.callsTo(SEND)[0]?.body).toMatchObject({
      json: { phone: '13800000000', password: 'abc123', proof: { ticket: 'ticket' } },
    })
    server.reply({ [CONFIRM]: { body: BOUND }, ...UNREADABLE })
    type('验证码', '123456')
    press('确认')
    expect(await screen.findByText('手机号绑定成功', undefined, PATIENT)).toBeTruthy()
    expect(currentStep()).toContain('完成')
    press('完成')
    expect(await screen.findByText(/\+86 138 0000 0000/, undefined, PATIENT)).toBeTruthy()
    expect(server.callsTo('/api/send-sms')).toEqual([])
  })

  it('[VALID-PHONE-02] takes digits only, also of a pasted number with its prefix; codes too', async () => {
    await toVerify()
    type('验证码', '12 34-5678x')
    expect(inputOf('验证码')).toBe('123456')
    cleanup()
    await open()
    await screen.findByLabelText('手机号', undefined, PATIENT)
    type('手机号', '+86 138-0000-0000')
    expect(inputOf('手机号')).toBe('13800000000')
  })

  it('refuses what is no number before anything is sent', async () => {
    await open()
    await askCode('12800000000')
    expect(await screen.findByText('请输入正确的中国大陆手机号', undefined, PATIENT)).toBeTruthy()
    expect(server.callsTo('/api/rpc/account/phone/task')).toEqual([])
  })

  it.each([
    ['code-too-often', '发送过于频繁，请5分钟后再试'],
    ['sms-failed', '短信发送失败，请稍后重试'],
    ['sms-too-often', '该号码收到的验证码过多，请一小时后再试'],
    ['sms-number-refused', '该号码收不到验证码短信，请检查号码或换一个号码'],
    ['password-wrong', '当前密码错误'],
  ])('says %s and stays at the number', async (code, text) => {
    server.reply({ [SEND]: { status: 400, body: { defined: false, code, status: 400, message: code } } })
    await open()
    await askCode()
    expect(await screen.findByText(text, undefined, PATIENT)).toBeTruthy()
    expect(screen.queryByLabelText('验证码')).toBeNull()
  })

  it.each([
    ['code-invalid', '验证码无效或已过期'],
    ['code-attempts', '验证码尝试次数过多，请重新获取'],
    ['phone-taken', '该手机号已被其他账户绑定'],
  ])('says %s beside the code', async (code, text) => {
    server.reply({ [CONFIRM]: { status: 400, body: { defined: false, code, status: 400, message: code } } })
    await toVerify()
    type('验证码', '123456')
    press('确认')
    expect(await screen.findByText(text, undefined, PATIENT)).toBeTruthy()
    const offer = screen.queryByRole('link', { name: '合并其他账户' })
    expect(offer !== null).toBe(code === 'phone-taken')
  })
})

describe('the times', () => {
  it('[VERIF-12] another code may be asked for after 60 s', async () => {
    await toVerify()
    const button = () => screen.getByRole('button', { name: /重新发送/ }) as HTMLButtonElement
    expect(button().textContent).toMatch(/^(60|5\d) 秒后可重新发送$/)
    expect(button().disabled).toBe(true)
    const start = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => start + 61_000)
    await waitFor(() => expect(button().textContent).toBe('重新发送'), PATIENT)
    expect(button().disabled).toBe(false)
    vi.restoreAllMocks()
  })

  it('[VERIF-13] a code is submitted 500 ms after its 6th digit, once, and not when a digit goes in between', async () => {
    await toVerify()
    vi.useFakeTimers()
    type('验证码', '12345')
    act(() => vi.advanceTimersByTime(5000))
    expect(server.callsTo(CONFIRM)).toEqual([])
    type('验证码', '123456')
    act(() => vi.advanceTimersByTime(499))
    type('验证码', '12345')
    act(() => vi.advanceTimersByTime(5000))
    type('验证码', '123457')
    act(() => vi.advanceTimersByTime(499))
    vi.useRealTimers()
    expect(server.callsTo(CONFIRM)).toEqual([])
    vi.useFakeTimers()
    type('验证码', '12345')
    type('验证码', '123458')
    act(() => vi.advanceTimersByTime(500))
    vi.useRealTimers()
    await waitFor(() => expect(server.callsTo(CONFIRM)).toHaveLength(1), PATIENT)
    expect(server.callsTo(CONFIRM)[0]?.body).toEqual({ json: { phone: '13800000000', code: '123458' } })
  })
})

describe('a bound number', () => {
  beforeEach(() => server.reply({ '/api/rpc/account/profile/get': { body: BOUND } }))

  it('is unbound with the password', async () => {
    await open()
    await screen.findByText(/\+86 138 0000 0000/, undefined, PATIENT)
    press('解绑')
    await screen.findByRole('dialog', { name: '解绑手机号？' }, PATIENT)
    type('当前密码', 'abc123')
    server.reply({
      '/api/rpc/loginMethods/unbind': { body: { needsPassword: true, methods: [] } },
      ...UNREADABLE,
    })
    press('确认解绑')
    await waitFor(() => expect(noticeTexts()).toContain('手机号已解绑'), PATIENT)
    expect(server.callsTo('/api/rpc/loginMethods/unbind')[0]?.body).toEqual({
      json: { id: PHONE_METHOD_ID, password: 'abc123' },
    })
    expect(await screen.findByLabelText('手机号', undefined, PATIENT)).toBeTruthy()
  })

  it('is changed through the wizard, which may be left', async () => {
    await open()
    await screen.findByText(/\+86 138 0000 0000/, undefined, PATIENT)
    press('更换')
    await screen.findByLabelText('手机号', undefined, PATIENT)
    press('取消')
    expect(await screen.findByText(/\+86 138 0000 0000/, undefined, PATIENT)).toBeTruthy()
  })
})
