// Two-factor by authenticator app, attacked (docs/decisions/0012).
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '../testing/authenticator.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

const PASSWORD = 'lamp-1734'
const WRONG = '000000'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts()
})
afterAll(() => service.close())

interface Enrolled {
  readonly email: string
  readonly owner: TestBrowser
  readonly uri: string
  readonly codes: string[]
}

async function enrol(name: string): Promise<Enrolled> {
  const email = `${name}@two-factor.example.com`
  const owner = service.openBrowser()
  await owner.signUp(email)
  const { body } = await owner.auth('/two-factor/enable', { password: PASSWORD })
  const { totpURI: uri, backupCodes: codes } = body as { totpURI: string; backupCodes: string[] }
  expect((await owner.auth('/two-factor/verify-totp', { code: totpOf(uri) })).status).toBe(200)
  return { email, owner, uri, codes }
}
const isSignedIn = async (browser: TestBrowser) => (await browser.call('session')).body !== null
const statusOf = async (browser: TestBrowser) => (await browser.auth('/two-factor/status')).body
async function halfSignedIn(email: string): Promise<TestBrowser> {
  const browser = service.openBrowser()
  expect((await browser.signIn(email)).body).toMatchObject({ twoFactorRedirect: true })
  return browser
}
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code

describe('switching on', () => {
  it('wants the password and then a code; until then the sign-in stays as it was', async () => {
    const browser = service.openBrowser()
    await browser.signUp('begin@two-factor.example.com')
    expect(await statusOf(browser)).toEqual({ available: true, enabled: false, codesLeft: 0 })
    expect((await browser.auth('/two-factor/enable', { password: 'wrong123' })).status).toBe(400)
    await browser.auth('/two-factor/enable', { password: PASSWORD })
    expect((await browser.auth('/two-factor/verify-totp', { code: WRONG })).status).toBe(401)
    const other = service.openBrowser()
    await other.signIn('begin@two-factor.example.com')
    expect(await isSignedIn(other)).toBe(true)
  })

  it('gives ten recovery codes, keeps secrets encrypted and tells the owner by email', async () => {
    const { email, owner, uri, codes } = await enrol('on')
    expect(new Set(codes).size).toBe(10)
    expect(await statusOf(owner)).toEqual({ available: true, enabled: true, codesLeft: 10 })
    const stored = JSON.stringify(await service.database.query('select * from auth_two_factors'))
    for (const secret of [...codes, new URL(uri).searchParams.get('secret')!]) expect(stored).not.toContain(secret)
    await expect
      .poll(() => service.emails.map(({ to, subject }) => [to, subject]))
      .toContainEqual([email, expect.stringContaining('两步验证已开启')])
  })

  it('shows the secret to nobody a second time', async () => {
    const { owner } = await enrol('once')
    expect((await owner.auth('/two-factor/get-totp-uri', { password: PASSWORD })).status).toBe(404)
    expect((await owner.auth('/two-factor/enable', { password: PASSWORD })).status).toBe(400)
  })
})

describe('signing in', () => {
  it('the password alone makes no session; the code does', async () => {
    const { email, uri } = await enrol('sign-in')
    const browser = await halfSignedIn(email)
    expect(await isSignedIn(browser)).toBe(false)
    expect(codeOf(await browser.auth('/two-factor/verify-totp', { code: WRONG }))).toBe('INVALID_CODE')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.auth('/two-factor/verify-totp', { code: totpOf(uri, 1) })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('a recovery code works once', async () => {
    const { email, codes } = await enrol('recovery')
    const first = await halfSignedIn(email)
    expect((await first.auth('/two-factor/verify-backup-code', { code: codes[0] })).status).toBe(200)
    expect(await statusOf(first)).toMatchObject({ codesLeft: 9 })
    const second = await halfSignedIn(email)
    expect(codeOf(await second.auth('/two-factor/verify-backup-code', { code: codes[0] }))).toBe('INVALID_BACKUP_CODE')
    expect(await isSignedIn(second)).toBe(false)
  })

  it('ten wrong codes lock the second step of the account, whatever addresses and fresh passwords they come with', async () => {
    const { email, uri } = await enrol('guess')
    for (const _ of [1, 2, 3, 4, 5]) {
      const browser = await halfSignedIn(email)
      for (const __ of [1, 2]) await browser.auth('/two-factor/verify-totp', { code: WRONG })
    }
    const browser = await halfSignedIn(email)
    const answer = await browser.auth('/two-factor/verify-totp', { code: totpOf(uri, 1) })
    expect([answer.status, codeOf(answer)]).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED'])
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('a remembered browser is not asked, until the password changes', async () => {
    const { email, uri, owner } = await enrol('trust')
    const browser = await halfSignedIn(email)
    await browser.auth('/two-factor/verify-totp', { code: totpOf(uri, 1), trustDevice: true })
    await browser.auth('/sign-out', {})
    expect((await browser.signIn(email)).body).not.toMatchObject({ twoFactorRedirect: true })
    expect(await isSignedIn(browser)).toBe(true)
    const change = { currentPassword: PASSWORD, newPassword: 'next-44567x', revokeOtherSessions: true }
    expect((await owner.auth('/change-password', change)).status).toBe(200)
    expect((await browser.signIn(email, 'next-44567x')).body).toMatchObject({ twoFactorRedirect: true })
  })
})

it('a remembered browser is asked again once its owner has signed out all other devices', async () => {
  const { email, uri, owner } = await enrol('trust-ends')
  const browser = await halfSignedIn(email)
  await browser.auth('/two-factor/verify-totp', { code: totpOf(uri, 1), trustDevice: true })
  const bearer = { authorization: `Bearer ${await owner.token()}` }
  expect((await owner.call('devices/removeOthers', undefined, bearer)).body).toEqual({ removed: 1 })
  expect((await browser.signIn(email)).body).toMatchObject({ twoFactorRedirect: true })
})

it('what no SECRET opens any more is said, at each place that asks for a code, and counts as no try', async () => {
  const { email, owner, uri, codes } = await enrol('lost')
  const browser = await halfSignedIn(email)
  const foreign = await symmetricEncrypt({ key: 'the SECRET of before, which is lost', data: 'x' })
  await service.database.query(
    'update auth_two_factors set secret = $1, backup_codes = $1 where user_id = (select id from auth_users where email = $2)',
    [foreign, email],
  )
  const checks: [TestBrowser, string, object][] = [
    [browser, '/two-factor/verify-totp', { code: totpOf(uri, 1) }],
    [browser, '/two-factor/verify-backup-code', { code: codes[0] }],
    [owner, '/two-factor/disable', { password: PASSWORD, code: totpOf(uri, 1) }],
  ]
  for (const [from, path, body] of checks) {
    const answer = await from.auth(path, body)
    expect([answer.status, codeOf(answer)], path).toEqual([403, 'two-factor-unreadable'])
  }
  expect(await isSignedIn(browser)).toBe(false)
  expect(await statusOf(owner)).toEqual({ available: true, enabled: true, codesLeft: 0 })
})

describe('no way around', () => {
  it('a code that was read over a shoulder opens nothing a second time', async () => {
    const { email, uri, owner } = await enrol('replay')
    const code = totpOf(uri, 1)
    const browser = await halfSignedIn(email)
    expect((await browser.auth('/two-factor/verify-totp', { code })).status).toBe(200)
    const thief = await halfSignedIn(email)
    for (const old of [code, totpOf(uri)]) {
      const answer = await thief.auth('/two-factor/verify-totp', { code: old })
      expect([answer.status, codeOf(answer)]).toEqual([401, 'two-factor-code-used'])
    }
    expect(await isSignedIn(thief)).toBe(false)
    const off = await owner.auth('/two-factor/disable', { password: PASSWORD, code })
    expect([off.status, codeOf(off)]).toEqual([401, 'two-factor-code-used'])
  })

  it('of many that send one code at once, one gets in', async () => {
    const { email, uri } = await enrol('at-once')
    const browsers = await Promise.all(Array.from({ length: 6 }, () => halfSignedIn(email)))
    const code = totpOf(uri, 1)
    const answers = await Promise.all(browsers.map((browser) => browser.auth('/two-factor/verify-totp', { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
  })

  it('switching off and new recovery codes want the password and a code', async () => {
    const { owner, uri, codes, email } = await enrol('off')
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes']) {
      expect((await owner.auth(path, { password: PASSWORD })).status).toBe(401)
      expect((await owner.auth(path, { password: PASSWORD, code: WRONG })).status).toBe(401)
      expect((await owner.auth(path, { password: 'wrong123', code: totpOf(uri, 1) })).status).toBe(400)
    }
    const fresh = await owner.auth('/two-factor/generate-backup-codes', { password: PASSWORD, code: totpOf(uri, 1) })
    const { backupCodes } = fresh.body as { backupCodes: string[] }
    expect(backupCodes).toHaveLength(10)
    expect((await owner.auth('/two-factor/disable', { password: PASSWORD, code: codes[0] })).status).toBe(401)
    expect((await owner.auth('/two-factor/disable', { password: PASSWORD, code: backupCodes[0] })).status).toBe(200)
    expect(await statusOf(owner)).toEqual({ available: true, enabled: false, codesLeft: 0 })
    await expect
      .poll(() => service.emails.map(({ to, subject }) => [to, subject]))
      .toContainEqual([email, expect.stringContaining('两步验证已关闭')])
  })

  it('a stolen cookie guesses neither code nor password without end', async () => {
    const { owner } = await enrol('stolen')
    for (let tries = 0; tries < 10; tries++) await owner.auth('/two-factor/verify-totp', { code: WRONG })
    const answer = await owner.auth('/two-factor/disable', { password: PASSWORD, code: WRONG })
    expect([answer.status, codeOf(answer)]).toEqual([429, 'too-many-attempts'])
  })

  it('a reset password signs nobody in without the code', async () => {
    const { email } = await enrol('reset')
    // The factor of an account whose owner is proven outlives a reset (decision 0050).
    await service.database.query(
      'update auth_users set email_verified = true, owner_proven_at = now() where email = $1',
      [email],
    )
    const browser = service.openBrowser()
    await browser.auth('/request-password-reset', { email })
    const emailText = () =>
      service.emails.findLast(({ to, subject }) => to === email && subject.includes('重置密码'))?.text
    await expect.poll(emailText).toBeTruthy()
    const hash = new URLSearchParams(/#(\S+)/.exec(emailText()!)![1])
    const token = hash.get('access_token')! + hash.get('refresh_token')!
    expect((await browser.auth('/reset-password', { token, newPassword: 'other-44567' })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.signIn(email, 'other-44567')).body).toMatchObject({ twoFactorRedirect: true })
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('codes of one account open no other', async () => {
    const thief = await enrol('thief')
    const victim = await enrol('victim')
    const browser = await halfSignedIn(victim.email)
    expect((await browser.auth('/two-factor/verify-totp', { code: totpOf(thief.uri) })).status).toBe(401)
    expect((await browser.auth('/two-factor/verify-backup-code', { code: thief.codes[0] })).status).toBe(401)
    expect(await isSignedIn(browser)).toBe(false)
  })
})
