// @vitest-environment jsdom
// How the browser talks to the service about accounts, seen from its requests (document 1 §7; U-38, U-57): the session is kept, renewed by
// itself and read from the address; everything goes through the two doors of our own origin.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AUTH_TOKEN_KEY } from '#rulebook/pictures/browser-storage.ts'
import { ResetPasswordPage } from '../sign-in/reset-password-page.tsx'
import { openPage, prepareWindow, ScriptedServer, TEST_SESSION } from '../testing/test-page.tsx'
import { authPort } from './auth-api.ts'
import { AuthStateStore } from './auth-state-store.ts'
import { browserSessionKeeper } from './stored-session.ts'

const PATIENT = { timeout: 20_000 }
const SESSION_CALL = '/api/rpc/account/session'
let server: ScriptedServer

beforeEach(() => {
  prepareWindow()
  server = new ScriptedServer()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const openStore = () => new AuthStateStore(authPort, browserSessionKeeper)

describe('[CALL-ACC-12] the session', () => {
  it('is kept: the next window starts from it and asks for none', async () => {
    server.signIn()
    await openStore().initialize()
    expect(localStorage.getItem(AUTH_TOKEN_KEY)).toContain(TEST_SESSION.access_token)
    const next = openStore()
    await next.initialize()
    expect(next.getState().user?.id).toBe(TEST_SESSION.user.id)
    expect(server.callsTo(SESSION_CALL)).toHaveLength(1)
  })

  it('is renewed before the token ends, without anybody asking', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.signIn()
    await openStore().initialize()
    expect(server.callsTo(SESSION_CALL)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync((TEST_SESSION.expires_in - 30) * 1000)
    await vi.waitFor(() => expect(server.callsTo(SESSION_CALL).length).toBeGreaterThan(1), PATIENT)
  })

  it('of a mailed link is found in the address: both halves of its token are used', async () => {
    server.reply({ '/api/auth/reset-password': { body: { status: true } } })
    openPage(
      [{ path: '/auth/reset-password', element: <ResetPasswordPage /> }],
      '/auth/reset-password#access_token=first&refresh_token=second',
    )
    for (const name of ['新密码', '确认密码'])
      fireEvent.change(await screen.findByLabelText(name, undefined, PATIENT), { target: { value: 'lantern-4417' } })
    fireEvent.click(screen.getByRole('button', { name: '保存新密码' }))
    await vi.waitFor(
      () => expect(server.callsTo('/api/auth/reset-password')[0]?.body).toMatchObject({ token: 'firstsecond' }),
      PATIENT,
    )
  })
})
