// Which sign-ins make a browser known to the account (decisions 0052 and 0238): every whole one, and no half of one.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccountsBesideProviders } from '../testing/accounts-beside-providers.ts'
import { agreeAsPerson, comeBack } from '../testing/answer-as-provider.ts'
import { totpOf } from '../testing/authenticator.ts'
import { PasskeyDevice } from '../testing/passkey-device.ts'
import type { ProviderEmulator } from '../testing/provider-emulator.ts'
import { TEST_ORIGIN, TEST_SECRET, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'
import { createKnownBrowsers } from './known-browser.ts'

const PASSWORD = 'lamp-1734'
const PHONE = '13800000238'
let emulator: ProviderEmulator
let service: TestAccounts
beforeAll(async () => {
  ;({ emulator, service } = await openAccountsBesideProviders())
})
afterAll(() => service.close())

const knows = async ({ cookies }: TestBrowser, target: string): Promise<boolean> => {
  const headers = new Headers({ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') })
  const { knownAs } = createKnownBrowsers({ clock: service.clock, secret: TEST_SECRET, publicOrigin: TEST_ORIGIN })
  return (await knownAs(headers, target)) !== undefined
}
const setUp = async (email: string) => {
  const owner = service.openBrowser()
  await owner.signUp(email)
  const { body } = await owner.auth('/two-factor/enable', { password: PASSWORD })
  const { totpURI: uri, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  expect((await owner.auth('/two-factor/verify-totp', { code: totpOf(uri) })).status).toBe(200)
  return { owner, uri, backupCodes }
}
const halfIn = async (browser: TestBrowser, email: string) =>
  expect((await browser.signIn(email)).body).toMatchObject({ twoFactorRedirect: true })

describe('with a second factor', () => {
  it('password and factor make the browser known, and its number with the address; the password alone does not', async () => {
    const email = 'factor@known.example.com'
    const { uri } = await setUp(email)
    await service.database.query(
      'update user_profiles set phone = $2 where id = (select id from auth_users where email = $1)',
      [email, PHONE],
    )
    const browser = service.openBrowser()
    await halfIn(browser, email)
    await browser.auth('/two-factor/verify-totp', { code: '000000' })
    expect([await knows(browser, email), await knows(browser, PHONE)]).toEqual([false, false])
    expect((await browser.auth('/two-factor/verify-totp', { code: totpOf(uri, 1) })).status).toBe(200)
    expect([await knows(browser, email), await knows(browser, PHONE)]).toEqual([true, true])
    expect(await knows(browser, 'other@known.example.com')).toBe(false)
    const [, cookie] = [...browser.cookies].find(([name]) => name.endsWith('known-browser'))!
    const payload = Buffer.from(cookie.split('.')[1]!, 'base64url').toString()
    // A thousand neighbours, as who reads the cookie tries all numbers of a country.
    const tried = Array.from({ length: 1000 }, (_, n) => `138000${String(n).padStart(5, '0')}`)
    expect(tried).toContain(PHONE)
    for (const target of [email, ...tried])
      expect(payload).not.toContain(createHash('sha256').update(target).digest('base64url').slice(0, 20))
  })

  it('so does a recovery code, and a sign-in in a browser that is trusted', async () => {
    const email = 'trusted@known.example.com'
    const { backupCodes } = await setUp(email)
    const browser = service.openBrowser()
    await halfIn(browser, email)
    await browser.auth('/two-factor/verify-backup-code', { code: backupCodes[0]!, trustDevice: true })
    expect(await knows(browser, email)).toBe(true)
    for (const name of [...browser.cookies.keys()]) if (/known-browser|session/.test(name)) browser.cookies.delete(name)
    expect((await browser.signIn(email)).body).toMatchObject({ token: expect.any(String) })
    expect(await knows(browser, email)).toBe(true)
  })
})

it('a passkey makes the browser known', async () => {
  const email = 'passkey@known.example.com'
  const owner = service.openBrowser()
  await owner.signUp(email)
  const bearer = { authorization: `Bearer ${await owner.token()}` }
  const device = new PasskeyDevice()
  const begun = await owner.call('passkeys/begin', { password: PASSWORD }, bearer)
  const response = device.register(begun.body as never, { origin: TEST_ORIGIN })
  expect((await owner.call('passkeys/add', { response }, bearer)).status).toBe(200)
  const browser = service.openBrowser()
  const { body } = await browser.auth('/passkey/generate-authenticate-options')
  await browser.auth('/passkey/verify-authentication', {
    response: device.signIn(body as never, { origin: TEST_ORIGIN }),
  })
  expect(await knows(browser, email)).toBe(true)
})

it('a provider makes it known', async () => {
  const email = 'provider@known.example.com'
  const browser = service.openBrowser()
  const wish = { provider: 'github', callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' }
  const { body } = await browser.auth('/sign-in/social', wish)
  const who = { id: '23801', email, emailVerified: true, name: 'P' }
  expect(await comeBack(browser, await agreeAsPerson(emulator, (body as { url: string }).url, who))).toBe(
    '/auth/callback',
  )
  expect(await knows(browser, email)).toBe(true)
})
