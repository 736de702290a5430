// Attacks on accounts over HTTP (issue 4 "Security"): guessing passwords and reset tokens; sessions after a changed password.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNT_TRIES } from '#features/account/server/sign-in-rules.ts'
import type { Foundation } from './open-foundation.ts'
import { openTestFoundation } from './open-test-foundation.ts'
import { type Service, startOn } from './start-service.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD } from './test-person.ts'

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

it('wrong passwords close one account for a while, the right password then too, and no other account', async () => {
  const email = 'guessed@attacks.example.com'
  await signUpPerson(origin(), own(), email)
  const statuses: number[] = []
  for (let i = 0; i <= ACCOUNT_TRIES.max; i++) {
    statuses.push((await post(ROUTE, { email, password: `wrong-${i}` })).status)
  }
  expect(statuses).toEqual([...Array<number>(ACCOUNT_TRIES.max).fill(401), 429])
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
