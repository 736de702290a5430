// @vitest-environment jsdom
// What the one auth state of a window tells the rest of it: whose window it is, how they left, and that a page of the browser's memory is of somebody else.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasLeft, setWindowPerson, windowPerson } from '#platform/web/http/window-person.ts'
import { dropKeptFile, KEPT_FILE_MAX_AGE_MS, keepFile, readKept } from '#platform/web/kept-file.ts'
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

describe('a picture that waits in this browser', () => {
  const picture = new File(['x'], 'holiday.png')
  const comesIn = async () => {
    await authStore.signOut()
    await authStore.signedIn()
    await Promise.resolve()
  }
  const waits = async () => (await readKept()) !== undefined
  afterEach(dropKeptFile)

  it('stays for the person whose it is, and goes when somebody else is here', async () => {
    await keepFile(picture, ME)
    await comesIn()
    expect(await waits()).toBe(true)
    await keepFile(picture, 'somebody-else')
    await comesIn()
    await expect.poll(waits).toBe(false)
  })

  it('goes after its hour, whether anybody signs in or not', async () => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() - KEPT_FILE_MAX_AGE_MS - 1)
    await keepFile(picture, ME)
    await authStore.signOut()
    await expect.poll(waits).toBe(false)
  })
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
