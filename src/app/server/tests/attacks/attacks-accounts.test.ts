// Attacks on accounts over HTTP: guessing passwords and reset tokens; sessions after a changed password.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { SIGN_IN_LIMITS } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

const ROUTE = '/api/auth/sign-in/email'
let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const own = () => foundation.settings.publicOrigin
const origin = () => `http://127.0.0.1:${service.port}`
const post = (path: string, body: object, headers?: Record<string, string>) =>
  postTo(origin(), own())(path, body, headers)

it('wrong passwords of one network close one account to it for a while, the right password then too, and no other account', async () => {
  const email = 'guessed@attacks.example.com'
  await signUpPerson(origin(), own(), email)
  const statuses: number[] = []
  for (let i = 0; i <= SIGN_IN_LIMITS.tries.max; i++) {
    statuses.push((await post(ROUTE, { email, password: `wrong-${i}` })).status)
  }
  expect(statuses).toEqual([...Array<number>(SIGN_IN_LIMITS.tries.max).fill(401), 429])
  expect((await post(ROUTE, { email, password: TEST_PASSWORD })).status).toBe(429)
  const other = await signUpPerson(origin(), own(), 'other@attacks.example.com')
  expect(other.userId).toBeTruthy()
})

it('guessed reset tokens open nothing, and the answer tells nothing', async () => {
  for (const token of ['', '0', 'x'.repeat(24), '../../', `' or 1=1 --`]) {
    const answer = await post('/api/auth/reset-password', { token, newPassword: 'stolen-2026' })
    expect([token, answer.status]).toEqual([token, 400])
    expect(await answer.text()).not.toMatch(/select|auth_/i)
  }
})

it('a changed password ends every session but the one that changed it', async () => {
  const email = 'changed@attacks.example.com'
  const owner = await signUpPerson(origin(), own(), email)
  const thief = await signInPerson(origin(), own(), email)
  const change = { currentPassword: TEST_PASSWORD, newPassword: 'changed-2026', revokeOtherSessions: true }
  expect((await post('/api/auth/change-password', change, { cookie: owner.cookie })).status).toBe(200)
  const session = await post('/api/v1/account/session', {}, { cookie: thief.cookie })
  expect(await session.json()).toBeNull()
})

it('who is signed out by an operator is out at once in every browser, with cookie and token, and may come again', async () => {
  const email = 'lost-phone@attacks.example.com'
  const admin = await signUpAdmin(foundation, origin(), 'operator@attacks.example.com')
  const owner = await signUpPerson(origin(), own(), email)
  const thief = await signInPerson(origin(), own(), email)
  const remembered = (id: string) =>
    foundation.database.query(
      `select id from auth_verifications where value = $1 and identifier like 'trust-device-%'`,
      [id],
    )
  await foundation.database.query(
    `insert into auth_verifications (identifier, value, expires_at)
     values ('trust-device-x', $1, now() + interval '1 day'), ('trust-device-y', $2, now() + interval '1 day')`,
    [owner.userId, admin.userId],
  )
  await expect(admin.api.admin.users.signOut({ id: owner.userId, reason: ' ' })).rejects.toMatchObject({
    code: 'edit-reason-missing',
  })
  const done = await admin.api.admin.users.signOut({ id: owner.userId, reason: '手机丢失' })
  expect(done.ended).toBe(2)
  for (const { api, cookie } of [owner, thief]) {
    await expect(api.account.profile.get()).rejects.toMatchObject({ code: 'session-expired' })
    expect(await (await post('/api/v1/account/session', {}, { cookie })).json()).toBeNull()
  }
  expect(await remembered(owner.userId)).toEqual([])
  // Nobody else's, and nothing of the account itself.
  expect(await remembered(admin.userId)).toHaveLength(1)
  const again = await signInPerson(origin(), own(), email)
  expect((await again.api.account.profile.get()).credits.remaining).toBe(5)
  const [log] = (await admin.api.admin.logs.list({ action: 'sign_out_user' })).rows
  expect(log).toMatchObject({ details: { reason: '手机丢失', ended: 2 } })
})

it('a stolen access token makes no other token, changes no way to sign in and ends no account', async () => {
  const { headers, cookie, userId } = await signUpPerson(origin(), own(), 'token@attacks.example.com')
  const { cookie: _, ...stolen } = headers
  const session = await post('/api/v1/account/session', {}, stolen)
  expect(await session.json()).toBeNull()
  const password = TEST_PASSWORD
  const routes: readonly (readonly [string, object])[] = [
    ['/api/auth/change-password', { currentPassword: password, newPassword: 'stolen-2026' }],
    ['/api/auth/two-factor/enable', { password }],
    ['/api/v1/account/merge', { password }],
    ['/api/v1/account/login-methods/link', { provider: 'google', password }],
  ]
  for (const [path, body] of routes) {
    const { status } = await post(path, body, stolen)
    expect([path, status >= 400 && status < 500]).toEqual([path, true])
  }
  const owner = await post('/api/v1/account/session', {}, { cookie })
  expect(await owner.json()).toMatchObject({ user: { id: userId, email: 'token@attacks.example.com' } })
})

it('an address or a name with line breaks or markup is refused before it reaches an email or a page', async () => {
  const { headers } = await signUpPerson(origin(), own(), 'plain@attacks.example.com')
  for (const email of [
    'a@b.com\r\nBcc: thief@example.com',
    'a@b.com\nSubject: x',
    '"<script>alert(1)</script>"@b.com',
  ]) {
    const answer = await post('/api/auth/sign-up/email', {
      email,
      password: TEST_PASSWORD,
      name: '',
      acceptedTerms: TERMS_VERSION,
    })
    expect([email, answer.status]).toEqual([email, 400])
  }
  for (const username of ['a\r\nBcc: thief', '<img src=x onerror=alert(1)>', '<script>']) {
    const answer = await fetch(`${origin()}/api/v1/account/profile`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    })
    expect([username, answer.status]).toEqual([username, 400])
  }
  expect(await foundation.database.query(`select email from auth_users where email ~ '[[:cntrl:]<>]'`)).toEqual([])
})
