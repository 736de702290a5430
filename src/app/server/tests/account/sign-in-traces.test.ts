// What a sign-up and a sign-in leave for their owner: the yes to the terms (decision 0056), the list of security events and the email about a
// new device (decision 0057).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECURITY_EVENTS_KEPT } from '#rulebook/account/security-events.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Browser } from '../../testing/browser.ts'
import { openProviderService, type ProviderService } from '../../testing/provider-service.ts'

const PASSWORD = 'quiet-harbour-93'
const PERSON = { id: '501', email: 'provider@traces.example.com', emailVerified: true, name: 'N' }
let service: ProviderService
beforeAll(async () => {
  service = await openProviderService(PERSON, { mailDelivers: false })
})
afterAll(() => service.stop())

const openBrowser = () => service.openBrowser()
const bearerOf = async (browser: Browser) => ({ authorization: `Bearer ${await browser.token()}` })
const termsDue = async (browser: Browser) =>
  ((await browser.get('/api/v1/account/profile', await bearerOf(browser))).body as { terms_due?: boolean }).terms_due
const kindsOf = async (browser: Browser) =>
  ((await browser.get('/api/v1/account/security-events', await bearerOf(browser))).body as { kind: string }[]).map(
    ({ kind }) => kind,
  )
const consentsOf = (email: string) =>
  service.foundation.database.query<{ version: string; at: Date }>(
    `select c.version, c.created_at as at from terms_consents c join auth_users u on u.id = c.user_id where u.email = $1 order by 2`,
    [email],
  )
const newDeviceEmails = (email: string) =>
  service.emails.filter(({ to, subject }) => to === email && subject.includes('新设备登录提醒'))

describe('consent to the terms and the privacy policy', () => {
  it('is wanted at a registration, in the version of today, and kept with its time', async () => {
    const email = 'consent@traces.example.com'
    for (const acceptedTerms of [undefined, true, '1999-01-01']) {
      const refused = await openBrowser().post('/api/auth/sign-up/email', {
        email,
        password: PASSWORD,
        name: '',
        acceptedTerms,
      })
      expect([refused.status, refused.code]).toEqual([400, 'terms-not-accepted'])
    }
    const browser = openBrowser()
    const beforeMs = Date.now()
    expect((await browser.signUp(email, PASSWORD)).status).toBe(200)
    expect(await termsDue(browser)).toBe(false)
    const [consent, ...others] = await consentsOf(email)
    expect([consent!.version, others]).toEqual([TERMS_VERSION, []])
    expect(consent!.at.getTime()).toBeGreaterThanOrEqual(beforeMs)
  })

  it('is asked of who came by a provider, and again of everybody when the version changes', async () => {
    const browser = openBrowser()
    await browser.signInWith(service.emulator, 'google', PERSON)
    expect(await termsDue(browser)).toBe(true)
    const old = await browser.post('/api/v1/account/terms', { version: '1999-01-01' }, await bearerOf(browser))
    expect(old.code).toBe('terms-not-accepted')
    await browser.post('/api/v1/account/terms', { version: TERMS_VERSION }, await bearerOf(browser))
    expect(await termsDue(browser)).toBe(false)
    await service.foundation.database.query(`update terms_consents set version = '1999-01-01'`)
    expect(await termsDue(browser)).toBe(true)
    await browser.post('/api/v1/account/terms', { version: TERMS_VERSION }, await bearerOf(browser))
    expect((await consentsOf(PERSON.email)).map(({ version }) => version)).toEqual(['1999-01-01', TERMS_VERSION])
  })
})

describe('security events', () => {
  it('tell of each sign-in once, and an email goes to the owner when the browser is a new one', async () => {
    const email = 'devices@traces.example.com'
    const first = openBrowser()
    await first.signUp(email, PASSWORD)
    await first.token()
    await first.token()
    expect(await kindsOf(first)).toEqual(['sign-in'])
    await first.signIn(email, PASSWORD)
    expect(await kindsOf(first)).toEqual(['sign-in', 'sign-in'])
    expect(newDeviceEmails(email)).toEqual([])
    const stranger = openBrowser()
    await stranger.signIn(email, PASSWORD)
    // Not after the password alone: only a used session has passed every check.
    expect(newDeviceEmails(email)).toEqual([])
    await stranger.token()
    await expect.poll(() => newDeviceEmails(email)).toHaveLength(1)
    expect(newDeviceEmails(email)[0]!.text).toMatch(/时间：\d{4}-\d\d-\d\d \d\d:\d\d/)
    await stranger.signIn(email, PASSWORD)
    expect(await kindsOf(first)).toEqual(['sign-in', 'sign-in', 'sign-in'])
  })

  it('tell of changes, belong to their owner alone, and are bounded', async () => {
    const email = 'changes@traces.example.com'
    const [browser, other] = [openBrowser(), openBrowser()]
    await browser.signUp(email, PASSWORD)
    await other.signIn(email, PASSWORD)
    await other.token()
    await browser.post('/api/v1/account/devices/sign-out-others', {}, await bearerOf(browser))
    const changed = { currentPassword: PASSWORD, newPassword: 'night-heron-4471', revokeOtherSessions: true }
    expect((await browser.post('/api/auth/change-password', changed)).status).toBe(200)
    await expect
      .poll(() => kindsOf(browser))
      .toEqual(expect.arrayContaining(['password-changed', 'sessions-ended', 'sign-in']))
    const stranger = openBrowser()
    await stranger.signUp('nobody@traces.example.com', PASSWORD)
    expect(await kindsOf(stranger)).toEqual(['sign-in'])
    const userId = await browser.userId()
    await service.foundation.database.query(
      `insert into security_events (user_id, kind, created_at)
       select $1, 'sign-in', now() - make_interval(days => n) from generate_series(1, 150) n`,
      [userId],
    )
    await other.signIn(email, 'night-heron-4471')
    expect(await kindsOf(other)).toHaveLength(SECURITY_EVENTS_KEPT)
    const [kept] = await service.foundation.database.query<{ n: number }>(
      'select count(*)::int as n from security_events where user_id = $1',
      [userId],
    )
    expect(kept!.n).toBe(SECURITY_EVENTS_KEPT)
  })
})
