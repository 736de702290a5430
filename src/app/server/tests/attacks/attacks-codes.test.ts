// Codes by mail over HTTP (decision 0237): who knows an address neither uses up the tries of the code that its owner waits for, nor puts another in its
// place, nor gets more tries of their own by asking from many places.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import { CODE_DAILY_LIMITS, CODE_MAX_ATTEMPTS, CODE_SEND_LIMITS } from '#rulebook/account/verification-code.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import type { Browser, BrowserAnswer } from '../../testing/browser.ts'
import { openProviderService, type ProviderService } from '../../testing/provider-service.ts'

const PASSWORD = 'night-heron-4471'
let service: ProviderService
beforeAll(async () => {
  service = await openProviderService({ id: '1', email: 'nobody@example.com', emailVerified: true, name: 'N' })
})
afterAll(() => service.stop())

let people = 0
async function newAccount(): Promise<string> {
  const email = `owner-${++people}@codes.example.com`
  await service.openBrowser().signUp(email, PASSWORD)
  await service.foundation.database.query('update auth_users set email_verified = true where email = $1', [email])
  return email
}
const codesTo = (email: string) =>
  service.emails.flatMap(({ to, subject }) => (to === email && /验证码 ([A-Z0-9]{6})$/.exec(subject)?.[1]) || [])
async function newestRow(email: string): Promise<string> {
  const [row] = await service.foundation.database.query<{ id: string }>(
    'select id from verification_codes where target_value = $1 order by created_at desc limit 1',
    [email],
  )
  return row!.id
}

type Asked = { mark: string; ids: readonly string[] }
const ticketsFor = (purpose: string) =>
  createTickets<Asked>(service.foundation.settings.secret, purpose, systemClock, DAY_MS)
const ticketOf = ({ cookies }: Browser) => [...cookies].find(([cookie]) => cookie.includes('.asked-codes-'))!
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsIn = (ticket: string): Asked =>
  JSON.parse(Buffer.from(ticket.split('.')[1]!, 'base64url').toString()).claims
const otherThan = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')

interface Way {
  ask(browser: Browser, email: string): Promise<BrowserAnswer>
  type(browser: Browser, email: string, code: string): Promise<BrowserAnswer>
}
const WAYS: Readonly<Record<string, Way>> = {
  'a sign-in': {
    ask: (browser, email) => browser.post('/api/v1/account/email-code', { email }),
    type: (browser, email, code) => browser.post('/api/auth/sign-in/phone-number', { email, code }),
  },
  'a new password': {
    ask: (browser, email) => browser.post('/api/v1/account/recovery/code', { email }),
    type: (browser, email, code) => browser.post('/api/v1/account/recovery/check', { email, code }),
  },
}
async function asked({ ask }: Way, email: string, browser = service.openBrowser()) {
  const before = codesTo(email).length
  expect((await ask(browser, email)).status).toBe(200)
  await expect.poll(() => codesTo(email).length).toBe(before + 1)
  return { browser, code: codesTo(email).at(-1)! }
}

describe.each(Object.entries(WAYS))('a code for %s', (_name, way) => {
  it('outlives what strangers type, and the right one opens nothing in their browsers', async () => {
    const email = await newAccount()
    const owner = await asked(way, email)
    for (let n = 0; n < CODE_MAX_ATTEMPTS * 2; n += 1)
      expect((await way.type(service.openBrowser(), email, otherThan(owner.code))).code).toBe('code-other-browser')
    const stolen = await way.type(service.openBrowser(), email, owner.code)
    expect(stolen).toMatchObject({ status: 400, code: 'code-other-browser' })
    expect((await way.type(owner.browser, email, owner.code)).status).toBe(200)
  })

  it('outlives the code that a stranger asks for, who has tries at that one only', async () => {
    const email = await newAccount()
    const owner = await asked(way, email)
    const stranger = await asked(way, email)
    const tries: (string | undefined)[] = []
    for (let n = 0; n < CODE_MAX_ATTEMPTS; n += 1)
      tries.push((await way.type(stranger.browser, email, otherThan(stranger.code))).code)
    expect(tries).toEqual([...Array(CODE_MAX_ATTEMPTS - 1).fill('code-invalid'), 'code-attempts'])
    expect((await way.type(stranger.browser, email, owner.code)).code).not.toBe(undefined)
    expect((await way.type(owner.browser, email, owner.code)).status).toBe(200)
  })

  it('is no more often to be guessed by asking from many browsers than the sends to an address allow', async () => {
    const email = await newAccount()
    const browsers: Browser[] = []
    for (let n = 0; n < CODE_SEND_LIMITS.email; n += 1) browsers.push((await asked(way, email)).browser)
    expect((await way.ask(service.openBrowser(), email)).code).toBe('code-too-often')
    const wrong = browsers.flatMap((browser) => Array.from({ length: CODE_MAX_ATTEMPTS + 2 }, () => browser))
    await Promise.all(wrong.map((browser) => way.type(browser, email, '------')))
    const [{ tries }] = (await service.foundation.database.query<{ tries: number }>(
      'select sum(attempts)::int as tries from verification_codes where target_value = $1',
      [email],
    )) as [{ tries: number }]
    expect(tries).toBe(CODE_SEND_LIMITS.email * CODE_MAX_ATTEMPTS)
    expect(tries).toBeLessThanOrEqual(CODE_DAILY_LIMITS.target * CODE_MAX_ATTEMPTS)
  })

  it('is not opened by a cookie that names it, made up or signed for another purpose', async () => {
    const email = await newAccount()
    const owner = await asked(way, email)
    const row = await newestRow(email)
    const { browser: thief } = await asked(way, email)
    const [name, ticket] = ticketOf(thief)
    const claims = { ...claimsIn(ticket), ids: [row] }
    const payload = encoded({ claims, exp: 9_999_999_999 })
    const forged = [
      row,
      `${encoded({ alg: 'none' })}.${payload}.`,
      ticket.replace(/\.[^.]+\./, `.${payload}.`),
      await ticketsFor('known browser').issue(claims),
    ]
    for (const value of forged) {
      thief.cookies.set(name, value)
      expect((await way.type(thief, email, owner.code)).code).toBe('code-other-browser')
    }
    // The very same claims are believed where the service has signed them: nothing but the signature was in the way.
    thief.cookies.set(name, await ticketsFor('asked codes').issue(claims))
    expect((await way.type(thief, email, owner.code)).status).toBe(200)
  })
})

it.each([
  ['a sign-in', 'a new password'],
  ['a new password', 'a sign-in'],
])('a row of a code for %s opens nothing under the mark of %s, signed or not', async (from, to) => {
  const email = await newAccount()
  const owner = await asked(WAYS[from]!, email)
  const row = await newestRow(email)
  const { browser: thief } = await asked(WAYS[to]!, email, service.openBrowser('198.51.100.2'))
  const [name, ticket] = ticketOf(thief)
  const claims = { ...claimsIn(ticket), ids: [row] }
  thief.cookies.set(name, ticket.replace(/\.[^.]+\./, `.${encoded({ claims, exp: 9_999_999_999 })}.`))
  expect((await WAYS[to]!.type(thief, email, owner.code)).code).toBe('code-other-browser')
  thief.cookies.set(name, await ticketsFor('asked codes').issue(claims))
  expect((await WAYS[to]!.type(thief, email, owner.code)).code).toBe('code-invalid')
  expect((await WAYS[from]!.type(owner.browser, email, owner.code)).status).toBe(200)
})

it('two codes that one browser asks for at the same moment are both good, and a cookie under the name of another subject is none', async () => {
  const [mine, other] = [await newAccount(), await newAccount()]
  const browser = service.openBrowser('198.51.100.3')
  const asks = Object.values(WAYS).flatMap((way) => [mine, other].map((email) => ({ way, email })))
  const answers = await Promise.all(asks.map(({ way, email }) => way.ask(browser, email)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const cookies = () => [...browser.cookies].filter(([name]) => name.includes('.asked-codes-'))
  expect(cookies()).toHaveLength(asks.length)
  await expect.poll(() => [codesTo(mine).length, codesTo(other).length]).toEqual([2, 2])

  const [[first], [second]] = cookies() as [[string, string], [string, string]]
  const swapped = service.openBrowser('198.51.100.4')
  swapped.cookies.set(first, browser.cookies.get(second)!)
  for (const { way, email } of asks) expect((await way.type(swapped, email, 'AAAAAA')).code).toBe('code-other-browser')

  for (const { way, email } of asks) {
    const answers: BrowserAnswer[] = []
    for (const code of codesTo(email)) answers.push(await way.type(browser, email, code))
    expect(answers.map(({ status }) => status)).toContain(200)
  }
})
