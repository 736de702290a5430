// The admin area's own session over HTTP (document 1 §4, §7; document 2 §6; U-25).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { postTo, signInPerson, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

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
const list = ({ api }: TestPerson) => codeOf(api.admin.users.list({}))

it('[ADM-SESS-01] [ADM-SESS-04] [ROLE-08] is a record of the user that the back office asks for; closed by its own call', async () => {
  const admin = await signUpPerson(origin(), own(), 'first@session.example.com')
  await query(`update user_profiles set user_type = 'admin' where id = $1`, admin.userId)
  expect(await list(admin)).toBe('admin-session-expired')
  await admin.api.admin.session.open()
  await admin.api.admin.session.open()
  expect(await sessionsOf(admin.userId)).toEqual([{ id: expect.any(String), sign_in: true }])
  expect(await list(admin)).toBe('ok')
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
