// Passkeys over HTTP, used and attacked (decision 0047).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSKEYS_AT_MOST } from '#rulebook/account/passkeys.ts'
import type { Passkeys } from '../../contract.ts'
import { totpOf } from '../testing/authenticator.ts'
import { type DeviceManner, PasskeyDevice } from '../testing/passkey-device.ts'
import { openTestAccounts, TEST_ORIGIN, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

const PASSWORD = 'lamp-1734'
const HONEST: DeviceManner = { origin: TEST_ORIGIN }

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: false })
})
afterAll(() => service.close())

type Options = { challenge: string; rp: { id?: string }; rpId?: string }
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code
const bearer = async (browser: TestBrowser) => ({ authorization: `Bearer ${await browser.token()}` })
const call = async (browser: TestBrowser, name: string, input?: unknown) =>
  browser.call(`passkeys/${name}`, input, await bearer(browser))
const keysOf = async (browser: TestBrowser) => ((await call(browser, 'list')).body as Passkeys).passkeys
const isSignedIn = async (browser: TestBrowser) => (await browser.call('session')).body !== null

async function signedUp(name: string) {
  const owner = service.openBrowser()
  const email = `${name}@passkeys.example.com`
  await owner.signUp(email)
  return { owner, email }
}

async function add(owner: TestBrowser, device: PasskeyDevice, manner = HONEST) {
  const begun = await call(owner, 'begin', { password: PASSWORD })
  expect(begun.status).toBe(200)
  return call(owner, 'add', { response: device.register(begun.body as Options, manner) })
}

async function enter(browser: TestBrowser, device: PasskeyDevice, manner = HONEST) {
  const { body } = await browser.auth('/passkey/generate-authenticate-options')
  return browser.auth('/passkey/verify-authentication', { response: device.signIn(body as Options, manner) })
}

describe('a passkey', () => {
  it('is added by its proven owner, told by email, and signs in where nobody typed anything', async () => {
    const { owner, email } = await signedUp('adds')
    expect(codeOf(await call(owner, 'begin', { password: 'wrong-2026' }))).toBe('password-wrong')
    const device = new PasskeyDevice()
    expect(await keysOf(owner)).toEqual([])
    expect((await add(owner, device)).status).toBe(200)
    expect(await keysOf(owner)).toMatchObject([{ isSynced: false, lastUsedAt: null }])
    await expect.poll(() => service.emails.filter(({ to }) => to === email).length).toBe(1)

    const elsewhere = service.openBrowser()
    expect((await enter(elsewhere, device)).status).toBe(200)
    expect((await elsewhere.call('session')).body).toMatchObject({ user: { email } })
    expect((await keysOf(owner))[0]!.lastUsedAt).not.toBeNull()
  })

  it('is both factors, so the code of an authenticator app is not asked for', async () => {
    const { owner } = await signedUp('both')
    const { body } = await owner.auth('/two-factor/enable', { password: PASSWORD })
    await owner.auth('/two-factor/verify-totp', { code: totpOf((body as { totpURI: string }).totpURI) })
    const device = new PasskeyDevice()
    await add(owner, device)
    const elsewhere = service.openBrowser()
    await enter(elsewhere, device)
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  it('of a device that asked its person for nothing is refused, at adding and at signing in', async () => {
    const { owner } = await signedUp('unchecked')
    const device = new PasskeyDevice()
    const unchecked = { ...HONEST, checksPerson: false }
    expect(codeOf(await add(owner, device, unchecked))).toBe('passkey-failed')
    expect(await keysOf(owner)).toEqual([])
    await add(owner, device)
    const thief = service.openBrowser()
    expect((await enter(thief, device, unchecked)).status).toBe(401)
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('given to a page elsewhere opens nothing here', async () => {
    const { owner } = await signedUp('elsewhere')
    const device = new PasskeyDevice()
    const phished = { origin: 'https://service.test.evil.example' }
    expect(codeOf(await add(owner, device, phished))).toBe('passkey-failed')
    await add(owner, device)
    const thief = service.openBrowser()
    expect((await enter(thief, device, phished)).status).toBe(400)
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('answers one challenge once', async () => {
    const { owner } = await signedUp('once')
    const device = new PasskeyDevice()
    await add(owner, device)
    const browser = service.openBrowser()
    const { body } = await browser.auth('/passkey/generate-authenticate-options')
    const cookies = new Map(browser.cookies)
    const response = device.signIn(body as Options, HONEST)
    expect((await browser.auth('/passkey/verify-authentication', { response })).status).toBe(200)
    const thief = service.openBrowser()
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    expect((await thief.auth('/passkey/verify-authentication', { response })).status).toBe(400)
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('of a banned account opens nothing', async () => {
    const { owner, email } = await signedUp('banned')
    const device = new PasskeyDevice()
    await add(owner, device)
    await service.database.query(
      `update user_profiles set status = 'banned' where id = (select id from auth_users where email = $1)`,
      [email],
    )
    const browser = service.openBrowser()
    expect(codeOf(await enter(browser, device))).toBe('account-banned')
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('that was planted before the address was proven goes with the first reset', async () => {
    const { owner, email } = await signedUp('planted')
    const device = new PasskeyDevice()
    await add(owner, device)
    const victim = service.openBrowser()
    await victim.auth('/request-password-reset', { email })
    const link = () => service.emails.filter(({ to, text }) => to === email && text.includes('#')).at(-1)?.text
    await expect.poll(link).toBeTruthy()
    const token = new URLSearchParams(/#(\S+)/.exec(link()!)![1]).get('access_token')
    const refresh = new URLSearchParams(/#(\S+)/.exec(link()!)![1]).get('refresh_token')
    const answer = await victim.auth('/reset-password', { token: `${token}${refresh}`, newPassword: 'bridge-8251' })
    expect([answer.status, answer.body]).toMatchObject([200, {}])
    expect((await enter(service.openBrowser(), device)).status).toBe(401)
  })
})

describe('the list', () => {
  it('is removed from by the proven owner alone, ends other devices and leaves strangers’ keys alone', async () => {
    const { owner } = await signedUp('removes')
    const device = new PasskeyDevice()
    await add(owner, device)
    const other = service.openBrowser()
    await enter(other, device)
    const [key] = await keysOf(owner)
    const { owner: stranger } = await signedUp('stranger')
    expect(codeOf(await call(stranger, 'remove', { id: key!.id, password: PASSWORD }))).toBe('not-found')
    expect(codeOf(await call(owner, 'remove', { id: key!.id, password: 'wrong-2026' }))).toBe('password-wrong')
    expect((await call(owner, 'remove', { id: key!.id, password: PASSWORD })).body).toMatchObject({ passkeys: [] })
    expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false])
    expect((await enter(service.openBrowser(), device)).status).toBe(401)
  })

  it('is closed to a stolen access token, and the library’s own routes are closed to everybody', async () => {
    const { owner } = await signedUp('stolen')
    const headers = await bearer(owner)
    const thief = service.openBrowser()
    for (const [name, input] of [
      ['list', undefined],
      ['begin', { password: PASSWORD }],
      ['add', { response: {} }],
    ] as const)
      expect([name, codeOf(await thief.call(`passkeys/${name}`, input, headers))]).toEqual([name, 'session-expired'])
    for (const path of ['generate-register-options', 'list-user-passkeys'])
      expect((await owner.auth(`/passkey/${path}`)).status).toBe(404)
    for (const path of ['verify-registration', 'delete-passkey', 'update-passkey'])
      expect((await owner.auth(`/passkey/${path}`, {})).status).toBe(404)
  })

  it('holds so many and no more', async () => {
    const { owner } = await signedUp('many')
    for (let n = 0; n < PASSKEYS_AT_MOST; n += 1) await add(owner, new PasskeyDevice())
    expect(codeOf(await call(owner, 'begin', { password: PASSWORD }))).toBe('passkeys-full')
  })

  it('holds no more where several are added at the same moment', async () => {
    const { owner, email } = await signedUp('at-once')
    for (let n = 0; n < PASSKEYS_AT_MOST - 1; n += 1) await add(owner, new PasskeyDevice())
    const browsers: TestBrowser[] = []
    for (let n = 0; n < 4; n += 1) {
      const browser = service.openBrowser()
      await browser.signIn(email)
      browsers.push(browser)
    }
    const begun = await Promise.all(browsers.map((browser) => call(browser, 'begin', { password: PASSWORD })))
    const answers = await Promise.all(
      browsers.map((browser, n) =>
        call(browser, 'add', { response: new PasskeyDevice().register(begun[n]!.body as Options, HONEST) }),
      ),
    )
    expect(answers.map((answer) => codeOf(answer) ?? 'added').sort()).toEqual([
      'added',
      ...Array(3).fill('passkeys-full'),
    ])
    expect(await keysOf(owner)).toHaveLength(PASSKEYS_AT_MOST)
  })
})
