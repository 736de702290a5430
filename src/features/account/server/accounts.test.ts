// Sign-up, sign-in, session and access token through their routes on a real database, also by people who attack them.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { KEPT_EMAIL_SHAPE } from '#rulebook/account/email.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from './sign-in/access-token.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from './testing/test-accounts.ts'

let service: TestAccounts

beforeAll(async () => {
  service = await openTestAccounts()
})
afterAll(() => service.close())

async function signedUp(email: string): Promise<TestBrowser> {
  const browser = service.openBrowser()
  expect((await browser.signUp(email)).status).toBe(200)
  return browser
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string } | undefined)?.code

describe('sign-up', () => {
  it('[DATA-ACC-02] [CALL-ACC-01] [AUTH-REG-22] creates an account that is signed in at once while no mail account is configured', async () => {
    const browser = await signedUp('new@example.com')
    const { status, body } = await browser.call('session')
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { email: 'new@example.com', email_confirmed_at: null } })
    expect(service.emails).toEqual([])
  })

  it('[CALL-ACC-15] [PROD-11] makes one profile with the free credits, however often it is asked for', async () => {
    const browser = await signedUp('once@example.com')
    const token = await browser.token()
    const answers = await Promise.all([1, 2, 3].map(() => browser.call('profile/get', undefined, bearer(token))))
    for (const { body } of answers) {
      expect(body).toMatchObject({ initial_email: 'once@example.com', user_type: 'free' })
      expect(body).toMatchObject({ credits: { used: 0, total: 5, remaining: 5 } })
    }
    const rows = await service.database.query<{ n: number }>(
      `select count(*)::int as n from user_profiles where initial_email = 'once@example.com'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it.each([
    ['the account and its profile', 'delete from user_profiles where id = $1'],
    ['the profile and its grant', 'update user_profiles set credits_total = 0, credits_remaining = 0 where id = $1'],
  ])('[CALL-ACC-15] makes what is missing when the service stopped between %s, once', async (_, undo) => {
    const browser = await signedUp(`stopped-${undo.length}@example.com`)
    const headers = bearer(await browser.token())
    const { id } = (await browser.call('profile/get', undefined, headers)).body as { id: string }
    const protect = (word: string) =>
      service.database.query(`alter table usage_logs ${word} trigger usage_logs_protect`)
    await protect('disable')
    await service.database.query('delete from usage_logs where user_id = $1', [id])
    await protect('enable')
    await service.database.query(undo, [id])
    for (let asked = 0; asked < 2; asked += 1)
      expect((await browser.call('profile/get', undefined, headers)).body).toMatchObject({
        id,
        initial_email: `stopped-${undo.length}@example.com`,
        credits: { used: 0, total: 5, remaining: 5 },
      })
    expect(await service.database.query('select kind from usage_logs where user_id = $1', [id])).toEqual([
      { kind: 'grant' },
    ])
  })

  it('records the email as the primary login method', async () => {
    await signedUp('method@example.com')
    const rows = await service.database.query(
      `select method_type, method_value, is_primary, status from user_login_methods where method_value = 'method@example.com'`,
    )
    expect(rows).toEqual([
      { method_type: 'email', method_value: 'method@example.com', is_primary: true, status: 'active' },
    ])
  })

  it('refuses a taken address, also in other letters, and leaves the account as it was', async () => {
    await signedUp('taken@example.com')
    const other = service.openBrowser()
    const answer = await other.signUp('TAKEN@Example.com', 'other-44123')
    expect(answer.status).toBe(422)
    expect(codeOf(answer)).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')
    expect((await other.signIn('taken@example.com', 'other-44123')).status).toBe(401)
    expect((await other.signIn('taken@example.com')).status).toBe(200)
  })

  it.each([
    ['of 128 characters', `${'brass-7-owl.'.repeat(11).slice(0, 127)}9`],
    ['with spaces around and within', '  a 1 lamp  '],
    ['of other scripts and pictures', 'пароль 密码 🙂 a1'],
    ['that looks like a query', `'; drop table auth_users; --1`],
  ])('takes a password %s, as it was typed and no other', async (_, password) => {
    const email = `any-${password.length}@example.com`
    expect((await service.openBrowser().signUp(email, password)).status).toBe(200)
    expect((await service.openBrowser().signIn(email, password)).status).toBe(200)
    for (const other of [password.slice(0, -1), password.trim(), password.toUpperCase()].filter((p) => p !== password))
      expect((await service.openBrowser().signIn(email, other)).status).toBe(401)
  })

  it('refuses an address that the library does not keep as no address, and keeps every other', async () => {
    for (const email of ['name@163.com。', '用户@qq.com', 'a@b.c', '.a@b.com', 'a,b@c.com', 'a@b_c.com'])
      expect([email, codeOf(await service.openBrowser().signUp(email))]).toEqual([email, 'email-shape'])
    expect((await service.openBrowser().signUp("_o'neil+tag@sub.b-c.cn")).status).toBe(200)
    expect(KEPT_EMAIL_SHAPE.source).toBe(z.regexes.email.source.replaceAll('\\-', '-'))
  })

  it('refuses a password of 129 characters', async () => {
    const answer = await service.openBrowser().signUp('long@example.com', `a1${'x'.repeat(127)}`)
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'password-too-long'])
  })

  it('[VALID-PWD-01] [VALID-PWD-02] [VALID-PWD-12] enforces letter, number and length on the server', async () => {
    const browser = service.openBrowser()
    expect(codeOf(await browser.signUp('weak1@example.com', 'zq7k2'))).toBe('password-too-short')
    expect((await service.openBrowser().signUp('six@example.com', 'w#9Zp!')).status).toBe(200)
    expect(codeOf(await browser.signUp('weak1@example.com', 'abcdefgh'))).toBe('password-too-simple')
    expect(codeOf(await browser.signUp('weak1@example.com', '12345678'))).toBe('password-too-simple')
    expect(codeOf(await browser.signUp('weak1@example.com', `a1${'x'.repeat(127)}`))).toBe('password-too-long')
    expect(codeOf(await browser.signUp('a b@example.com'))).toBe('email-shape')
  })
})

describe('sign-in', () => {
  it('[CALL-ACC-02] signs in with the right password', async () => {
    await signedUp('right@example.com')
    const browser = service.openBrowser()
    expect((await browser.call('session')).body).toBeNull()
    expect((await browser.signIn('right@example.com')).status).toBe(200)
    expect((await browser.call('session')).body).toMatchObject({ user: { email: 'right@example.com' } })
  })

  it('answers a wrong password and an unknown address alike', async () => {
    await signedUp('known@example.com')
    const wrong = await service.openBrowser().signIn('known@example.com', 'wrong1')
    const unknown = await service.openBrowser().signIn('unknown@example.com', 'wrong1')
    expect(wrong.status).toBe(401)
    expect(wrong.status).toBe(unknown.status)
    expect(wrong.body).toEqual(unknown.body)
  })

  it('stops guessing at one account from one network, and says the same for an account that does not exist', {
    timeout: 240_000,
  }, async () => {
    await signedUp('guessed@example.com')
    for (const email of ['guessed@example.com', 'nobody@example.com']) {
      for (let attempt = 0; attempt < 10; attempt++) {
        expect((await service.openBrowser('10.9.9.7').signIn(email, `wrong${attempt}`)).status).toBe(401)
      }
      const answer = await service.openBrowser('10.9.9.7').signIn(email, 'lamp-1734')
      expect(answer.status).toBe(429)
      expect(codeOf(answer)).toBe('too-many-attempts')
    }
  })

  it('stops one address that floods, whatever address it claims to have', async () => {
    const browser = service.openBrowser('10.9.9.8')
    const statuses: number[] = []
    for (let n = 0; n <= 10; n++) {
      const headers = { 'x-client-address': `10.1.1.${n}`, 'x-forwarded-for': `10.1.1.${n}` }
      statuses.push((await browser.auth('/request-password-reset', { email: `flood${n}@example.com` }, headers)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('[CALL-ACC-07] ends the session on the server at sign-out', async () => {
    const browser = await signedUp('out@example.com')
    const stolen = new Map(browser.cookies)
    expect((await browser.auth('/sign-out', {})).status).toBe(200)
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    for (const [name, value] of stolen) browser.cookies.set(name, value)
    expect((await browser.call('session')).body).toBeNull()
  })

  it('keeps the session in a cookie that scripts cannot read and other sites cannot send', async () => {
    const { headers } = await service.openBrowser().signUp('cookie@example.com')
    const [cookie = ''] = headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Secure/i)
  })

  it('refuses a page of another origin', async () => {
    const browser = await signedUp('csrf@example.com')
    const evil = { origin: 'https://evil.example' }
    expect((await browser.auth('/sign-out', {}, evil)).status).toBe(403)
    expect((await browser.call('session', undefined, evil)).status).toBe(403)
    expect((await browser.call('session', undefined, { origin: 'null' })).status).toBe(403)
    expect((await browser.call('session')).status).toBe(200)
  })

  it('works under the name by which the visitor reached the service', async () => {
    const browser = await signedUp('lan@example.com')
    const lan = { origin: 'http://192.168.1.20:3000', host: '192.168.1.20:3000' }
    expect((await browser.call('session', undefined, lan)).status).toBe(200)
    expect((await browser.auth('/sign-out', {}, lan)).status).toBe(200)
  })
})

describe('change of password', () => {
  it('[CALL-ACC-06] [VALID-PWD-08] [VALID-PWD-09] wants the current one and a valid new one', async () => {
    const browser = await signedUp('change@example.com')
    const change = (currentPassword: string, newPassword: string) =>
      browser.auth('/change-password', { currentPassword, newPassword })
    expect(codeOf(await change('wrong1', 'new-one-4417'))).toBe('INVALID_PASSWORD')
    expect(codeOf(await change('lamp-1734', 'onlyletters'))).toBe('password-too-simple')
    expect(codeOf(await change('lamp-1734', 'ab1'))).toBe('password-too-short')
    expect((await change('lamp-1734', 'new-one-4417')).status).toBe(200)
    expect((await service.openBrowser().signIn('change@example.com', 'lamp-1734')).status).toBe(401)
    expect((await service.openBrowser().signIn('change@example.com', 'new-one-4417')).status).toBe(200)
  })

  it('is refused without a session', async () => {
    const body = { currentPassword: 'lamp-1734', newPassword: 'new-one-4417' }
    expect((await service.openBrowser().auth('/change-password', body)).status).toBe(401)
  })
})

describe('access token', () => {
  it('[CALL-ACC-13] names the user without a cookie', async () => {
    const token = await (await signedUp('bearer@example.com')).token()
    const { body } = await service.openBrowser().call('profile/get', undefined, bearer(token))
    expect(body).toMatchObject({ initial_email: 'bearer@example.com' })
  })

  it('is refused after its end, and a fresh one works', async () => {
    const browser = await signedUp('expired@example.com')
    const token = await browser.token()
    service.clock.nowMs += ACCESS_TOKEN_LIFETIME_MS + 1000
    const late = await browser.call('profile/get', undefined, bearer(token))
    expect(late.status).toBe(401)
    expect(codeOf(late)).toBe('session-expired')
    expect((await browser.call('profile/get', undefined, bearer(await browser.token()))).status).toBe(200)
  })

  it('is refused when it is forged, unsigned or meant for something else', async () => {
    const token = await (await signedUp('forged@example.com')).token()
    const [header, payload] = token.split('.') as [string, string, string]
    const victim = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const foreign = await new SignJWT(victim)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('some other key of the attacker!!'))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const forged of [foreign, unsigned, `${header}.${payload}.AAAA`, 'nonsense', '']) {
      await expect(service.accounts.verifyAccessToken(forged)).rejects.toMatchObject({ code: 'session-expired' })
    }
  })

  it('is wanted by the profile: a visitor is sent to the login', async () => {
    const browser = await signedUp('cookie-only@example.com')
    const answer = await browser.call('profile/get')
    expect(answer.status).toBe(401)
    expect(codeOf(answer)).toBe('login-required')
  })
})
