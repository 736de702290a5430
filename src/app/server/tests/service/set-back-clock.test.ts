// What a clock that is set back an hour must not make last an hour longer: a stop that was pressed, a limit on attempts, ours or the library's, the
// freshness of a proof.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser } from '../../testing/browser.ts'
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
const openBrowser = () => new Browser({ origin: origin(), publicOrigin: foundation.settings.publicOrigin })
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

it('a network that has asked too often for a route of the library waits no hour longer', async () => {
  const visitor = openBrowser()
  let asked = 0
  const ask = async () => {
    const email = `nobody-${++asked}@set-back.example.com`
    return (await visitor.post('/api/auth/request-password-reset', { email })).status
  }
  const askUntilFull = async () => {
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await ask())
    return statuses
  }
  const UNTIL_FULL = [...Array<number>(10).fill(200), 429]
  expect(await askUntilFull()).toEqual(UNTIL_FULL)
  setByMs -= HOUR_MS
  expect(await askUntilFull()).toEqual(UNTIL_FULL)
  setByMs += 61_000
  expect(await ask()).toBe(200)
})

it('who has typed wrong codes of the authenticator too often waits no hour longer', async () => {
  // The library locks by the machine's clock.
  setByMs = 0
  const email = 'codes@set-back.example.com'
  const owner = openBrowser()
  await owner.signUp(email, TEST_PASSWORD)
  const { body } = await owner.post('/api/auth/two-factor/enable', { password: TEST_PASSWORD })
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  await owner.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })
  const use = async (browser: Browser, code: string) =>
    (await browser.post('/api/auth/two-factor/verify-backup-code', { code })).status
  const challenged = async () => {
    const browser = openBrowser()
    await browser.signIn(email, TEST_PASSWORD)
    return browser
  }
  for (let n = 0; n < 2; n += 1) {
    const browser = await challenged()
    for (let tries = 0; tries < 5; tries += 1) expect(await use(browser, 'wrong-wrong')).toBe(401)
  }
  expect(await use(await challenged(), backupCodes[0]!)).toBe(429)
  setByMs -= HOUR_MS
  expect(await use(await challenged(), backupCodes[0]!)).toBe(200)
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
