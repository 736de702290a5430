// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { dropKeptFile } from '#platform/web/kept-file.ts'
import { AUTH_TOKEN_KEY } from '#rulebook/pictures/browser-storage.ts'
import { leaveForLogin, openLoginAnew } from './leave-for-login.ts'

vi.mock('./auth-api.ts', () => ({
  authPort: { signOut: vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))) },
}))
vi.mock('#platform/web/kept-file.ts', () => ({ dropKeptFile: vi.fn(async () => {}) }))
const assign = vi.fn()

beforeEach(() => {
  vi.stubGlobal('location', { assign })
  return () => vi.unstubAllGlobals()
})

it.each([
  ['deleted, merged or signed in anew', leaveForLogin],
  ['given a new password', openLoginAnew],
])('an account that is %s leaves nothing in the browser, no file either', async (_title, leave) => {
  localStorage.setItem(AUTH_TOKEN_KEY, '{}')
  sessionStorage.setItem('selected-image', '{}')
  vi.mocked(dropKeptFile).mockClear()
  await leave('x')
  expect(dropKeptFile).toHaveBeenCalledTimes(1)
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(assign.mock.lastCall![0]).toContain('/auth/login')
})
