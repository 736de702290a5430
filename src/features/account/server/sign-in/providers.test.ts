// Sign-in with Google and GitHub against emulators, with all that can go wrong when an address is known already (C-24, C-25).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { openAccountsBesideProviders } from '../testing/accounts-beside-providers.ts'
import { agreeAsPerson, comeBack, settingsOfEmulator } from '../testing/answer-as-provider.ts'
import type { ProviderEmulator } from '../testing/provider-emulator.ts'
import { EMULATOR_CLIENT, type Person } from '../testing/provider-grants.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'
import { readProviders } from './providers.ts'

let emulator: ProviderEmulator
let service: TestAccounts

beforeAll(async () => {
  ;({ emulator, service } = await openAccountsBesideProviders())
})
afterAll(() => service.close())

type Provider = 'google' | 'github'
const CALLBACK = '/auth/callback?redirect=%2Fprofile'

/** Where the button sends the browser. */
async function startAt(provider: Provider, browser: TestBrowser): Promise<string> {
  const start = await browser.auth('/sign-in/social', { provider, callbackURL: CALLBACK, errorCallbackURL: CALLBACK })
  return (start.body as { url: string }).url
}
/** Presses the button and agrees as this person; answers the way back. */
const agree = async (browser: TestBrowser, provider: Provider, who: Person) =>
  agreeAsPerson(emulator, await startAt(provider, browser), who)
/** The whole way; answers where it leads. */
const signInWith = async (provider: Provider, who: Person, browser: TestBrowser) =>
  comeBack(browser, await agree(browser, provider, who))

const person = (id: string, email: string, emailVerified = true): Person => ({
  id,
  email,
  emailVerified,
  name: `N${id}`,
})

describe.each(['google', 'github'] as const)('%s', (provider) => {
  const number = provider === 'google' ? '1' : '2'

  it('[CALL-ACC-03] [CALL-ACC-15] registers a newcomer with profile, free credits and login method', async () => {
    const browser = service.openBrowser()
    const email = `new-${provider}@example.com`
    expect(await signInWith(provider, person(`${number}01`, email), browser)).toBe(CALLBACK)
    const session = await browser.call('session')
    expect(session.body).toMatchObject({
      user: { email, user_metadata: { full_name: `N${number}01` }, app_metadata: { provider } },
    })
    const bearer = { authorization: `Bearer ${await browser.token()}` }
    const profile = await browser.call('profile/get', undefined, bearer)
    expect(profile.body).toMatchObject({ initial_email: email, credits: { remaining: 5 } })
    const methods = await service.database.query(
      `select method_type, method_value, method_display, verified, is_primary from user_login_methods where method_display = $1`,
      [email],
    )
    expect(methods).toEqual([
      { method_type: provider, method_value: `${number}01`, method_display: email, verified: true, is_primary: true },
    ])
  })

  it('signs the same person in again, also after the address changed there', async () => {
    const first = service.openBrowser()
    await signInWith(provider, person(`${number}02`, `before-${provider}@example.com`), first)
    const again = service.openBrowser()
    await signInWith(provider, person(`${number}02`, `after-${provider}@example.com`), again)
    const [a, b] = [await first.call('session'), await again.call('session')]
    expect((a.body as { user: { id: string } }).user.id).toBe((b.body as { user: { id: string } }).user.id)
    expect(service.granted.filter((id) => id === (a.body as { user: { id: string } }).user.id)).toHaveLength(1)
  })

  it('never enters an account that was registered with the address and no proof of it', async () => {
    const email = `hijack-${provider}@example.com`
    await service.openBrowser().signUp(email, 'attacker1')
    const victim = service.openBrowser()
    const address = await signInWith(provider, person(`${number}03`, email), victim)
    expect(new URL(address, 'http://x').searchParams.get('error')).toBe('account_not_linked')
    expect((await victim.call('session')).body).toBeNull()
  })

  it('does not believe an address that the provider has not confirmed', async () => {
    const email = `unproved-${provider}@example.com`
    await service.openBrowser().signUp(email)
    await service.database.query('update auth_users set email_verified = true where email = $1', [email])
    const attacker = service.openBrowser()
    const address = await signInWith(provider, person(`${number}04`, email, false), attacker)
    expect(new URL(address, 'http://x').searchParams.get('error')).toBeTruthy()
    expect((await attacker.call('session')).body).toBeNull()
  })

  it('never joins by itself, even when both sides have confirmed the address (decision 0050)', async () => {
    const email = `joined-${provider}@example.com`
    await service.openBrowser().signUp(email)
    await service.database.query('update auth_users set email_verified = true where email = $1', [email])
    const browser = service.openBrowser()
    const address = await signInWith(provider, person(`${number}05`, email), browser)
    expect(new URL(address, 'http://x').searchParams.get('error')).toBe('account_not_linked')
    expect((await browser.call('session')).body).toBeNull()
    const { body } = await service.openBrowser().call('suggestions', { email })
    expect(body).toMatchObject({ suggestions: [{ type: 'email' }, { type: 'reset' }] })
  })

  it.each([
    ['that was used', true, 'used-code'],
    ['that another browser was given', false, 'verifier'],
  ] as const)('signs nobody in with a code %s', async (_, isUsed, refusal) => {
    const [theirs, ours] = [service.openBrowser(), service.openBrowser()]
    const who = person(`${number}16`, `code-${provider}@example.com`)
    const [given, way] = [await agree(theirs, provider, who), await agree(ours, provider, who)]
    if (isUsed) expect(await comeBack(theirs, given)).toBe(CALLBACK)
    way.searchParams.set('code', given.searchParams.get('code')!)
    expect(await comeBack(ours, way)).toMatch(/\?(.*&)?error=/)
    expect(emulator.refusals.at(-1)).toBe(refusal)
    expect((await ours.call('session')).body).toBeNull()
  })

  it('signs nobody in while the secret is wrong', async () => {
    const settings = settingsOfEmulator(emulator, { ...EMULATOR_CLIENT, clientSecret: 'of-another-client' })
    const misled = await openTestAccounts({ settings })
    try {
      const browser = misled.openBrowser()
      expect(await signInWith(provider, person(`${number}17`, `secret-${provider}@example.com`), browser)).toMatch(
        /error=/,
      )
      expect(emulator.refusals.at(-1)).toBe('client')
      expect((await browser.call('session')).body).toBeNull()
    } finally {
      await misled.close()
    }
  })
})

it('[AUTH-REG-16] suggests the provider, not a password, to who signed up with Google', async () => {
  await signInWith('google', person('106', 'only-google@example.com'), service.openBrowser())
  const { body } = await service.openBrowser().call('suggestions', { email: 'only-google@example.com' })
  const { suggestions } = body as { suggestions: { type: string }[] }
  expect(suggestions.map(({ type }) => type)).toEqual(['google', 'reset'])
})

it('refuses an id token with another nonce', async () => {
  const browser = service.openBrowser()
  const address = new URL(await startAt('google', browser))
  address.searchParams.set('nonce', 'replayed')
  const way = await agreeAsPerson(emulator, address.href, person('107', 'nonce@example.com'))
  expect(await comeBack(browser, way)).toMatch(/error=unable_to_get_user_info/)
  expect((await browser.call('session')).body).toBeNull()
})

it('refuses a return address of another origin', async () => {
  for (const callbackURL of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const answer = await service.openBrowser().auth('/sign-in/social', { provider: 'google', callbackURL })
    expect(answer.status).toBe(403)
  }
})

it('offers Google only while its discovery document can be read, and never waits for ever', async () => {
  const log = createLog('silent')
  const unreachable = { ...EMULATOR_CLIENT, discoveryUrl: 'http://127.0.0.1:9/none' }
  expect(await readProviders({ google: unreachable, github: undefined }, log)).toEqual([])
  const refused = { ...EMULATOR_CLIENT, discoveryUrl: `${emulator.origin}/nowhere` }
  expect(await readProviders({ google: refused, github: undefined }, log)).toEqual([])
})
