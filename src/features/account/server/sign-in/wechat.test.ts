// Sign-in with WeChat against its emulator: by a code to scan, inside WeChat, and everything that an account without an email address means.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWechat, type WechatEmulator } from '#emulators/wechat/emulator.ts'
import type { WechatPerson } from '#emulators/wechat/state.ts'
import { wechatFrom } from '#platform/server/wechat-sign-in-settings.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'
const INSIDE = 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36 MicroMessenger/8.0.50'
const CALLBACK = '/auth/callback?redirect=%2Fprofile'

let wechat: WechatEmulator
let service: TestAccounts
beforeAll(async () => {
  wechat = await openWechat({ domain: 'service.test' })
  const settings = { wechat: wechatFrom(wechat.settings as unknown as Parameters<typeof wechatFrom>[0]) }
  service = await openTestAccounts({ mailDelivers: true, settings })
})
afterAll(async () => {
  await service.close()
  await wechat.close()
})
let people = 0
beforeEach(() => {
  wechat.person = { unionid: `oUnion-${++people}`, nickname: `李雷${people}` }
  wechat.isBound = true
  wechat.isAuthorized = true
  wechat.nowMs = () => Date.now()
  service.emails.length = 0
})

/** Where the browser stands after it pressed the button: WeChat's page. */
async function pageOf(browser: TestBrowser, agent: string): Promise<{ address: URL; html: string }> {
  const body = { provider: 'wechat', callbackURL: CALLBACK, errorCallbackURL: CALLBACK }
  const start = await browser.auth('/sign-in/social', body, { 'user-agent': agent })
  return readPage((start.body as { url: string }).url)
}
async function readPage(url: string) {
  const html = await (await fetch(url)).text()
  return { address: new URL(url), html }
}
/** The way back that this link of the page leads to. */
const backOf = (html: string, text: RegExp): URL => {
  const href = new RegExp(`<a href="([^"]+)">(?:${text.source})</a>`).exec(html)![1]!
  return new URL(href.replaceAll('&amp;', '&'))
}
async function comeBack(browser: TestBrowser, back: URL, agent: string): Promise<string> {
  const path = back.pathname.replace('/api/auth', '') + back.search
  const answer = await browser.auth(path, undefined, { 'user-agent': agent })
  return answer.headers.get('location') ?? `status ${answer.status}`
}
const AGREE = /在手机上确认登录|允许/
async function signIn(agent = COMPUTER, who?: WechatPerson) {
  if (who) wechat.person = who
  const browser = service.openBrowser()
  const { html } = await pageOf(browser, agent)
  const address = await comeBack(browser, backOf(html, AGREE), agent)
  return { browser, address }
}
interface SessionBody {
  readonly user: { readonly id: string; readonly email: string | null }
}
const sessionOf = async (browser: TestBrowser) => (await browser.call('session')).body as SessionBody | null
const bearerOf = async (browser: TestBrowser) => ({ authorization: `Bearer ${await browser.token()}` })

describe('sign-in with WeChat', () => {
  it('registers a newcomer without an email address: profile, free credits, nickname, no email', async () => {
    const { browser, address } = await signIn()
    expect(address).toBe(CALLBACK)
    const session = await sessionOf(browser)
    expect(session).toMatchObject({
      user: {
        email: null,
        email_confirmed_at: null,
        user_metadata: { full_name: wechat.person.nickname },
        app_metadata: { provider: 'wechat' },
      },
    })
    const profile = await browser.call('profile/get', undefined, await bearerOf(browser))
    expect(profile.body).toMatchObject({ initial_email: null, credits: { remaining: 5 }, terms_due: true })
    const { body } = await browser.call('loginMethods/list', undefined, await bearerOf(browser))
    expect(body).toMatchObject({
      needsPassword: false,
      methods: [{ type: 'wechat', display: wechat.person.nickname, verified: true, isPrimary: true }],
    })
    expect(service.emails).toEqual([])
  })

  it('asks by a code to scan on a computer and directly inside WeChat, and knows the same person in both', async () => {
    const scanned = await pageOf(service.openBrowser(), COMPUTER)
    expect(scanned.address.pathname).toBe('/connect/qrconnect')
    expect(scanned.address.hash).toBe('#wechat_redirect')
    expect(Object.fromEntries(scanned.address.searchParams)).toMatchObject({
      appid: wechat.settings.WECHAT_WEBSITE_APP_ID,
      scope: 'snsapi_login',
      redirect_uri: 'http://service.test/api/auth/callback/wechat',
    })
    const inside = await pageOf(service.openBrowser(), INSIDE)
    expect(inside.address.pathname).toBe('/connect/oauth2/authorize')
    expect(inside.address.searchParams.get('appid')).toBe(wechat.settings.WECHAT_OFFICIAL_APP_ID)
    const [first, second] = [await signIn(COMPUTER), await signIn(INSIDE)]
    expect((await sessionOf(second.browser))!.user.id).toBe((await sessionOf(first.browser))!.user.id)
  })

  it('tells two people apart whose unionids differ in letter case only', async () => {
    const one = await signIn(COMPUTER, { unionid: 'oABCdef', nickname: '甲' })
    const other = await signIn(COMPUTER, { unionid: 'oabcDEF', nickname: '乙' })
    const ids = [await sessionOf(one.browser), await sessionOf(other.browser)].map((session) => session?.user.id)
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
  })

  it('signs nobody in who cancels, with a foreign state, in another browser, with a used or an old code', async () => {
    const browser = service.openBrowser()
    const { html } = await pageOf(browser, COMPUTER)
    expect(await comeBack(browser, backOf(html, /取消/), COMPUTER)).toMatch(/error=no_code/)

    const begun = service.openBrowser()
    const agreed = backOf((await pageOf(begun, COMPUTER)).html, AGREE)
    const foreign = new URL(agreed)
    foreign.searchParams.set('state', 'made-up')
    expect(await comeBack(begun, foreign, COMPUTER)).toMatch(/error=/)
    // Somebody is sent the way back of another person's sign-in.
    const victim = service.openBrowser()
    expect(await comeBack(victim, agreed, COMPUTER)).toMatch(/error=/)
    expect(await sessionOf(victim)).toBeNull()

    const twice = service.openBrowser()
    const way = backOf((await pageOf(twice, COMPUTER)).html, AGREE)
    await comeBack(twice, way, COMPUTER)
    const again = service.openBrowser()
    const secondWay = backOf((await pageOf(again, COMPUTER)).html, AGREE)
    secondWay.searchParams.set('code', way.searchParams.get('code')!)
    expect(await comeBack(again, secondWay, COMPUTER)).toMatch(/error=invalid_code/)
    expect(wechat.refusals.at(-1)).toBe(40163)

    const late = service.openBrowser()
    const lateWay = backOf((await pageOf(late, COMPUTER)).html, AGREE)
    wechat.nowMs = () => Date.now() + 6 * 60_000
    expect(await comeBack(late, lateWay, COMPUTER)).toMatch(/error=invalid_code/)
    expect(wechat.refusals.at(-1)).toBe(42003)
    for (const out of [browser, begun, again, late]) expect(await sessionOf(out)).toBeNull()
  })

  it('refuses where WeChat tells no unionid: the same person would get another account elsewhere', async () => {
    wechat.isBound = false
    const { browser, address } = await signIn(INSIDE)
    expect(address).toMatch(/error=unable_to_get_user_info/)
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('an account without an email address', () => {
  it('leads back to the page that says so where WeChat does not tell who scanned', async () => {
    wechat.isAuthorized = false
    const { browser, address } = await signIn()
    expect(address).toMatch(/^\/auth\/callback\?.*error=unable_to_get_user_info/)
    expect(wechat.refusals.at(-1)).toBe(48001)
    expect(await sessionOf(browser)).toBeNull()
  })

  it('cannot be entered, taken or written to by its placeholder', async () => {
    await signIn()
    const [row] = await service.database.query<{ email: string }>(
      'select email from auth_users order by created_at desc limit 1',
    )
    const placeholder = row!.email
    expect(placeholder).toMatch(/@wechat\.placeholder\.invalid$/)
    const stranger = service.openBrowser()
    expect((await stranger.signUp(placeholder)).status).toBe(400)
    expect((await stranger.signUp('squatter@wechat.placeholder.invalid')).body).toMatchObject({ code: 'email-shape' })
    await stranger.auth('/request-password-reset', { email: placeholder })
    await stranger.call('emailCode/send', { email: placeholder })
    await stranger.call('recovery/sendCode', { email: placeholder })
    await service.accounts.stop()
    expect(service.emails).toEqual([])
  })

  it('takes an address later, which an email proves; WeChat still opens it, and the password comes by email', async () => {
    const { browser } = await signIn()
    const { user } = (await sessionOf(browser))!
    const email = 'later@example.com'
    const asked = await browser.auth('/change-email', {
      newEmail: email,
      callbackURL: '/auth/callback?type=email_change',
    })
    expect(asked.status).toBe(200)
    await service.accounts.stop()
    expect(service.emails.map(({ to }) => to)).toEqual([email])
    const token = /token=([\w.-]+)/.exec(service.emails[0]!.text)![1]!
    await browser.auth(`/verify-email?token=${token}`)
    const again = await signIn(COMPUTER, wechat.person)
    expect(await sessionOf(again.browser)).toMatchObject({ user: { id: user.id, email } })
    await again.browser.auth('/request-password-reset', { email })
    await service.accounts.stop()
    expect(service.emails.at(-1)).toMatchObject({ to: email })
    expect(service.emails.length).toBeGreaterThan(1)
  })

  it('is tied to an account with an address by its owner, listed by nickname, and taken away again', async () => {
    const browser = service.openBrowser()
    await service.database.query(`delete from auth_users where email = 'tied@example.com'`)
    await browser.signUp('tied@example.com')
    await service.database.query(`update auth_users set email_verified = true where email = 'tied@example.com'`)
    await browser.signIn('tied@example.com')
    const headers = { ...(await bearerOf(browser)), 'user-agent': COMPUTER }
    const start = await browser.call('loginMethods/link', { provider: 'wechat', password: 'lamp-1734' }, headers)
    const { html } = await readPage((start.body as { address: string }).address)
    expect(await comeBack(browser, backOf(html, AGREE), COMPUTER)).toBe('/profile/info?linked=1')
    const listed = (await browser.call('loginMethods/list', undefined, headers)).body as {
      methods: { id: string; type: string; display: string }[]
    }
    expect(listed.methods.map(({ type, display }) => [type, display])).toEqual([
      ['email', 'tied@example.com'],
      ['wechat', wechat.person.nickname],
    ])
    const tied = listed.methods[1]!.id
    expect((await browser.call('loginMethods/unbind', { id: tied, password: 'lamp-1734' }, headers)).status).toBe(200)
    const { browser: other } = await signIn(COMPUTER, wechat.person)
    expect((await sessionOf(other))!.user.email).toBeNull()
  })
})

it('is offered only where an application is configured', async () => {
  const { body } = await service.openBrowser().call('options')
  expect(body).toMatchObject({ wechat: true, wechatInside: true, google: false })
  expect(wechatFrom({ WECHAT_OPEN_URL: 'https://a.test', WECHAT_API_URL: 'https://b.test' })).toBeUndefined()
  expect(() =>
    wechatFrom({ WECHAT_WEBSITE_APP_ID: 'wx1', WECHAT_OPEN_URL: 'https://a.test', WECHAT_API_URL: 'https://b.test' }),
  ).toThrow('WECHAT_WEBSITE_APP_ID and WECHAT_WEBSITE_SECRET')
})
