// Everything that goes by mail, with a mail account configured and without (document 1 §2, §7; C-21, C-26, C-33, U-15).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAccounts, TEST_ORIGIN, type TestAccounts } from '../testing/test-accounts.ts'

let service: TestAccounts

beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())

async function emailTo(email: string): Promise<{ link: URL; subject: string; html: string }> {
  await service.accounts.stop() // emails are sent beside the answer
  const message = service.emails.findLast(({ to }) => to === email)!
  return { link: new URL(/https?:\S+/.exec(message.text)![0]), subject: message.subject, html: message.html }
}
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string } | undefined)?.code

describe('registration with confirmation', () => {
  it('[AUTH-REG-22] [DATA-ACC-02] signs nobody in before the link was opened, and then does (U-15)', async () => {
    const email = 'verify@example.com'
    const browser = service.openBrowser()
    const answer = await browser.signUp(email)
    expect(answer).toMatchObject({ status: 200, body: { token: null } })
    expect((await browser.call('session')).body).toBeNull()
    const refused = await browser.signIn(email)
    expect(refused.status).toBe(403)
    expect(codeOf(refused)).toBe('EMAIL_NOT_VERIFIED')

    const { link, html } = await emailTo(email)
    expect(link.origin).toBe(TEST_ORIGIN)
    expect(html).toContain('<a href="')
    const opened = await browser.auth(link.pathname.replace('/api/auth', '') + link.search)
    expect(opened.headers.get('location')).toBe(
      '/auth/callback?type=email_verification&verified=true&email=verify%40example.com',
    )
    expect((await browser.signIn(email)).status).toBe(200)
    expect((await browser.call('session')).body).toMatchObject({
      user: { email_confirmed_at: expect.stringMatching(/^\d{4}-/) },
    })
    const methods = await service.database.query('select verified from user_login_methods where method_value = $1', [
      email,
    ])
    expect(methods).toEqual([{ verified: true }])
  })

  it('[AUTH-LOGIN-27] a typed query proves nothing, nor does a forged link (C-21)', async () => {
    const email = 'typed@example.com'
    const browser = service.openBrowser()
    await browser.signUp(email)
    const forged = await browser.auth(`/verify-email?token=forged&callbackURL=${encodeURIComponent('/auth/callback')}`)
    expect(forged.headers.get('location')).toMatch(/error=INVALID_TOKEN/)
    await browser.auth(`/verify-email?verified=true&email=${encodeURIComponent(email)}`)
    expect((await browser.signIn(email)).status).toBe(403)
    const [row] = await service.database.query('select email_verified from auth_users where email = $1', [email])
    expect(row).toEqual({ email_verified: false })
  })

  it('a link that was opened before signs nobody in and changes nothing', async () => {
    const email = 'twice@example.com'
    await service.openBrowser().signUp(email)
    const { link } = await emailTo(email)
    const open = (browser: ReturnType<TestAccounts['openBrowser']>) =>
      browser.auth(link.pathname.replace('/api/auth', '') + link.search)
    await open(service.openBrowser())
    const [before] = await service.database.query('select * from auth_users where email = $1', [email])
    const thief = service.openBrowser()
    await open(thief)
    expect((await thief.call('session')).body).toBeNull()
    expect(await service.database.query('select * from auth_users where email = $1', [email])).toEqual([before])
  })

  it('a verification link leads to no other origin', async () => {
    const { status } = await service
      .openBrowser()
      .auth(`/verify-email?token=x&callbackURL=${encodeURIComponent('https://evil.example/')}`)
    expect(status).toBe(403)
  })

  it('answers a taken address as a new one, and tells its holder by email', async () => {
    const email = 'holder@example.com'
    await service.openBrowser().signUp(email)
    const again = await service.openBrowser().signUp(email, 'other-44123')
    expect(again).toMatchObject({ status: 200, body: { token: null } })
    expect((await emailTo(email)).subject).toContain('您已有账户')
    expect((await service.openBrowser().signIn(email, 'other-44123')).status).toBe(401)
  })

  it('resends the email', async () => {
    const email = 'resend@example.com'
    const browser = service.openBrowser()
    await browser.signUp(email)
    await emailTo(email)
    const before = service.emails.length
    expect((await browser.auth('/send-verification-email', { email })).status).toBe(200)
    await emailTo(email)
    expect(service.emails.length).toBe(before + 1)
  })

  it('[AUTH-LOGIN-26] is sent again five times within 5 minutes, the sixth is refused', async () => {
    const email = 'again-and-again@example.com'
    await service.openBrowser().signUp(email)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await service.openBrowser().auth('/send-verification-email', { email })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

const TOO_OFTEN = { status: 429, body: { code: 'code-too-often' } }

describe('emails to one address', () => {
  it('are limited, whoever causes them and whether the account exists or not', async () => {
    await service.openBrowser().signUp('bombed@example.com')
    for (const email of ['bombed@example.com', 'no-account@example.com']) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) {
        statuses.push((await service.openBrowser().auth('/request-password-reset', { email })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    await service.accounts.stop()
    const before = service.emails.length
    for (const email of ['bombed@example.com', 'no-account@example.com'])
      expect(await service.openBrowser().signUp(email, 'other-44123')).toMatchObject(TOO_OFTEN)
    await service.accounts.stop()
    expect(service.emails.length).toBe(before)
  })

  it('[C-33] one that a sign-up would cause is refused as such when there were five, and the person may still ask for five', async () => {
    const email = 'signs-up-again@example.com'
    for (let n = 0; n < 5; n += 1) expect((await service.openBrowser().signUp(email)).status).toBe(200)
    expect(await service.openBrowser().signUp(email)).toMatchObject(TOO_OFTEN)
    await service.accounts.stop()
    expect(service.emails.filter(({ to }) => to === email)).toHaveLength(5)
    for (let n = 0; n < 5; n += 1)
      expect((await service.openBrowser().auth('/send-verification-email', { email })).status).toBe(200)
    service.clock.nowMs += 5 * 60_000
    expect((await service.openBrowser().signUp(email)).status).toBe(200)
  })
})

describe('password reset', () => {
  it('[CALL-ACC-04] [CALL-ACC-05] [AUTH-FORGOT-05] [AUTH-RESET-10] mails a link with both tokens in the hash that works once', async () => {
    const email = 'reset@example.com'
    await service.openBrowser().signUp(email)
    await service.database.query('update auth_users set email_verified = true where email = $1', [email])
    const signedIn = service.openBrowser()
    await signedIn.signIn(email)
    const browser = service.openBrowser()
    expect((await browser.auth('/request-password-reset', { email })).status).toBe(200)
    const { link } = await emailTo(email)
    expect(link.origin + link.pathname).toBe(`${TEST_ORIGIN}/auth/reset-password`)
    expect(link.search).toBe('')
    const hash = new URLSearchParams(link.hash.slice(1))
    const token = hash.get('access_token')! + hash.get('refresh_token')!

    const halves = await browser.auth('/reset-password', {
      token: hash.get('access_token'),
      newPassword: 'changed-4417',
    })
    expect(codeOf(halves)).toBe('INVALID_TOKEN')
    expect((await browser.auth('/reset-password', { token, newPassword: '904817362' })).status).toBe(200)
    expect((await browser.signIn(email, 'lamp-1734')).status).toBe(401)
    expect((await browser.signIn(email, '904817362')).status).toBe(200)
    expect((await signedIn.call('session')).body).toBeNull()
    expect((await emailTo(email)).subject).toContain('密码已修改')
    expect(codeOf(await browser.auth('/reset-password', { token, newPassword: 'again-44123' }))).toBe('INVALID_TOKEN')
  })

  it('[AUTH-RESET-04] wants 6 characters on the server too', async () => {
    const answer = await service.openBrowser().auth('/reset-password', { token: 'x', newPassword: 'ab1x7' })
    expect(codeOf(answer)).toBe('PASSWORD_TOO_SHORT')
  })

  it('answers an unknown address as a known one and sends nothing', async () => {
    const before = service.emails.length
    const known = await service.openBrowser().auth('/request-password-reset', { email: 'reset@example.com' })
    const unknown = await service.openBrowser().auth('/request-password-reset', { email: 'nobody@example.com' })
    await service.accounts.stop()
    expect(unknown.body).toEqual(known.body)
    expect(service.emails.slice(before).map(({ to }) => to)).toEqual(['reset@example.com'])
  })
})

describe('changing the address', () => {
  async function confirmed(email: string) {
    const browser = service.openBrowser()
    await browser.signUp(email)
    await open(browser, (await emailTo(email)).link)
    await browser.signIn(email)
    return browser
  }
  const open = (browser: ReturnType<TestAccounts['openBrowser']>, link: URL) =>
    browser.auth(link.pathname.replace('/api/auth', '') + link.search)
  const change = (browser: ReturnType<TestAccounts['openBrowser']>, newEmail: string) =>
    browser.auth('/change-email', { newEmail, callbackURL: '/auth/callback?type=email_change' })
  const emailOf = async (browser: ReturnType<TestAccounts['openBrowser']>) =>
    ((await browser.call('session')).body as { user: { email: string } } | null)?.user.email

  it('[CALL-ACC-06] [CALL-ACC-08] needs the consent of the old address and the proof of the new one, in this order; the refreshed user has it', async () => {
    const browser = await confirmed('old@example.com')
    expect((await change(browser, 'new@example.com')).status).toBe(200)
    const consent = await emailTo('old@example.com')
    expect(consent.subject).toContain('确认更换邮箱')
    expect(await emailOf(browser)).toBe('old@example.com')
    const consented = await open(browser, consent.link)
    expect(consented.headers.get('location')).toBe('/auth/callback?type=email_change&step=consent')
    expect(await emailOf(browser)).toBe('old@example.com')
    const proof = await emailTo('new@example.com')
    expect(proof.subject).toContain('确认新的邮箱地址')
    const answer = await open(browser, proof.link)
    expect(answer.headers.get('location')).toBe('/auth/callback?type=email_change')
    expect(await emailOf(browser)).toBe('new@example.com')
    const methods = await service.database.query(
      `select method_value, verified from user_login_methods where method_value in ('old@example.com', 'new@example.com')`,
    )
    expect(methods).toEqual([{ method_value: 'new@example.com', verified: true }])
    expect((await service.openBrowser().signIn('new@example.com')).status).toBe(200)
  })

  it('a proof that was used moves no address a second time, and nobody who finds it gets in', async () => {
    const browser = await confirmed('first@example.com')
    await change(browser, 'second@example.com')
    await open(browser, (await emailTo('first@example.com')).link)
    const { link } = await emailTo('second@example.com')
    await open(browser, link)
    const thief = service.openBrowser()
    const again = await open(thief, link)
    expect(again.headers.get('location')).toBe('/auth/callback?type=email_change&error=email-change-used')
    expect((await thief.call('session')).body).toBeNull()
    expect(await emailOf(browser)).toBe('second@example.com')
  })

  it('floods neither the old address nor the new one with emails', async () => {
    const browser = await confirmed('flood-old@example.com')
    const codes: unknown[] = []
    // Five of the mailbox, and five of a browser that the account knows (decision 0245).
    for (let n = 0; n < 11; n += 1) codes.push(codeOf(await change(browser, `flood-${n}@example.com`)))
    expect(codes).toEqual([...Array(10).fill(undefined), 'email-change-rate-limit'])
    const { link } = await emailTo('flood-old@example.com')
    const ends: (string | null)[] = []
    for (let n = 0; n < 7; n += 1) ends.push((await open(browser, link)).headers.get('location'))
    const refused = '/auth/callback?type=email_change&error=code-too-often'
    expect(ends).toEqual([...Array(5).fill('/auth/callback?type=email_change&step=consent'), refused, refused])
    await service.accounts.stop()
    expect(service.emails.filter(({ to }) => to === 'flood-9@example.com')).toHaveLength(5)
  })

  it('[ERR-ACC-12] a taken address is said as such, and no email goes out (C-33)', async () => {
    await confirmed('holder-of-it@example.com')
    const browser = await confirmed('wants-it@example.com')
    await service.accounts.stop()
    const before = service.emails.length
    expect(await change(browser, 'Holder-of-it@example.com')).toMatchObject({
      status: 409,
      body: { code: 'email-change-taken' },
    })
    await service.accounts.stop()
    expect(service.emails.length).toBe(before)
    expect(await emailOf(browser)).toBe('wants-it@example.com')
  })

  it('is refused for what is no address, and limited', async () => {
    const browser = await confirmed('limits@example.com')
    expect(codeOf(await change(browser, 'no address'))).toBe('email-shape')
    for (let n = 0; n < 5; n += 1) await change(browser, 'often@example.com')
    expect(codeOf(await change(browser, 'often@example.com'))).toBe('email-change-rate-limit')
    // Counters of minutes are kept apart; this one counts an hour.
    expect(await service.database.query('select count from verification_limits')).toContainEqual({ count: 6 })
  })

  it('counts nothing against an address that a visitor names', async () => {
    for (let n = 0; n < 6; n += 1) expect((await change(service.openBrowser(), 'wished@example.com')).status).toBe(401)
    expect((await change(await confirmed('waits@example.com'), 'wished@example.com')).status).toBe(200)
  })
})

describe('changing the password', () => {
  it('wants the current one, ends the other sessions and tells the owner by email', async () => {
    const email = 'password@example.com'
    const browser = service.openBrowser()
    await browser.signUp(email)
    const { link } = await emailTo(email)
    await browser.auth(link.pathname.replace('/api/auth', '') + link.search)
    await browser.signIn(email)
    const other = service.openBrowser()
    await other.signIn(email)
    const change = (currentPassword: string, newPassword: string) =>
      browser.auth('/change-password', { currentPassword, newPassword })
    expect(codeOf(await change('wrong-2026', 'brand-new-2026'))).toBe('INVALID_PASSWORD')
    expect(codeOf(await change('lamp-1734', '12345678'))).toBe('password-too-simple')
    expect((await other.call('session')).body).not.toBeNull()
    expect((await change('lamp-1734', 'brand-new-2026')).status).toBe(200)
    expect((await other.call('session')).body).toBeNull()
    expect((await emailTo(email)).subject).toContain('密码已修改')
    expect((await service.openBrowser().auth('/sign-in/email', { email, password: 'lamp-1734' })).status).toBe(401)
    expect((await service.openBrowser().auth('/sign-in/email', { email, password: 'brand-new-2026' })).status).toBe(200)
  })
})
