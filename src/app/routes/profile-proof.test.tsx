// @vitest-environment jsdom
// An administrator on a remembered browser, on the account's own pages: what wants a second factor of these minutes asks for it there, and then goes through
// (decision 0048).
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MergePage } from '#features/account/web/merge/merge-page.tsx'
import { PasskeysSection } from '#features/account/web/passkeys/passkeys-section.tsx'
import { authStore } from '#features/account/web/session/auth-store.ts'
import {
  openPage,
  prepareWindow,
  type Reply,
  ScriptedServer,
  TEST_SESSION,
} from '#features/account/web/testing/test-page.tsx'
import { TwoFactorSection } from '#features/account/web/two-factor/two-factor-section.tsx'
import { NO_PROOF_WAY } from '#rulebook/admin/admin-proof.ts'
import ProfileArea from './profile-area.tsx'

const PATIENCE = { timeout: 15_000 }
const PROOF = '/api/auth/two-factor/verify-totp'
const REFUSAL = { code: 'admin-proof-needed', data: { ...NO_PROOF_WAY, code: true } }
const RPC_REFUSAL: Reply = { status: 403, body: { ...REFUSAL, defined: false, status: 403, message: '' } }
/** What was repeated is refused for another reason: the page would be left else. */
const STAYS_HERE: Reply = { status: 429, body: { defined: true, code: 'too-many-attempts', status: 429, message: '' } }
const PASSKEY = { id: 'p1', name: 'Laptop', isSynced: false, createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null }

let server: ScriptedServer
let isProven: boolean
beforeEach(() => {
  prepareWindow()
  isProven = false
  server = new ScriptedServer()
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('PublicKeyCredential', class {})
  server.reply({
    '/api/rpc/account/session': { body: TEST_SESSION },
    [PROOF]: () => {
      isProven = true
      return { body: {} }
    },
    '/api/rpc/passkeys/list': { body: { passkeys: [PASSKEY], needsPassword: true } },
    '/api/rpc/passkeys/remove': once({ body: { passkeys: [], needsPassword: true } }, RPC_REFUSAL),
    '/api/rpc/merge/state': { body: { step: 'begin' } },
    '/api/rpc/merge/begin': once(STAYS_HERE, RPC_REFUSAL),
    '/api/rpc/loginMethods/list': { body: { methods: [], needsPassword: true, mailOpens: true } },
    '/api/auth/two-factor/status': { body: { available: true, enabled: false, codesLeft: 0 } },
    '/api/auth/two-factor/enable': once(
      { body: { totpURI: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', backupCodes: [] } },
      { status: 403, body: REFUSAL },
    ),
  })
})
afterEach(async () => {
  cleanup()
  if (authStore.getState().user) await authStore.signOut()
  vi.unstubAllGlobals()
})
const once = (proven: Reply, before: Reply) => () => (isProven ? proven : before)

const open = (element: React.ReactNode) =>
  openPage([{ path: '/', element: <ProfileArea />, children: [{ index: true, element }] }], '/')
async function prove() {
  const asked = await screen.findByRole('dialog', { name: '验证身份' }, PATIENCE)
  expect(within(asked).getByText(/您是管理员/)).toBeDefined()
  fireEvent.change(within(asked).getByLabelText('验证码或恢复代码'), { target: { value: '123456' } })
  fireEvent.click(within(asked).getByRole('button', { name: '验证' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '验证身份' })).toBeNull(), PATIENCE)
}
const typePassword = async () =>
  fireEvent.change(await screen.findByLabelText('当前密码', undefined, PATIENCE), { target: { value: 'lamp-1734' } })
const pressLast = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!)

describe('after the code', () => {
  it('a passkey is removed', async () => {
    open(<PasskeysSection />)
    fireEvent.click(await screen.findByRole('button', { name: '移除：Laptop' }, PATIENCE))
    await typePassword()
    pressLast('移除')
    await prove()
    await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull(), PATIENCE)
    expect(server.callsTo('/api/rpc/passkeys/remove')).toHaveLength(2)
  })

  it('an authenticator is set up', async () => {
    open(<TwoFactorSection />)
    fireEvent.click(await screen.findByRole('button', { name: '开启' }, PATIENCE))
    await typePassword()
    pressLast('下一步')
    await prove()
    expect(await screen.findByRole('img', { name: '两步验证二维码' }, PATIENCE)).toBeDefined()
  })

  it('a merge is begun', async () => {
    open(<MergePage />)
    const begin = await screen.findByRole('button', { name: '开始合并' }, PATIENCE)
    await waitFor(() => expect((begin as HTMLButtonElement).disabled).toBe(false), PATIENCE)
    fireEvent.click(begin)
    await typePassword()
    pressLast('开始合并')
    await prove()
    await waitFor(() => expect(server.callsTo('/api/rpc/merge/begin')).toHaveLength(2), PATIENCE)
  })
})

it('who cancels reads it in the dialog that asked, and nothing is done', async () => {
  open(<PasskeysSection />)
  fireEvent.click(await screen.findByRole('button', { name: '移除：Laptop' }, PATIENCE))
  await typePassword()
  pressLast('移除')
  const asked = await screen.findByRole('dialog', { name: '验证身份' }, PATIENCE)
  fireEvent.click(within(asked).getByRole('button', { name: '取消' }))
  expect(await screen.findByText(/请先验证身份再继续/, undefined, PATIENCE)).toBeDefined()
  expect(screen.getAllByText('Laptop').length).toBeGreaterThan(0)
  expect(server.callsTo('/api/rpc/passkeys/remove')).toHaveLength(1)
})
