// A try that failed by our own fault revealed nothing, so it does not count as a guess: a database that loses statements for a while must not shut owners out
// of their accounts, nor call a right password wrong. Here the accounts can be counted, but not read, and codes of coupons are away.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COUPON_TRIES } from '#rulebook/credits/coupons.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser } from '../../testing/browser.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

/** Each try is a hash. */
const MANY_HASHES = { timeout: 240_000 }
const PASSWORD = 'quiet-harbour-93'
/** More than any of the limits below. */
const TRIES = Math.max(COUPON_TRIES.max, 10) + 2
let foundation: Foundation
let service: Service
let networks = 0
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', TRUSTED_PROXIES: '127.0.0.1' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const openBrowser = () =>
  new Browser({
    origin: `http://127.0.0.1:${service.port}`,
    publicOrigin: foundation.settings.publicOrigin,
    address: `198.51.100.${++networks}`,
  })

/** Queries that read a whole row fail; existence checks do not. */
async function whileAccountsAreUnreadable(work: () => Promise<void>): Promise<void> {
  const { query } = foundation.database
  const columns = await query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'auth_accounts'`,
  )
  const shown = columns.map(({ name }) => (name === 'scope' ? '(1 / (length(provider_id) * 0))::text as scope' : name))
  await query('alter table auth_accounts rename to auth_accounts_away')
  await query(`create view auth_accounts as select ${shown.join(', ')} from auth_accounts_away`)
  try {
    await work()
  } finally {
    await query('drop view auth_accounts')
    await query('alter table auth_accounts_away rename to auth_accounts')
  }
}

async function expectFailures(send: () => Promise<{ status: number }>): Promise<void> {
  for (let n = 0; n < TRIES; n += 1) expect((await send()).status).toBeGreaterThanOrEqual(500)
}

it.each([
  ['a newcomer who signs in', false],
  ['a known browser that signs in', true],
])('%s is not shut out by it', MANY_HASHES, async (_who, isKnown) => {
  const email = `signs-in-${isKnown}@tries.example.com`
  const known = openBrowser()
  await known.signUp(email, PASSWORD)
  if (isKnown) await known.signIn(email, PASSWORD)
  await known.post('/api/auth/sign-out')
  const browser = isKnown ? known : openBrowser()
  await whileAccountsAreUnreadable(() => expectFailures(() => browser.signIn(email, PASSWORD)))
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
})

it(
  'an owner who gives a proof is told that the service failed, not that the password is wrong',
  MANY_HASHES,
  async () => {
    const browser = openBrowser()
    await browser.signUp('proves@tries.example.com', PASSWORD)
    const authorization = `Bearer ${await browser.token()}`
    const prove = (password: string) => browser.post('/api/v1/account/merge', { password }, { authorization })
    await whileAccountsAreUnreadable(async () => {
      expect((await prove(PASSWORD)).code).not.toBe('password-wrong')
      await expectFailures(() => prove(PASSWORD))
    })
    expect((await prove('wrong')).code).toBe('password-wrong')
    expect((await prove(PASSWORD)).status).toBe(200)
  },
)

it('an owner who sets up a second factor is not shut out by it', MANY_HASHES, async () => {
  const browser = openBrowser()
  await browser.signUp('factor@tries.example.com', PASSWORD)
  const enable = () => browser.post('/api/auth/two-factor/enable', { password: PASSWORD })
  await whileAccountsAreUnreadable(() => expectFailures(enable))
  expect((await enable()).status).toBe(200)
})

it('a code for credits may be typed again', MANY_HASHES, async () => {
  const browser = openBrowser()
  await browser.signUp('coupon@tries.example.com', PASSWORD)
  const authorization = `Bearer ${await browser.token()}`
  const redeem = () => browser.post('/api/v1/billing/coupons', { code: 'ABCD-EFGH-JKLM' }, { authorization })
  await foundation.database.query('alter table coupon_codes rename to coupon_codes_away')
  await expectFailures(redeem)
  await foundation.database.query('alter table coupon_codes_away rename to coupon_codes')
  expect((await redeem()).code).toBe('coupon-unknown')
})

it('a wrong password counts, whether its sender waits for the answer or not', MANY_HASHES, async () => {
  const email = 'hangs-up@tries.example.com'
  await openBrowser().signUp(email, PASSWORD)
  const address = `198.51.100.${++networks}`
  for (let n = 0; n < TRIES; n += 1) {
    const sent = fetch(`http://127.0.0.1:${service.port}/api/auth/sign-in/email`, {
      method: 'POST',
      body: JSON.stringify({ email, password: `wrong-${n}` }),
      headers: {
        'content-type': 'application/json',
        origin: foundation.settings.publicOrigin,
        'x-forwarded-for': address,
      },
      signal: AbortSignal.timeout(40),
    })
    await sent.catch(() => {})
  }
  const attacker = new Browser({
    origin: `http://127.0.0.1:${service.port}`,
    publicOrigin: foundation.settings.publicOrigin,
    address,
  })
  await expect.poll(async () => (await attacker.signIn(email, 'wrong')).code).toBe('too-many-attempts')
})
