// How long the link of an email is good: what it says of itself is what the service keeps.
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unsealToken } from '../sign-in/sealed-link.ts'
import { openTestAccounts, TEST_SECRET, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

const HOUR_S = 3600
const SAID = '链接 1 小时内有效'
let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())

async function textTo(email: string): Promise<string> {
  await service.accounts.stop() // emails are sent beside the answer
  return service.emails.findLast(({ to }) => to === email)!.text
}
const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)![0])
async function expectHour(text: string): Promise<URL> {
  expect(text).toContain(SAID)
  const link = linkIn(text)
  const mailed = link.searchParams.get('token')!
  const { iat, exp } = decodeJwt((await unsealToken(TEST_SECRET, mailed)) ?? mailed)
  expect(exp! - iat!).toBe(HOUR_S)
  return link
}

it('those of a new address, of its change and of a new password say an hour, and are good for one', async () => {
  const [email, next] = ['links@example.com', 'links-next@example.com']
  const browser = service.openBrowser()
  const open = (link: URL) => browser.auth(link.pathname.replace('/api/auth', '') + link.search)
  await browser.signUp(email)
  await open(await expectHour(await textTo(email)))
  await browser.signIn(email)
  await browser.auth('/change-email', { newEmail: next, callbackURL: '/auth/callback?type=email_change' })
  await open(await expectHour(await textTo(email)))
  await expectHour(await textTo(next))

  await browser.auth('/request-password-reset', { email })
  expect(await textTo(email)).toContain(`${SAID}，且只能使用一次`)
  const [row] = await service.database.query<{ seconds: number }>(
    `select round(extract(epoch from expires_at - created_at))::int as seconds from auth_verifications
      where identifier like 'reset-password:%'`,
  )
  expect(row).toEqual({ seconds: HOUR_S })
})

it('[CALLBACK-03] a change of address and the consent to it are told to the browser in which they happened, for five minutes, and never before', async () => {
  const [email, next] = ['told@example.com', 'told-next@example.com']
  const browser = service.openBrowser()
  const open = (by: typeof browser, link: URL) => by.auth(link.pathname.replace('/api/auth', '') + link.search)
  const told = async (by: typeof browser) => (await by.call('emailChangeStep')).body
  for (const address of [email, 'other-person@example.com']) {
    await browser.signUp(address)
    await open(browser, linkIn(await textTo(address)))
  }
  const stranger = service.openBrowser()
  await browser.signIn(email)
  expect(await told(browser)).toBeNull()
  await browser.auth('/change-email', { newEmail: next, callbackURL: '/auth/callback?type=email_change' })
  const consent = linkIn(await textTo(email))
  const forged = new URL(consent)
  forged.searchParams.set('token', `${consent.searchParams.get('token')}x`)
  await open(stranger, forged)
  expect(await told(stranger)).toBeNull()
  for (const by of [browser, stranger]) {
    await open(by, consent)
    expect(await told(by)).toBe('consented')
  }
  // Another person's browser has heard of nothing.
  await stranger.signIn('other-person@example.com')
  expect(await told(stranger)).toBeNull()
  const proof = linkIn(await textTo(next))
  await open(browser, proof)
  expect(await told(browser)).toBe('changed')

  const elsewhere = service.openBrowser()
  await elsewhere.signIn(next)
  expect(await told(elsewhere)).toBeNull()
  await open(elsewhere, proof) // used, by who has the address
  expect(await told(elsewhere)).toBe('changed')

  await browser.auth('/sign-out', {})
  expect(await told(browser)).toBeNull()
  await browser.signIn('other-person@example.com')
  expect(await told(browser)).toBeNull()
  await browser.signIn(next)
  expect(await told(browser)).toBe('changed')
  const moveTo = (address: string, from: string) =>
    service.database.query('update auth_users set email = $1 where email = $2', [address, from])
  await moveTo('told-elsewhere@example.com', next)
  expect(await told(browser)).toBeNull()
  await moveTo(next, 'told-elsewhere@example.com')
  expect(await told(browser)).toBe('changed')
  service.clock.nowMs += 5 * 60_000 + 1_000
  expect(await told(browser)).toBeNull()
})

it('either link of a change that is opened again says what has become of the address: done to its owner, used to anybody else', async () => {
  const [email, next, other] = ['before-it@example.com', 'after-it@example.com', 'not-theirs@example.com']
  const open = (by: TestBrowser, link: URL) => by.auth(link.pathname.replace('/api/auth', '') + link.search)
  const confirmed = async (address: string) => {
    const browser = service.openBrowser()
    await browser.signUp(address)
    await open(browser, linkIn(await textTo(address)))
    await browser.signIn(address)
    return browser
  }
  const browser = await confirmed(email)
  await browser.auth('/change-email', { newEmail: next, callbackURL: '/auth/callback?type=email_change' })
  const consent = linkIn(await textTo(email))
  await open(browser, consent)
  const proof = linkIn(await textTo(next))
  await open(browser, proof)
  const elsewhere = service.openBrowser()
  await elsewhere.signIn(next)
  const stranger = await confirmed(other)
  for (const link of [consent, proof]) {
    for (const by of [browser, elsewhere]) {
      expect((await open(by, link)).headers.get('location')).toBe('/auth/callback?type=email_change')
      expect((await by.call('emailChangeStep')).body).toBe('changed')
    }
    for (const by of [stranger, service.openBrowser()]) {
      const location = (await open(by, link)).headers.get('location')
      expect(location).toBe('/auth/callback?type=email_change&error=email-change-used')
      expect((await by.call('emailChangeStep')).body).toBeNull()
    }
  }
})
