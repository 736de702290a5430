// A fresh proof before money, roles and files of many people (decisions 0048 and 0191), and before the own data (U-16), is of one session, one person, one
// password and some minutes: attacks with a proof that was made elsewhere, by somebody else, before the password changed, or too long ago.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser, type BrowserAnswer } from '../../testing/browser.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { TEST_PASSWORD } from '../../testing/test-person.ts'

const NEW_PASSWORD = 'quiet-harbour-93'
const QUARTER_MS = 15 * 60_000
const NEEDED = 'admin-proof-needed'
let foundation: Foundation
let service: Service
let aheadMs = 0
let people = 0
beforeAll(async () => {
  foundation = await openTestFoundation({}, { now: () => new Date(Date.now() + aheadMs) })
  service = await startOn(foundation)
})
afterAll(() => service.stop())
beforeEach(() => {
  aheadMs = 0
})

const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
const origin = () => `http://127.0.0.1:${service.port}`
const openBrowser = () => new Browser({ origin: origin(), publicOrigin: foundation.settings.publicOrigin })
const newAdmin = async () => {
  const email = `admin-${++people}@proofs.example.com`
  const { userId } = await signUpAdmin(foundation, origin(), email)
  return { email, userId }
}
const bearerOf = async (browser: Browser) => ({ authorization: `Bearer ${await browser.token()}` })
const openBackOffice = async (browser: Browser) => {
  const opened = await browser.post('/api/v1/admin/session', {}, await bearerOf(browser))
  expect(opened.status).toBe(200)
  return browser
}
/** In the back office, by a sign-in whose proofs are too old. */
async function signedIn(email: string, password = TEST_PASSWORD): Promise<Browser> {
  const browser = openBrowser()
  expect((await browser.signIn(email, password)).status).toBe(200)
  const session = (await sessionsOf(email))[0]!
  await query(`update auth_sessions set password_at = now() - interval '1 hour' where id = $1`, session.id)
  return openBackOffice(browser)
}
/** Newest first. */
const sessionsOf = (email: string) =>
  query<{ id: string; password_at: Date | null; strong_at: Date | null }>(
    `select s.id, password_at, strong_at from auth_sessions s join auth_users u on u.id = s.user_id
      where u.email = $1 order by s.created_at desc`,
    email,
  )
const prove = async (browser: Browser, password = TEST_PASSWORD, headers?: Record<string, string>) =>
  browser.post('/api/v1/admin/session/proof', { password }, headers ?? (await bearerOf(browser)))
async function guarded(browser: Browser, headers?: Record<string, string>): Promise<string> {
  const { status, code } = await browser.post(
    '/api/v1/admin/settings/cleanup',
    {},
    headers ?? (await bearerOf(browser)),
  )
  return status === 200 ? 'ok' : String(code)
}

it('a proof serves no other session of the same person, and not the next sign-in of the same browser', async () => {
  const { email } = await newAdmin()
  const [here, elsewhere] = [await signedIn(email), await signedIn(email)]
  expect((await prove(here)).status).toBe(200)
  expect([await guarded(here), await guarded(elsewhere)]).toEqual(['ok', NEEDED])
  // The cookie of the one beside the token of the other: the token says which session is asked.
  expect(await guarded(here, await bearerOf(elsewhere))).toBe(NEEDED)
  await here.post('/api/auth/sign-out')
  expect((await here.signIn(email, TEST_PASSWORD)).status).toBe(200)
  await query('update auth_sessions set password_at = null where id = $1', (await sessionsOf(email))[0]!.id)
  expect(await guarded(await openBackOffice(here))).toBe(NEEDED)
})

it('a proof serves no other person: neither one’s cookie beside the other’s token, nor one’s password for the other', async () => {
  const [one, other] = [await newAdmin(), await newAdmin()]
  const [here, there] = [await signedIn(one.email), await signedIn(other.email)]
  expect((await prove(here)).status).toBe(200)
  const theirs = await bearerOf(there)
  expect(await guarded(here, theirs)).toBe(NEEDED)
  const mixed = await prove(here, TEST_PASSWORD, theirs)
  expect([mixed.status, mixed.code]).toEqual([401, 'session-expired'])
  expect([await guarded(there), await guarded(here)]).toEqual([NEEDED, 'ok'])
})

it('a changed password ends the proofs of the other sessions with them, and the old one proves nothing more', async () => {
  const { email } = await newAdmin()
  const [here, elsewhere] = [await signedIn(email), await signedIn(email)]
  expect((await prove(elsewhere)).status).toBe(200)
  const token = await bearerOf(elsewhere)
  const change = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD }
  expect((await here.post('/api/auth/change-password', change)).status).toBe(200)
  expect(await guarded(elsewhere, token)).toBe('session-expired')
  // The change itself is no proof, for what comes after it.
  expect(await guarded(here)).toBe(NEEDED)
  expect((await prove(here)).code).toBe('password-wrong')
  expect((await prove(here, NEW_PASSWORD)).status).toBe(200)
  expect(await guarded(here)).toBe('ok')
})

it('the session that a changed password makes anew has none of the proofs of the one before', async () => {
  const { email } = await newAdmin()
  const here = await signedIn(email)
  expect((await prove(here)).status).toBe(200)
  const change = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
  expect((await here.post('/api/auth/change-password', change)).status).toBe(200)
  expect(await sessionsOf(email)).toMatchObject([{ password_at: null, strong_at: null }])
  expect(await guarded(await openBackOffice(here))).toBe(NEEDED)
})

it('a proof is over after its minutes, by the clock of the service, and a wrong password prolongs none', async () => {
  const { email } = await newAdmin()
  const here = await signedIn(email)
  expect((await prove(here)).status).toBe(200)
  aheadMs = QUARTER_MS - 60_000
  expect(await guarded(here)).toBe('ok')
  expect((await prove(here, 'wrong-1')).code).toBe('password-wrong')
  aheadMs = QUARTER_MS + 60_000
  expect(await guarded(here)).toBe(NEEDED)
})

it('a code that was shown in one session serves no other: not the one that a remembered browser got without it', async () => {
  const { email } = await newAdmin()
  const here = await signedIn(email)
  const { body } = await here.post('/api/auth/two-factor/enable', { password: TEST_PASSWORD })
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  const used = totpOf(totpURI)
  expect((await here.post('/api/auth/two-factor/verify-totp', { code: used })).status).toBe(200)
  expect(await guarded(await openBackOffice(here))).toBe('ok')

  const remembered = openBrowser()
  await remembered.signIn(email, TEST_PASSWORD)
  const shown = { code: backupCodes[0], trustDevice: true }
  expect((await remembered.post('/api/auth/two-factor/verify-backup-code', shown)).status).toBe(200)
  expect(await guarded(await openBackOffice(remembered))).toBe('ok')
  await remembered.post('/api/auth/sign-out')
  expect((await remembered.signIn(email, TEST_PASSWORD)).body).not.toMatchObject({ twoFactorRedirect: true })
  expect(await guarded(await openBackOffice(remembered))).toBe(NEEDED)

  // A wrong code is no proof, nor one that has served.
  for (const code of ['000000', used])
    expect((await remembered.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(401)
  expect(await guarded(remembered)).toBe(NEEDED)
})

const askForExport = async (browser: Browser, password?: string, headers?: Record<string, string>) =>
  browser.post('/api/v1/account/data/export', { password }, headers ?? (await bearerOf(browser)))
const addressIn = ({ body }: BrowserAnswer) => (body as { address: string }).address
const newPerson = async (): Promise<{ email: string; here: Browser }> => {
  const email = `person-${++people}@proofs.example.com`
  const here = openBrowser()
  expect((await here.signUp(email, TEST_PASSWORD)).status).toBe(200)
  return { email, here }
}
const secondSignIn = async (email: string) => {
  const browser = openBrowser()
  expect((await browser.signIn(email, TEST_PASSWORD)).status).toBe(200)
  return browser
}

it('the own data want a proof each time: an export that was allowed allows no other, here or elsewhere', async () => {
  const [{ email, here }, thief] = [await newPerson(), await newPerson()]
  const elsewhere = await secondSignIn(email)
  expect((await askForExport(here, TEST_PASSWORD)).status).toBe(200)
  for (const browser of [here, elsewhere]) expect((await askForExport(browser)).code).toBe('password-wrong')
  // A stolen token beside the thief's own cookie and password.
  expect((await askForExport(thief.here, TEST_PASSWORD, await bearerOf(here))).code).toBe('session-expired')
})

it('without a password the fresh sign-in of one session is no proof in another', async () => {
  const { email, here } = await newPerson()
  const elsewhere = await secondSignIn(email)
  await query('update auth_accounts set password = null where user_id = $1', await here.userId())
  const [, older] = await sessionsOf(email)
  await query(`update auth_sessions set created_at = now() - interval '16 minutes' where id = $1`, older!.id)
  expect((await askForExport(here)).code).toBe('fresh-sign-in-needed')
  expect((await askForExport(elsewhere)).status).toBe(200)
})

it.each([
  [
    'its session was ended from another one',
    async (_: Browser, elsewhere: Browser) =>
      void (await elsewhere.post('/api/v1/account/devices/sign-out-others', {}, await bearerOf(elsewhere))),
  ],
  [
    'the password was changed in another one',
    async (_: Browser, elsewhere: Browser) => {
      const change = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD }
      await elsewhere.post('/api/auth/change-password', change)
    },
  ],
  ['it was signed out', async (here: Browser) => void (await here.post('/api/auth/sign-out'))],
  [
    'five minutes have passed',
    async () => {
      aheadMs = 5 * 60_000 + 1000
    },
  ],
])('the address of an export opens nothing any more once %s', async (_, end) => {
  const { email, here } = await newPerson()
  const elsewhere = await secondSignIn(email)
  const address = addressIn(await askForExport(here, TEST_PASSWORD))
  expect((await here.get(address)).status).toBe(200)
  await end(here, elsewhere)
  expect((await here.get(address)).status).toBe(403)
})
