// @vitest-environment jsdom
// /profile/merge in each of its steps, with the real auth state and a scripted server (document 1 §4; C-53, U-46).
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '../session/auth-store.ts'
import { leaveForLogin } from '../session/leave-for-login.ts'
import { noticeTexts, openPage, prepareWindow, ScriptedServer } from '../testing/test-page.tsx'
import { MergePage } from './merge-page.tsx'

vi.mock('../session/leave-for-login.ts', () => ({ leaveForLogin: vi.fn(async () => {}) }))
const left = vi.mocked(leaveForLogin)
const PATIENT = { timeout: 20_000 }
const STATE = '/api/rpc/merge/state'
const CONFIRM = '/api/rpc/merge/confirm'
const CONFIRMING = {
  step: 'confirm',
  primary: 'stays@example.com',
  merged: 'goes@example.com',
  uploads: 12,
  records: 34,
  credits: 56,
  freeCreditsLeft: 0,
  campaignCreditsLeft: 0,
  bills: 7,
  losesPassword: true,
  losesPhone: false,
}
let server: ScriptedServer

beforeEach(() => {
  prepareWindow()
  vi.clearAllMocks()
  server = new ScriptedServer()
  server.signIn()
  server.reply({ '/api/rpc/loginMethods/list': { body: { methods: [], needsPassword: true } } })
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})

async function open(state: object) {
  server.reply({ [STATE]: { body: state } })
  await authStore.initialize()
  await authStore.signedIn()
  return openPage([{ path: '/profile/merge', element: <MergePage /> }], '/profile/merge')
}
const button = (name: string) => screen.findByRole('button', { name }, PATIENT)
const refusal = (code: string) => ({ status: 409, body: { defined: true, code, status: 409, message: 'x' } })

it('begins with the password of the account that stays, and goes to the sign-in of the other', async () => {
  await open({ step: 'begin' })
  await waitFor(async () => expect(((await button('开始合并')) as HTMLButtonElement).disabled).toBe(false), PATIENT)
  fireEvent.click(await button('开始合并'))
  const form = within(await screen.findByRole('dialog', undefined, PATIENT))
  fireEvent.change(form.getByLabelText('当前密码'), { target: { value: 'abc123' } })
  server.reply({ '/api/rpc/merge/begin': refusal('password-wrong') })
  fireEvent.click(form.getByRole('button', { name: '开始合并' }))
  expect((await form.findByRole('alert', undefined, PATIENT)).textContent).toBe('当前密码错误')
  expect(left).not.toHaveBeenCalled()
  server.reply({ '/api/rpc/merge/begin': { body: {} } })
  fireEvent.click(form.getByRole('button', { name: '开始合并' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('请登录要合并进来的另一个账户', '/profile/merge'), PATIENT)
})

it('asks for the sign-in to the other account, or gives up', async () => {
  server.reply({ '/api/rpc/merge/cancel': { body: {} } })
  const { address } = await open({ step: 'sign-in', primary: 'stays@example.com' })
  expect(await screen.findByText('主账户：stays@example.com', undefined, PATIENT)).toBeTruthy()
  fireEvent.click(await button('取消合并'))
  await waitFor(() => expect(address()).toBe('/profile/info'), PATIENT)
  expect(noticeTexts()).toEqual(['已取消合并，两个账户都没有变化'])
})

describe('the confirmation', () => {
  it('names both accounts, what moves and what is lost, and wants a tick', async () => {
    await open(CONFIRMING)
    const confirm = (await button('合并账户')) as HTMLButtonElement
    for (const text of ['主账户：stays@example.com', '要合并的账户：goes@example.com', '56 个积分', '7 条账单记录'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText(/不能再用该账户的邮箱和密码登录/)).toBeTruthy()
    expect(screen.queryByText(/合并后不能再用该账户的手机号登录/)).toBeNull()
    expect(confirm.disabled).toBe(true)
    server.reply({ [CONFIRM]: { body: { primaryEmail: 'stays@example.com' } } })
    fireEvent.click(screen.getByLabelText('我已核对，确认合并'))
    fireEvent.click(confirm)
    await waitFor(() => expect(left).toHaveBeenCalledWith('账户已合并，请登录主账户 stays@example.com'), PATIENT)
    expect(server.callsTo(CONFIRM)).toHaveLength(1)
  })

  it('says which free credits stay behind', async () => {
    await open({ ...CONFIRMING, freeCreditsLeft: 4 })
    expect(
      await screen.findByText(/合计最多保留 10 个，该账户未用完的 4 个赠送积分不转入/, undefined, PATIENT),
    ).toBeTruthy()
  })

  it('says which credits of a campaign stay behind', async () => {
    await open({ ...CONFIRMING, campaignCreditsLeft: 20 })
    const text = '同一兑换活动每人限兑一次，主账户已参加过，该账户未用完的 20 个活动积分不转入。'
    expect(await screen.findByText(text, undefined, PATIENT)).toBeTruthy()
  })

  it.each([
    ['merge-account-missing', '[MERGE-06] 要合并的账户不存在'],
    ['merge-runs-open', '该账户还有进行中的处理，请等处理结束后再合并'],
    ['merge-expired', '合并请求已过期，请从主账户重新开始'],
  ])('says %s: %s', async (code, text) => {
    await open(CONFIRMING)
    server.reply({ [CONFIRM]: refusal(code) })
    fireEvent.click(await screen.findByLabelText('我已核对，确认合并', undefined, PATIENT))
    fireEvent.click(await button('合并账户'))
    expect((await screen.findByRole('alert', undefined, PATIENT)).textContent).toBe(text.replace('[MERGE-06] ', ''))
    expect(left).not.toHaveBeenCalled()
  })
})

it('says that the primary account is gone, and leads out instead of trying again', async () => {
  server.reply({ [STATE]: refusal('merge-account-missing'), '/api/rpc/merge/cancel': { body: {} } })
  await authStore.initialize()
  await authStore.signedIn()
  openPage([{ path: '/profile/merge', element: <MergePage /> }], '/profile/merge')
  expect((await screen.findByRole('alert', undefined, PATIENT)).textContent).toContain('主账户已不存在')
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  fireEvent.click(await button('取消合并'))
  await waitFor(() => expect(screen.getByText('elsewhere')).toBeTruthy(), PATIENT)
})

it('says that the state cannot be read, and tries again', async () => {
  server.reply({ [STATE]: { status: 404, body: {} } })
  await authStore.initialize()
  await authStore.signedIn()
  openPage([{ path: '/profile/merge', element: <MergePage /> }], '/profile/merge')
  const retry = await button('重试')
  server.reply({ [STATE]: { body: { step: 'begin' } } })
  fireEvent.click(retry)
  expect(await button('开始合并')).toBeTruthy()
})

it('says so when the ways to sign in cannot be read, and asks again', async () => {
  server.reply({ '/api/rpc/loginMethods/list': { status: 404, body: {} } })
  await open({ step: 'begin' })
  const failure = within(await screen.findByRole('alert', undefined, PATIENT))
  server.reply({ '/api/rpc/loginMethods/list': { body: { methods: [], needsPassword: true } } })
  fireEvent.click(failure.getByRole('button'))
  await waitFor(async () => expect(((await button('开始合并')) as HTMLButtonElement).disabled).toBe(false), PATIENT)
})

it('says so when a merge cannot be given up', async () => {
  await open({ step: 'sign-in', primary: 'stays@example.com' })
  server.reply({ '/api/rpc/merge/cancel': { status: 409, body: {} } })
  fireEvent.click(await button('取消合并'))
  await waitFor(() => expect(noticeTexts()).toEqual([expect.stringContaining('合并账户')]), PATIENT)
})
