// @vitest-environment jsdom
// What the one auth state of a window tells the rest of it: whose window it is, how they left, and that a page of the browser's memory is of somebody else.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { hasLeft, setWindowPerson, windowPerson } from '#platform/web/http/window-person.ts'
import { AUTH_TOKEN_KEY } from '#rulebook/pictures/browser-storage.ts'
import { TEST_PROFILE, TEST_SESSION } from '../testing/test-page.tsx'
import { authPort } from './auth-api.ts'
import { authStore, startAuth } from './auth-store.ts'

vi.mock('./auth-api.ts', () => ({
  authPort: { getSession: vi.fn(), getProfile: vi.fn(), signOut: vi.fn(async () => {}) },
}))
const port = vi.mocked(authPort)
const ME = TEST_SESSION.user.id
const reload = vi.fn()

beforeAll(() => {
  port.getSession.mockResolvedValue(null)
  startAuth()
})
beforeEach(async () => {
  vi.stubGlobal('location', { reload, origin: window.location.origin })
  port.getSession.mockResolvedValue(TEST_SESSION)
  port.getProfile.mockResolvedValue(TEST_PROFILE)
  await authStore.initialize()
  await authStore.signedIn()
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
  setWindowPerson(undefined)
})

const comesBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

it('a page out of the browser’s memory is loaded anew where its person has signed out meanwhile, and only there', () => {
  comesBack(true)
  localStorage.removeItem(AUTH_TOKEN_KEY)
  comesBack(false)
  expect(reload).not.toHaveBeenCalled()
  comesBack(true)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a sign-out in another tab is one on purpose', () => {
  expect(windowPerson()).toBe(ME)
  window.dispatchEvent(new StorageEvent('storage', { key: AUTH_TOKEN_KEY, newValue: null }))
  expect([windowPerson(), hasLeft(ME)]).toEqual([undefined, true])
})

it('a session that the server has ended is not', async () => {
  port.getSession.mockResolvedValue(null)
  await authStore.accessToken(true)
  expect([windowPerson(), hasLeft(ME)]).toEqual([undefined, false])
})
