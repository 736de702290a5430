// What a clock that is set back an hour must not make last an hour longer: a stop that was pressed, a limit on attempts, the freshness of a proof.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

const HOUR_MS = 3_600_000
let foundation: Foundation
let service: Service
let setByMs = 0
const origin = () => `http://127.0.0.1:${service.port}`
const signUp = (name: string) =>
  signUpPerson(origin(), foundation.settings.publicOrigin, `${name}@set-back.example.com`)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    ({ code }: { code?: string }) => code,
  )

beforeAll(async () => {
  foundation = await openTestFoundation({}, { now: () => new Date(Date.now() + setByMs) })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

it('an emergency stop is seen within seconds', async () => {
  const { api } = await signUp('stop')
  const isStopped = async () => (await api.site.status()).emergencyStop
  expect(await isStopped()).toBe(false)
  setByMs -= HOUR_MS
  await foundation.database.query(
    `insert into system_configs (config_key, config_value) values ('emergency_stop', 'true')`,
  )
  await expect.poll(isStopped, { timeout: 15_000, interval: 250 }).toBe(true)
})

it('who has guessed too often waits no hour longer', async () => {
  const { api } = await signUp('guesses')
  const guess = () => codeOf(api.passkeys.begin({ password: 'wrong' }))
  for (let n = 0; n < 5; n += 1) expect(await guess()).toBe('password-wrong')
  expect(await guess()).toBe('too-many-attempts')
  setByMs -= HOUR_MS
  for (let n = 0; n < 5; n += 1) expect(await guess()).toBe('password-wrong')
  expect(await guess()).toBe('too-many-attempts')
})

it('an administrator’s proof is not fresh for an hour longer', async () => {
  const { api } = await signUpAdmin(foundation, origin(), 'proof@set-back.example.com')
  const save = () => codeOf(api.admin.settings.setMaintenance({ isOn: false }))
  expect(await save()).toBe('ok')
  setByMs -= HOUR_MS
  expect(await save()).toBe('admin-proof-needed')
  await api.admin.session.prove({ password: TEST_PASSWORD })
  expect(await save()).toBe('ok')
})
