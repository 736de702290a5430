// How long the link of an email is good: what it says of itself is what the service keeps.
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts'

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
function expectHour(text: string): URL {
  expect(text).toContain(SAID)
  const link = linkIn(text)
  const { iat, exp } = decodeJwt(link.searchParams.get('token')!)
  expect(exp! - iat!).toBe(HOUR_S)
  return link
}

it('those of a new address, of its change and of a new password say an hour, and are good for one', async () => {
  const [email, next] = ['links@example.com', 'links-next@example.com']
  const browser = service.openBrowser()
  const open = (link: URL) => browser.auth(link.pathname.replace('/api/auth', '') + link.search)
  await browser.signUp(email)
  await open(expectHour(await textTo(email)))
  await browser.signIn(email)
  await browser.auth('/change-email', { newEmail: next, callbackURL: '/auth/callback?type=email_change' })
  await open(expectHour(await textTo(email)))
  expectHour(await textTo(next))

  await browser.auth('/request-password-reset', { email })
  expect(await textTo(email)).toContain(`${SAID}，且只能使用一次`)
  const [row] = await service.database.query<{ seconds: number }>(
    `select round(extract(epoch from expires_at - created_at))::int as seconds from auth_verifications
      where identifier like 'reset-password:%'`,
  )
  expect(row).toEqual({ seconds: HOUR_S })
})

it('[CALLBACK-03] a change of address is told to the browser in which it happened, for five minutes, and never before it', async () => {
  const [email, next] = ['told@example.com', 'told-next@example.com']
  const browser = service.openBrowser()
  const open = (by: typeof browser, link: URL) => by.auth(link.pathname.replace('/api/auth', '') + link.search)
  const isTold = async (by: typeof browser) =>
    Boolean(((await by.call('session')).body as { email_changed?: boolean } | null)?.email_changed)
  for (const address of [email, 'other-person@example.com']) {
    await browser.signUp(address)
    await open(browser, linkIn(await textTo(address)))
  }
  await browser.signIn(email)
  expect(await isTold(browser)).toBe(false)
  await browser.auth('/change-email', { newEmail: next, callbackURL: '/auth/callback?type=email_change' })
  await open(browser, linkIn(await textTo(email)))
  expect(await isTold(browser)).toBe(false)
  const proof = linkIn(await textTo(next))
  await open(browser, proof)
  expect(await isTold(browser)).toBe(true)

  const elsewhere = service.openBrowser()
  await elsewhere.signIn(next)
  await open(elsewhere, proof) // used
  expect(await isTold(elsewhere)).toBe(false)

  await browser.auth('/sign-out', {})
  await browser.signIn('other-person@example.com')
  expect(await isTold(browser)).toBe(false)
  await browser.signIn(next)
  expect(await isTold(browser)).toBe(true)
  const moveTo = (address: string, from: string) =>
    service.database.query('update auth_users set email = $1 where email = $2', [address, from])
  await moveTo('told-elsewhere@example.com', next)
  expect(await isTold(browser)).toBe(false)
  await moveTo(next, 'told-elsewhere@example.com')
  expect(await isTold(browser)).toBe(true)
  service.clock.nowMs += 5 * 60_000 + 1_000
  expect(await isTold(browser)).toBe(false)
})
