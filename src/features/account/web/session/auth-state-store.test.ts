// @vitest-environment jsdom
// The auth state against a scripted server and a scripted clock (document 1 §4, §8, §9).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Profile, Session } from '../../contract.ts'
import type { AuthPort } from './auth-port.ts'
import { INITIAL_AUTH_STATE } from './auth-state.ts'
import { AuthStateStore } from './auth-state-store.ts'
import { authOf } from './auth-store.ts'
import { browserSessionKeeper } from './stored-session.ts'

const USER_ID = '00000000-0000-4000-8000-000000000001'
const OTHER_ID = '00000000-0000-4000-8000-000000000002'
const STORED_KEY = 'auth-token'

const session = (token = 'token-1', userId = USER_ID): Session => ({
  access_token: token,
  expires_at: '2026-01-01T00:05:00.000Z',
  expires_in: 300,
  user: {
    id: userId,
    email: 'a@b.com',
    email_confirmed_at: null,
    phone: null,
    user_metadata: {},
    app_metadata: { provider: 'email' },
  },
})
const profile = (id = USER_ID): Profile => ({
  id,
  username: null,
  initial_email: 'a@b.com',
  avatar_url: null,
  user_type: 'premium',
  status: 'active',
  phone: null,
  phone_region: null,
  phone_verified: false,
  phone_verified_at: null,
  credits: { used: 0, total: 5, remaining: 5 },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})

const later = <Value>(delayMs: number, value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(() => resolve(value), delayMs))
const refusal = (code: string, status: number) => Object.assign(new Error(code), { code, status })

const listening: (() => void)[] = []
/** The stores of earlier tests hear nothing of the other tabs of this one. */
const keeper: typeof browserSessionKeeper = {
  ...browserSessionKeeper,
  onOtherTab: (listener) => {
    const stop = browserSessionKeeper.onOtherTab(listener)
    listening.push(stop)
    return stop
  },
}
let backend: { [Call in keyof AuthPort]: ReturnType<typeof vi.fn<AuthPort[Call]>> }
let store: AuthStateStore

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  backend = {
    getSession: vi.fn(async () => session()),
    getProfile: vi.fn(async () => profile()),
    signOut: vi.fn(async () => {}),
  }
  store = new AuthStateStore(backend, keeper)
})
afterEach(() => {
  for (const stop of listening.splice(0)) stop()
  vi.useRealTimers()
})

const otherTabWrites = (value: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: STORED_KEY, newValue: value }))
const storedText = (token: string, userId = USER_ID) =>
  JSON.stringify({ access_token: token, expiresAtMs: Date.now() + 300_000, user: session(token, userId).user })

describe('initialise', () => {
  it('[AUTHSTATE-01] [DATA-ACC-04] starts from nothing, every member there', () => {
    expect(store.getState()).toStrictEqual({
      user: undefined,
      profile: undefined,
      session: undefined,
      initialized: false,
      loading: false,
      error: undefined,
    })
  })

  it('[AUTHSTATE-02] [AUTHSTATE-03] [AUTHSTATE-05] gets session and profile, once', async () => {
    await Promise.all([store.initialize(), store.initialize()])
    await store.initialize()
    expect(backend.getSession).toHaveBeenCalledTimes(1)
    expect(backend.getProfile).toHaveBeenCalledTimes(1)
    expect(store.getState()).toMatchObject({ initialized: true, user: { id: USER_ID }, profile: { id: USER_ID } })
  })

  it('[AUTHSTATE-04] listens to changes from then on', async () => {
    backend.getSession.mockResolvedValue(null)
    await store.initialize()
    expect(store.getState().user).toBeUndefined()
    otherTabWrites(storedText('from-other-tab'))
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState()).toMatchObject({ session: { access_token: 'from-other-tab' }, profile: { id: USER_ID } })
  })

  it('[AUTHSTATE-06] sets loading meanwhile and clears it, also after an error', async () => {
    backend.getSession.mockImplementation(() => later(100, session()))
    const done = store.initialize()
    expect(store.getState()).toMatchObject({ loading: true, initialized: false })
    await vi.advanceTimersByTimeAsync(100)
    await done
    expect(store.getState()).toMatchObject({ loading: false, initialized: true })

    backend.getSession.mockRejectedValue(new TypeError('Failed to fetch'))
    const failing = new AuthStateStore(backend, { ...keeper, read: () => undefined })
    await failing.initialize()
    expect(failing.getState()).toMatchObject({ loading: false, initialized: true })
  })

  it('[AUTHSTATE-07] [ERR-ACC-06] stores the error, or 初始化认证状态失败 where the error says nothing', async () => {
    backend.getSession.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await store.initialize()
    expect(store.getState().error).toBe('网络连接失败，请检查网络状态')
    const other = new AuthStateStore(backend, keeper)
    backend.getSession.mockRejectedValueOnce(new Error('boom'))
    await other.initialize()
    expect(other.getState().error).toBe('初始化认证状态失败')
  })

  it('is a visitor without an error when there is no session', async () => {
    backend.getSession.mockResolvedValue(null)
    await store.initialize()
    expect(store.getState()).toEqual({ ...INITIAL_AUTH_STATE, initialized: true })
    expect(backend.getProfile).not.toHaveBeenCalled()
    expect(backend.signOut).not.toHaveBeenCalled()
  })

  it('keeps nothing of who was here where the session ran out meanwhile, but what another tab has stored since', async () => {
    localStorage.setItem(STORED_KEY, storedText('over').replace(/"expiresAtMs":\d+/, '"expiresAtMs":0'))
    backend.getSession.mockResolvedValue(null)
    await store.initialize()
    expect(localStorage.getItem(STORED_KEY)).toBeNull()
    localStorage.setItem(STORED_KEY, storedText('of another tab'))
    await store.accessToken(true)
    expect(localStorage.getItem(STORED_KEY)).toContain('of another tab')
  })

  it('starts from a stored token that is still good, without asking for the session', async () => {
    localStorage.setItem(STORED_KEY, storedText('stored'))
    await store.initialize()
    expect(backend.getSession).not.toHaveBeenCalled()
    expect(store.getState()).toMatchObject({ session: { access_token: 'stored' }, profile: { id: USER_ID } })
  })

  it('survives a damaged stored token', async () => {
    localStorage.setItem(STORED_KEY, '{"access_token":1')
    await store.initialize()
    expect(store.getState().session?.access_token).toBe('token-1')
  })
})

describe('time limits of the profile', () => {
  it('[AUTHSTATE-18] at startup 8 s', async () => {
    backend.getProfile.mockImplementation(() => later(60_000, profile()))
    const done = store.initialize()
    await vi.advanceTimersByTimeAsync(7_999)
    expect(store.getState()).toMatchObject({ loading: true, error: undefined })
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(store.getState()).toMatchObject({ initialized: true, error: '用户资料获取超时', profile: undefined })
  })

  it('[AUTHSTATE-19] on a change 5 s', async () => {
    backend.getSession.mockResolvedValueOnce(null)
    await store.initialize()
    backend.getProfile.mockImplementation(() => later(60_000, profile()))
    const done = store.signedIn()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(store.getState().error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(store.getState().error).toBe('状态变化时用户资料获取超时')
  })

  it('a late profile is still taken, and the error goes (C-38)', async () => {
    backend.getProfile.mockImplementation(() => later(12_000, profile()))
    const done = store.initialize()
    await vi.advanceTimersByTimeAsync(8_000)
    await done
    await vi.advanceTimersByTimeAsync(4_000)
    expect(store.getState()).toMatchObject({ error: undefined, profile: { id: USER_ID } })
    expect(backend.getProfile).toHaveBeenCalledTimes(1)
  })

  it('one that fails behind its limit says so', async () => {
    backend.getProfile.mockImplementation(() => later(12_000, undefined).then(() => Promise.reject(new Error('late'))))
    const done = store.initialize()
    await vi.advanceTimersByTimeAsync(8_000)
    await done
    expect(store.getState().error).toBe('用户资料获取超时')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(store.getState().error).toBe(AUTH_ERRORS['auth-init-failed'])
  })

  it('a late profile of somebody who signed out meanwhile is dropped', async () => {
    backend.getProfile.mockImplementation(() => later(12_000, profile()))
    const done = store.initialize()
    await vi.advanceTimersByTimeAsync(8_000)
    await done
    await store.signOut()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.getState().profile).toBeUndefined()
  })
})

describe('sign-in and renewal', () => {
  it('[AUTHSTATE-08] sets user, profile and session, and clears the error', async () => {
    backend.getSession.mockRejectedValueOnce(new Error('boom'))
    await store.initialize()
    expect(store.getState().error).toBeDefined()
    await store.signedIn()
    expect(store.getState()).toMatchObject({
      user: { id: USER_ID },
      profile: { id: USER_ID },
      session: { access_token: 'token-1' },
      error: undefined,
    })
  })

  it('[DATA-ACC-05] a session sets its user, and never leaves another user’s profile standing', async () => {
    await store.initialize()
    backend.getSession.mockResolvedValue(session('token-2', OTHER_ID))
    backend.getProfile.mockImplementation(() => later(1000, profile(OTHER_ID)))
    const done = store.signedIn()
    await vi.advanceTimersByTimeAsync(0)
    const state = { session: { access_token: 'token-2' }, user: { id: OTHER_ID }, profile: undefined }
    expect(store.getState()).toMatchObject(state)
    await vi.advanceTimersByTimeAsync(1000)
    await done
    expect(store.getState().profile?.id).toBe(OTHER_ID)
  })

  it('[AUTHSTATE-09] a renewed token loads the profile that is not there yet', async () => {
    backend.getProfile.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await store.initialize()
    expect(store.getState().profile).toBeUndefined()
    await vi.advanceTimersByTimeAsync(240_000)
    expect(store.getState()).toMatchObject({ profile: { id: USER_ID }, error: undefined })
    expect(backend.getProfile).toHaveBeenCalledTimes(2)
  })

  it('[AUTHSTATE-09] a renewed token and a sign-in load no second profile', async () => {
    await store.initialize()
    backend.getSession.mockResolvedValue(session('token-2'))
    await vi.advanceTimersByTimeAsync(240_000)
    expect(store.getState().session?.access_token).toBe('token-2')
    await store.signedIn()
    expect(backend.getProfile).toHaveBeenCalledTimes(1)
  })

  it('[AUTHSTATE-14] signed-in and refreshed update the stored token', async () => {
    await store.initialize()
    expect(localStorage.getItem(STORED_KEY)).toContain('token-1')
    backend.getSession.mockResolvedValue(session('token-2'))
    await store.accessToken(true)
    expect(localStorage.getItem(STORED_KEY)).toContain('token-2')
    backend.getSession.mockResolvedValue(session('token-3'))
    await store.signedIn()
    expect(localStorage.getItem(STORED_KEY)).toContain('token-3')
  })

  it('renews a minute before the end, in one flight for all askers', async () => {
    await store.initialize()
    await vi.advanceTimersByTimeAsync(239_000)
    expect(backend.getSession).toHaveBeenCalledTimes(1)
    backend.getSession.mockImplementation(() => later(500, session('token-2')))
    await vi.advanceTimersByTimeAsync(1_000)
    const asked = Promise.all([store.accessToken(true), store.accessToken(true)])
    await vi.advanceTimersByTimeAsync(500)
    expect(await asked).toEqual(['token-2', 'token-2'])
    expect(backend.getSession).toHaveBeenCalledTimes(2)
  })

  it('renews when the window comes back after the token’s end', async () => {
    await store.initialize()
    vi.setSystemTime(Date.now() + 3_600_000)
    backend.getSession.mockResolvedValue(session('token-2'))
    await store.resume()
    expect(await store.accessToken()).toBe('token-2')
    await store.resume()
    expect(backend.getSession).toHaveBeenCalledTimes(2)
  })

  it('never hands out a token that is over', async () => {
    await store.initialize()
    vi.setSystemTime(Date.now() + 3_600_000)
    backend.getSession.mockResolvedValue(session('token-2'))
    expect(await store.accessToken()).toBe('token-2')
  })

  it('a lost connection at renewal keeps the user signed in', async () => {
    await store.initialize()
    backend.getSession.mockRejectedValue(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(240_000)
    expect(store.getState()).toMatchObject({ user: { id: USER_ID }, profile: { id: USER_ID } })
    expect(backend.signOut).not.toHaveBeenCalled()
  })
})

describe('sign-out', () => {
  it('asks the server at once and clears the state when the guarded page is left', async () => {
    await store.initialize()
    let left = () => {}
    const done = store.signOut(new Promise<void>((resolve) => (left = resolve)))
    expect(backend.signOut).toHaveBeenCalledTimes(1)
    await Promise.resolve()
    expect(store.getState().user).toMatchObject({ id: USER_ID })
    left()
    await done
    expect(store.getState().user).toBeUndefined()
  })

  it('[AUTHSTATE-10] [AUTHSTATE-11] [AUTHSTATE-12] clears everything, here and in the storages', async () => {
    await store.initialize()
    expect(store.getState()).toMatchObject({ user: { id: USER_ID }, profile: { id: USER_ID }, session: {} })
    sessionStorage.setItem('selected-image', 'x')
    await store.signOut()
    expect(store.getState()).toEqual({ ...INITIAL_AUTH_STATE, initialized: true })
    expect(localStorage.getItem(STORED_KEY)).toBeNull()
    expect(sessionStorage.length).toBe(0)
    expect(await store.accessToken()).toBeNull()
  })

  it('[AUTHSTATE-10] clears the error of a profile that could not be read', async () => {
    backend.getProfile.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await store.initialize()
    expect(store.getState().error).toBe('网络连接失败，请检查网络状态')
    await store.signOut()
    expect(store.getState()).toEqual({ ...INITIAL_AUTH_STATE, initialized: true })
  })

  it('what the page that is left still asks for is refused here, and no ended session is told', async () => {
    await store.initialize()
    let end = (): void => {}
    backend.signOut.mockImplementation(() => new Promise<void>((resolve) => (end = resolve)))
    backend.getSession.mockResolvedValue(null)
    const asked = backend.getSession.mock.calls.length
    const done = store.signOut()
    for (const mustRefresh of [false, true])
      await expect(store.accessToken(mustRefresh)).rejects.toMatchObject({ code: 'not-signed-in' })
    end()
    await done
    expect(backend.getSession).toHaveBeenCalledTimes(asked)
    expect(store.getState().error).toBeUndefined()
    backend.getSession.mockResolvedValue(session('next'))
    await store.signedIn()
    expect(await store.accessToken()).toBe('next')
  })

  it('a sign-out that failed leaves the page its token', async () => {
    await store.initialize()
    backend.signOut.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(store.signOut()).rejects.toThrow()
    expect(await store.accessToken()).toBe('token-1')
  })

  it('[ERR-ACC-09] says so when the server cannot end the session, and changes nothing', async () => {
    await store.initialize()
    backend.signOut.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(store.signOut()).rejects.toMatchObject({ code: 'sign-out-failed' })
    expect(store.getState().user?.id).toBe(USER_ID)
  })

  it('[AUTHSTATE-15] tells live connections and caches of the user', async () => {
    await store.initialize()
    const live = vi.fn()
    store.onSignedOut(live)
    await store.signOut()
    expect(live).toHaveBeenCalledTimes(1)
  })

  it('of one person and a sign-in of another in one message is told, too, and what the pages stored goes', async () => {
    await store.initialize()
    const live = vi.fn()
    store.onSignedOut(live)
    sessionStorage.setItem('selected-image', '{}')
    otherTabWrites(storedText('of-the-same'))
    expect(live).not.toHaveBeenCalled()
    otherTabWrites(storedText('of-another', OTHER_ID))
    expect(live).toHaveBeenCalledTimes(1)
    expect(sessionStorage.length).toBe(0)
    expect(store.getState().user?.id).toBe(OTHER_ID)
  })

  it('ends a renewal that is under way: its answer is of who has left', async () => {
    await store.initialize()
    backend.getSession.mockImplementation(() => later(100, session('late')))
    const renewal = store.accessToken(true)
    await store.signOut()
    await vi.advanceTimersByTimeAsync(100)
    expect(await renewal).toBeNull()
    expect(store.getState().user).toBeUndefined()
    expect(localStorage.getItem(STORED_KEY)).toBeNull()
  })

  it('is seen by a page that the browser kept alive', async () => {
    await store.initialize()
    expect(store.isOutdated()).toBe(false)
    localStorage.removeItem(STORED_KEY)
    expect(store.isOutdated()).toBe(true)
  })

  it('in another tab is followed here', async () => {
    await store.initialize()
    otherTabWrites(null)
    expect(store.getState()).toMatchObject({ user: undefined, profile: undefined, session: undefined })
    expect(backend.signOut).not.toHaveBeenCalled()
  })

  it('[ERR-ACC-05] that the server made is followed with its text', async () => {
    await store.initialize()
    backend.getSession.mockResolvedValue(null)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(store.getState()).toMatchObject({ user: undefined, error: '认证状态异常，已自动登出' })
  })
})

describe('errors that sign out', () => {
  it.each([
    ['permission', new Error('permission denied for table user_profiles')],
    ['JWT', new Error('JWT expired')],
    ['token', new Error('invalid token')],
    ['a refused session', refusal('session-expired', 401)],
    ['a forbidden row', refusal('forbidden', 403)],
  ])('[AUTHSTATE-13] [ERR-ACC-01] %s error', async (_kind, error) => {
    backend.getProfile.mockRejectedValue(error)
    await store.initialize()
    expect(store.getState()).toMatchObject({
      user: undefined,
      session: undefined,
      error: '认证状态异常，请重新登录',
    })
    expect(backend.signOut).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem(STORED_KEY)).toBeNull()
  })

  it('[ERR-ACC-02] any other refusal', async () => {
    backend.getProfile.mockRejectedValue(refusal('invalid-request', 400))
    await store.initialize()
    expect(store.getState()).toMatchObject({ user: undefined, error: '认证系统异常，请重新登录' })
    expect(backend.signOut).toHaveBeenCalledTimes(1)
  })

  it('but never a server in trouble or an unreadable answer', async () => {
    for (const error of [
      refusal('unexpected', 500),
      refusal('maintenance', 503),
      new SyntaxError('Unexpected token <'),
    ]) {
      const fresh = new AuthStateStore(backend, keeper)
      backend.getProfile.mockRejectedValueOnce(error)
      await fresh.initialize()
      expect(fresh.getState().user?.id).toBe(USER_ID)
    }
    expect(backend.signOut).not.toHaveBeenCalled()
  })
})

describe('derived state', () => {
  it('[AUTHSTATE-16] is authenticated only when initialised with user and profile: eight combinations', () => {
    for (const initialized of [false, true]) {
      for (const user of [undefined, session().user]) {
        for (const someProfile of [undefined, profile()]) {
          const state = { ...INITIAL_AUTH_STATE, initialized, user, profile: someProfile }
          expect(authOf(state).isAuthenticated).toBe(initialized && Boolean(user) && Boolean(someProfile))
        }
      }
    }
  })

  it('[AUTHSTATE-17] is of type free without a profile', () => {
    expect(authOf(INITIAL_AUTH_STATE).userType).toBe('free')
    expect(authOf({ ...INITIAL_AUTH_STATE, profile: profile() }).userType).toBe('premium')
  })

  it('[PROD-24] has 0 of 3 credits used before a profile is there, and the profile’s afterwards', () => {
    expect(authOf(INITIAL_AUTH_STATE).credits).toEqual({ used: 0, total: 3, remaining: 3 })
    expect(authOf({ ...INITIAL_AUTH_STATE, profile: profile() }).credits).toEqual({ used: 0, total: 5, remaining: 5 })
  })

  it('[DATA-ACC-07] credits change one by one', async () => {
    await store.initialize()
    const credits = () => store.getState().profile?.credits
    store.mergeCredits({ remaining: 3 })
    expect(credits()).toEqual({ used: 0, total: 5, remaining: 3 })
    store.mergeCredits({ used: 2 })
    expect(credits()).toEqual({ used: 2, total: 5, remaining: 3 })
    store.mergeCredits({ total: 9 })
    expect(credits()).toEqual({ used: 2, total: 9, remaining: 3 })
  })

  it('[ERR-ACC-03] says when user and profile cannot be read again', async () => {
    await store.initialize()
    backend.getProfile.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(store.refresh()).rejects.toMatchObject({ code: 'user-refresh-failed' })
    expect(messageFromRegister({ code: 'user-refresh-failed' })).toBe('刷新用户状态失败')
  })

  it('keeps the profile that is shown where it cannot be read again after a change, and rejects nothing', async () => {
    await store.initialize()
    backend.getProfile.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(store.refreshProfile()).resolves.toBeUndefined()
    expect(store.getState()).toMatchObject({ profile: { id: USER_ID }, error: undefined })
  })

  it('[PROFILE-15] merges profile fields, and refuses without a user', async () => {
    expect(() => store.mergeProfile({ username: 'x' })).toThrow('not-signed-in')
    expect(messageFromRegister({ code: 'not-signed-in' })).toBe('用户未登录')
    await store.initialize()
    store.mergeProfile({ username: '小明' })
    expect(store.getState().profile).toEqual({ ...profile(), username: '小明' })
  })
})

describe('what was asked for one person', () => {
  /** An answer that the test gives when it likes. */
  function held<Value>() {
    let resolve: (value: Value) => void = () => {}
    let reject: (error: unknown) => void = () => {}
    const answer = new Promise<Value>((give, refuse) => {
      resolve = give
      reject = refuse
    })
    return { answer, resolve, reject }
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)

  it('and is refused behind the sign-in of another, signs the other not out', async () => {
    const asked = held<Profile>()
    backend.getProfile.mockReturnValueOnce(asked.answer).mockResolvedValue(profile(OTHER_ID))
    const started = store.initialize()
    await settle()
    const stored = storedText('of-another', OTHER_ID)
    localStorage.setItem(STORED_KEY, stored)
    otherTabWrites(stored)
    asked.reject(refusal('session-expired', 401))
    await started
    await settle()
    expect(store.getState()).toMatchObject({ user: { id: OTHER_ID }, profile: { id: OTHER_ID }, error: undefined })
    expect(backend.signOut).not.toHaveBeenCalled()
    expect(localStorage.getItem(STORED_KEY)).toBe(stored)
  })

  it('is not taken when another has signed in meanwhile', async () => {
    await store.initialize()
    const asked = held<Session>()
    backend.getSession.mockReturnValueOnce(asked.answer)
    const renewal = store.accessToken(true)
    otherTabWrites(storedText('of-another', OTHER_ID))
    asked.resolve(session('late'))
    await settle()
    expect(store.getState().user?.id).toBe(OTHER_ID)
    expect(await renewal).toBe('of-another')
  })

  it('is no answer to a sign-in, which asks anew', async () => {
    backend.getSession.mockResolvedValueOnce(session())
    await store.initialize()
    const asked = held<Session | null>()
    backend.getSession.mockReturnValueOnce(asked.answer).mockResolvedValueOnce(session('of-another', OTHER_ID))
    const waiting = store.accessToken(true)
    const done = store.signedIn()
    asked.resolve(null)
    await done
    expect(store.getState()).toMatchObject({ user: { id: OTHER_ID }, session: { access_token: 'of-another' } })
    expect(store.getState().error).toBeUndefined()
    expect(await waiting).toBe('of-another')
  })

  it('a refusal of the one who has signed in now still signs out', async () => {
    backend.getSession.mockResolvedValueOnce(null)
    await store.initialize()
    backend.getProfile.mockRejectedValue(refusal('session-expired', 401))
    await store.signedIn()
    expect(store.getState()).toMatchObject({ user: undefined, error: '认证状态异常，请重新登录' })
    expect(backend.signOut).toHaveBeenCalledTimes(1)
  })

  it('a sign-out in another tab leaves the token that the next person has stored since', async () => {
    await store.initialize()
    const stored = storedText('of-another', OTHER_ID)
    localStorage.setItem(STORED_KEY, stored)
    otherTabWrites(null)
    expect(store.getState().user).toBeUndefined()
    expect(localStorage.getItem(STORED_KEY)).toBe(stored)
  })

  it('a sign-out here that waits for its page leaves who has signed in elsewhere meanwhile', async () => {
    await store.initialize()
    const left = held<void>()
    const done = store.signOut(left.answer)
    await settle()
    otherTabWrites(storedText('of-another', OTHER_ID))
    left.resolve()
    await done
    expect(store.getState().user?.id).toBe(OTHER_ID)
  })
})
