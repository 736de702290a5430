// @vitest-environment jsdom
// The admin session in the browser: opened once, its failure reported, its end noticed (document 1 §4, §6; document 2 §6; U-25).
import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { apiLink } from '#platform/web/http/api-link.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { ADMIN_SESSION_EXPIRED_EVENT } from '#rulebook/admin/admin.ts'
import { adminClient } from './admin-client.ts'
import { keepAdminSession } from './keep-admin-session.ts'

vi.mock('#platform/web/http/api-link.ts', () => ({ apiLink: { call: vi.fn() } }))
const call = vi.mocked(apiLink.call)

const OPENED = { expiresAt: '2099-01-01T00:00:00.000Z', timeZone: 'Asia/Shanghai' }
const refusal = (code: string) => Object.assign(new Error(code), { code })
const paths = () => call.mock.calls.map(([path]) => path.join('.'))
let queryClient: QueryClient
let leaving: AbortController

const keep = () => keepAdminSession(queryClient, leaving.signal)
const raise = () => window.dispatchEvent(new CustomEvent(ADMIN_SESSION_EXPIRED_EVENT))
const LONG = { timeout: 20_000 }

beforeAll(prepareDom)
beforeEach(() => {
  vi.resetAllMocks()
  leaving?.abort()
  leaving = new AbortController()
  queryClient = new QueryClient()
  renderPage(<p>相册</p>)
})

it('[ADM-SESS-01] is asked for once, by whoever asks first', async () => {
  call.mockResolvedValue(OPENED)
  await Promise.all([keep(), keep()])
  await keep()
  expect(paths()).toEqual(['admin.session.open'])
})

it('[ADM-SESS-03] says once that it could not be made, and ends no sign-in', async () => {
  call.mockRejectedValue(refusal('unexpected'))
  await keep()
  expect(await screen.findAllByText('管理员会话创建失败，但登录成功', {}, LONG)).toHaveLength(1)
  expect(paths()).toEqual(['admin.session.open'])
})

it.each(['admin-session-expired', 'guard-not-admin'])('%s is no failure to make it', async (code) => {
  call.mockRejectedValue(refusal(code))
  await keep()
  expect(screen.queryByText('管理员会话创建失败，但登录成功')).toBeNull()
})

it('[ADM-SESS-05] the event of its end shows the text, until the admin has left', async () => {
  call.mockResolvedValue(OPENED)
  await keep()
  raise()
  expect(await screen.findAllByText('管理员会话已过期，请重新登录', {}, LONG)).toHaveLength(1)
  renderPage(<p>相册</p>)
  leaving.abort()
  raise()
  expect(screen.queryByText('管理员会话已过期，请重新登录')).toBeNull()
})

it('a call that finds it gone opens it again and is repeated; the caller hears nothing', async () => {
  const onExpired = vi.fn()
  window.addEventListener(ADMIN_SESSION_EXPIRED_EVENT, onExpired, leaving)
  let isOpen = false
  call.mockImplementation(async (path) => {
    if (path[1] === 'session') isOpen = true
    else if (!isOpen) throw refusal('admin-session-expired')
    return { users: [], total: 0 }
  })
  const answers = await Promise.all([adminClient.users.list({}), adminClient.users.list({ page: 2 })])
  expect(answers).toEqual([
    { users: [], total: 0 },
    { users: [], total: 0 },
  ])
  expect(paths().filter((path) => path === 'admin.session.open')).toHaveLength(1)
  expect(onExpired).not.toHaveBeenCalled()
})

it('[ADM-SESS-05] raises the event once when no new one is to be had', async () => {
  const onExpired = vi.fn()
  window.addEventListener(ADMIN_SESSION_EXPIRED_EVENT, onExpired, leaving)
  call.mockRejectedValue(refusal('admin-session-expired'))
  const answers = await Promise.allSettled([adminClient.users.list({}), adminClient.logs.list({})])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await waitFor(() => expect(onExpired).toHaveBeenCalledOnce())
})

it('other refusals and the own calls of the session are passed on as they are', async () => {
  call.mockRejectedValue(refusal('forbidden'))
  await expect(adminClient.users.list({})).rejects.toMatchObject({ code: 'forbidden' })
  call.mockRejectedValue(refusal('admin-session-expired'))
  await expect(adminClient.session.open()).rejects.toMatchObject({ code: 'admin-session-expired' })
  expect(paths()).toEqual(['admin.users.list', 'admin.session.open'])
})
