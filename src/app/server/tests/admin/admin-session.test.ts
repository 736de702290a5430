// The admin area's own session over HTTP (document 1 §4, §7; document 2 §6; U-25).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import {
  personOf,
  postTo,
  signInPerson,
  signUpPerson,
  TEST_PASSWORD,
  type TestPerson,
} from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
const own = () => foundation.settings.publicOrigin
const origin = () => `http://127.0.0.1:${service.port}`
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
beforeAll(async () => {
  foundation = await openTestFoundation({ ADMIN_SESSION_HOURS: '2' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const sessionsOf = (userId: string) =>
  query<{ id: string; sign_in: boolean }>(
    'select id, sign_in_id is not null as sign_in from admin_sessions where user_id = $1',
    userId,
  )
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )
/** Rows of the operator's log. */
const loggedOf = async (userId: string) =>
  (await query(`select id from admin_action_logs where action = 'admin_sign_in' and admin_id = $1`, userId)).length
const list = ({ api }: TestPerson) => codeOf(api.admin.users.list({}))

it('[ADM-SESS-01] [ADM-SESS-04] [ROLE-08] is a record of the user that the back office asks for; closed by its own call', async () => {
  const admin = await signUpPerson(origin(), own(), 'first@session.example.com')
  await query(`update user_profiles set user_type = 'admin' where id = $1`, admin.userId)
  expect(await list(admin)).toBe('admin-session-expired')
  await admin.api.admin.session.open()
  await admin.api.admin.session.open()
  expect(await sessionsOf(admin.userId)).toEqual([{ id: expect.any(String), sign_in: true }])
  expect(await list(admin)).toBe('ok')
  expect(await loggedOf(admin.userId)).toBe(1)
  await admin.api.admin.session.close()
  expect(await sessionsOf(admin.userId)).toEqual([])
  expect(await list(admin)).toBe('admin-session-expired')
})

it('[ADM-SESS-02] goes with the sign-out, and with the sign-out of that sign-in alone', async () => {
  const email = 'leaves@session.example.com'
  const admin = await signUpAdmin(foundation, origin(), email)
  const elsewhere = await signInPerson(origin(), own(), email)
  await postTo(origin(), own())('/api/auth/sign-out', {}, { cookie: elsewhere.cookie })
  expect(await sessionsOf(admin.userId)).toHaveLength(1)
  await postTo(origin(), own())('/api/auth/sign-out', {}, { cookie: admin.cookie })
  expect(await sessionsOf(admin.userId)).toEqual([])
  // The access token is over with its sign-in (decision 0051).
  expect(await list(admin)).toBe('session-expired')
  expect(await codeOf(admin.api.admin.session.open())).toBe('session-expired')
})

it('[ADM-SESS-01] opens to the sign-in that opened it alone: another one of the same administrator opens, shows and closes its own', async () => {
  const email = 'two@session.example.com'
  const one = await signUpAdmin(foundation, origin(), email)
  const other = await signInPerson(origin(), own(), email)
  expect(await list(other)).toBe('admin-session-expired')
  // A cookie or a token of one beside that of the other opens nothing for the token.
  const mixed = async (token: TestPerson, cookie: TestPerson) => {
    const headers = { ...token.headers, cookie: cookie.cookie }
    const answer = await fetch(`${origin()}/api/v1/admin/users`, { headers })
    return answer.ok ? 'ok' : ((await answer.json()) as { code: string }).code
  }
  expect(await mixed(other, one)).toBe('admin-session-expired')
  expect(await mixed(one, other)).toBe('ok')
  expect(await codeOf(other.api.admin.session.close())).toBe('ok')
  expect(await list(one)).toBe('ok')

  await other.api.admin.session.open()
  expect([await list(one), await list(other)]).toEqual(['ok', 'ok'])
  expect(await loggedOf(one.userId)).toBe(2)
  await other.api.admin.session.close()
  expect([await list(one), await list(other)]).toEqual(['ok', 'admin-session-expired'])
})

it('[ADM-SESS-01] a row that is over goes with the next opening', async () => {
  const admin = await signUpAdmin(foundation, origin(), 'rows@session.example.com')
  await query(`update admin_sessions set expires_at = now() - interval '1 second' where user_id = $1`, admin.userId)
  await (await signInPerson(origin(), own(), 'rows@session.example.com')).api.admin.session.open()
  expect(await sessionsOf(admin.userId)).toHaveLength(1)
})

it('[ADM-SESS-06] is opened for nobody but an admin', async () => {
  const person = await signUpPerson(origin(), own(), 'consumer@session.example.com')
  expect(await codeOf(person.api.admin.session.open())).toBe('guard-not-admin')
  expect(await codeOf(person.api.admin.session.close())).toBe('guard-not-admin')
  expect(await sessionsOf(person.userId)).toEqual([])
})

it('ends by its age, counted from the sign-in: opening it again prolongs nothing (U-25)', async () => {
  const admin = await signUpAdmin(foundation, origin(), 'aged@session.example.com')
  await query(`update admin_sessions set expires_at = now() - interval '1 second' where user_id = $1`, admin.userId)
  expect(await list(admin)).toBe('admin-session-expired')
  await admin.api.admin.session.open()
  expect(await list(admin)).toBe('ok')
  await query(
    `update auth_sessions set created_at = now() - interval '2 hours 1 second' where user_id = $1`,
    admin.userId,
  )
  expect(await codeOf(admin.api.admin.session.open())).toBe('admin-session-expired')
})

describe('with a second factor asked of administrators', () => {
  let guarded: Service
  let guardedFoundation: Foundation
  beforeAll(async () => {
    guardedFoundation = await openTestFoundation({ ADMIN_SECOND_FACTOR: 'on' })
    guarded = await startOn(guardedFoundation)
  })
  afterAll(() => guarded.stop())

  it('the back office opens to a code or a passkey shown in this sign-in, and changes of roles and credits to one of the last minutes', async () => {
    const at = `http://127.0.0.1:${guarded.port}`
    let admin = await signUpPerson(at, own(), 'guarded@session.example.com')
    const sql = (text: string) => guardedFoundation.database.query(text, [admin.userId])
    const auth = async (path: string, body: object) => {
      const answer = await postTo(at, own())(`/api/auth${path}`, body, { cookie: admin.cookie })
      expect([path, answer.status]).toEqual([path, 200])
      return answer
    }
    const refusalOf = (call: Promise<unknown>) =>
      call.then(
        () => 'ok',
        ({ code, data }: { code: string; data: unknown }) => [code, data],
      )
    const seen = { userType: 'admin', creditsRemaining: 5 } as const
    const edit = { id: admin.userId, creditsRemaining: 6, seen, reason: 'a test' }
    await sql(`update user_profiles set user_type = 'admin' where id = $1`)
    await admin.api.admin.session.open()
    expect(await refusalOf(admin.api.admin.users.list({}))).toEqual([
      'admin-proof-needed',
      { code: false, passkey: false, password: false, signIn: false },
    ])

    const bystander = await signInPerson(at, own(), 'guarded@session.example.com')
    const enabled = await auth('/two-factor/enable', { password: TEST_PASSWORD })
    const { totpURI } = (await enabled.json()) as { totpURI: string }
    admin = await personOf(at, own(), await auth('/two-factor/verify-totp', { code: totpOf(totpURI) }))
    await admin.api.admin.session.open()
    expect(await refusalOf(admin.api.admin.users.list({}))).toBe('ok')
    // The sign-in that has shown nothing does not ride on it, nor on the proof.
    expect(await codeOf(bystander.api.admin.users.list({}))).toBe('admin-session-expired')
    await bystander.api.admin.session.open()
    expect(await refusalOf(bystander.api.admin.users.list({}))).toEqual([
      'admin-proof-needed',
      { code: true, passkey: false, password: false, signIn: false },
    ])

    await sql(`update auth_sessions set strong_at = now() - interval '16 minutes' where user_id = $1`)
    await admin.api.admin.session.open()
    expect(await refusalOf(admin.api.admin.users.list({}))).toBe('ok')
    const needed = ['admin-proof-needed', { code: true, passkey: false, password: false, signIn: false }]
    expect(await refusalOf(admin.api.admin.users.update(edit))).toEqual(needed)
    const suspension = { id: admin.userId, status: 'suspended', reason: 'a test' } as const
    expect(await refusalOf(admin.api.admin.users.setStatus(suspension))).toEqual(needed)
    await auth('/two-factor/verify-totp', { code: totpOf(totpURI, 1) })
    await admin.api.admin.session.open()
    expect(await refusalOf(admin.api.admin.users.update(edit))).toBe('ok')
  })
})
