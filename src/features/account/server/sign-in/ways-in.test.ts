// How long a browser counts as a way in (decision 0239): for a day where the account was only registered there, for half a year where its password was typed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())
beforeEach(() => {
  service.clock.nowMs = Date.now()
})

let accounts = 0
const newEmail = () => `shared-${++accounts}@ways.example.com`

/** By its owner, on another device. */
const confirm = (email: string) =>
  service.database.query('update auth_users set email_verified = true where email = $1', [email])
const userOf = async (email: string) => {
  const [user] = await service.database.query<{ id: string; isConfirmed: boolean; isProven: boolean }>(
    'select id, email_verified as "isConfirmed", owner_proven_at is not null as "isProven" from auth_users where email = $1',
    [email],
  )
  return user!
}
async function signInByCode(browser: TestBrowser, email: string): Promise<unknown> {
  expect((await browser.call('emailCode/send', { email })).status).toBe(200)
  await service.accounts.stop()
  const [, code] = /验证码是 ([A-Z0-9]{6})/.exec(service.emails.findLast(({ to }) => to === email)!.text)!
  const answer = await browser.auth('/sign-in/phone-number', { email, code })
  expect(answer.status).toBe(200)
  return answer.body
}
async function registered(): Promise<{ browser: TestBrowser; email: string }> {
  const [browser, email] = [service.openBrowser(), newEmail()]
  expect((await browser.signUp(email)).status).toBe(200)
  return { browser, email }
}
const removed = expect.objectContaining({ earlierWaysRemoved: true })
const claimsOf = ({ cookies }: TestBrowser): string =>
  Buffer.from([...cookies].find(([name]) => name.endsWith('ways-in'))![1].split('.')[1]!, 'base64url').toString()

describe('a stranger registered the address in a browser that its owner uses, too', () => {
  it('for a day the owner counts as who registered, afterwards the password of the registration goes', async () => {
    const [early, late] = [await registered(), await registered()]
    await confirm(early.email)
    await confirm(late.email)
    expect(await signInByCode(early.browser, early.email)).not.toEqual(removed)
    service.clock.nowMs += DAY_MS + 1000
    expect(await signInByCode(late.browser, late.email)).toEqual(removed)
  })

  it('another account that registers or signs in there prolongs nothing', async () => {
    const { browser, email } = await registered()
    const other = newEmail()
    await confirm(email)
    service.clock.nowMs += DAY_MS - 60_000
    await browser.signUp(other)
    await confirm(other)
    expect((await browser.signIn(other)).status).toBe(200)
    await browser.auth('/sign-out', {})
    service.clock.nowMs += 2 * 60_000
    expect(await signInByCode(browser, email)).toEqual(removed)
  })

  it('the link of its email, opened there a day later, proves no owner', async () => {
    const { browser, email } = await registered()
    service.clock.nowMs += DAY_MS + 1000
    await service.openBrowser().auth('/send-verification-email', { email })
    await service.accounts.stop()
    const link = new URL(/https?:\S+/.exec(service.emails.findLast(({ to }) => to === email)!.text)![0])
    await browser.auth(`${link.pathname.replace('/api/auth', '')}${link.search}`)
    expect(await userOf(email)).toMatchObject({ isConfirmed: true, isProven: false })
  })
})

it('a password that was typed counts for half a year, and makes a registration count as long', async () => {
  const { browser, email } = await registered()
  await confirm(email)
  expect((await browser.signIn(email)).status).toBe(200)
  service.clock.nowMs += 179 * DAY_MS
  expect(await signInByCode(browser, email)).not.toEqual(removed)
})

it('the cookie names no account', async () => {
  const { browser, email } = await registered()
  expect(claimsOf(browser)).not.toContain((await userOf(email)).id)
})
