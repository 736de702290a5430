// What the auth routes answer while a table of theirs cannot be read (decision 0110): trouble of ours, and never that somebody is not signed
// in or has typed something wrong. A connection that breaks in the middle: src/app/server/tests/service/unread-sessions.test.ts.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '../testing/authenticator.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

const PASSWORD = 'lamp-1734'
const TROUBLE = { status: 500, body: { code: 'unexpected' } }

let service: TestAccounts
let away: string | undefined
let people = 0
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterEach(() => bringBack())
afterAll(() => service.close())

async function takeAway(table: string): Promise<void> {
  away = table
  await service.database.query(`alter table ${table} rename to ${table}_away`)
}
async function bringBack(): Promise<void> {
  if (away) await service.database.query(`alter table ${away}_away rename to ${away}`)
  away = undefined
}
const isSignedIn = async (browser: TestBrowser) => (await browser.call('session')).body !== null

async function enter(): Promise<{ readonly browser: TestBrowser; readonly email: string }> {
  people += 1
  const email = `person${people}@failed-database.example.com`
  const browser = service.openBrowser()
  await browser.signUp(email)
  await service.database.query('update auth_users set email_verified = true where email = $1', [email])
  expect((await browser.signIn(email)).status).toBe(200)
  return { browser, email }
}

describe('a session that cannot be read', () => {
  it.each<[string, object?]>([
    ['/change-password', { currentPassword: PASSWORD, newPassword: 'next-44567x' }],
    ['/change-email', { newEmail: 'new@failed-database.example.com' }],
    ['/two-factor/enable', { password: PASSWORD }],
    ['/two-factor/disable', { password: PASSWORD, code: '000000' }],
    ['/two-factor/verify-totp', { code: '000000' }],
    ['/two-factor/status'],
    ['/get-session'],
    ['/sign-out', {}],
  ])('is trouble of ours at %s, and the person stays signed in', async (path, body) => {
    const { browser } = await enter()
    await takeAway('auth_sessions')
    expect(await browser.auth(path, body)).toMatchObject(TROUBLE)
    await bringBack()
    expect(await isSignedIn(browser)).toBe(true)
  })
})

it('the second step of a sign-in that cannot be looked up has not expired', async () => {
  const { browser, email } = await enter()
  const { body } = await browser.auth('/two-factor/enable', { password: PASSWORD })
  const { totpURI: uri } = body as { totpURI: string }
  expect((await browser.auth('/two-factor/verify-totp', { code: totpOf(uri) })).status).toBe(200)
  const other = service.openBrowser()
  expect((await other.signIn(email)).body).toMatchObject({ twoFactorRedirect: true })
  await takeAway('auth_verifications')
  expect(await other.auth('/two-factor/verify-totp', { code: totpOf(uri, 1) })).toMatchObject(TROUBLE)
})

it('a link that cannot be looked up leads to a page that says so, and is good afterwards', async () => {
  const browser = service.openBrowser()
  const email = 'link@failed-database.example.com'
  await browser.signUp(email)
  await expect.poll(() => service.emails.some(({ to }) => to === email)).toBe(true)
  const { pathname, search } = new URL(/https?:\S+/.exec(service.emails.find(({ to }) => to === email)!.text)![0])
  const open = () => browser.auth(pathname.replace('/api/auth', '') + search)
  await takeAway('auth_users')
  const failed = await open()
  await bringBack()
  expect([failed.status, failed.headers.get('location')]).toEqual([
    302,
    '/auth/callback?type=email_verification&error=unexpected',
  ])
  expect((await open()).headers.get('location')).toContain('verified=true')
})

// io_error, and check_violation: a constraint is about what was given.
it.each([
  ['58030', 500, 'unexpected'],
  ['23514', 422, 'FAILED_TO_CREATE_USER'],
])('an account whose row fails with %s is answered %i', async (sqlState, status, code) => {
  const { query } = service.database
  await query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '${sqlState}'; end $$`)
  await query('create trigger failing before insert on auth_users for each row execute function fail()')
  const answer = await service.openBrowser().signUp(`${sqlState}@failed-database.example.com`)
  await query('drop function fail cascade')
  expect(answer).toMatchObject({ status, body: { code } })
})

it('who is not signed in is told so, and a sign-out that nothing hindered is done', async () => {
  const { browser } = await enter()
  expect((await service.openBrowser().auth('/two-factor/status')).status).toBe(401)
  expect((await browser.auth('/sign-out', {})).status).toBe(200)
  expect(await isSignedIn(browser)).toBe(false)
})
