// A mailbox whose address was taken away as a login method opens the account by none of the ways that are mailed (document 1 §4; decisions 0050, 0059).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccountsBesideProviders } from '../testing/accounts-beside-providers.ts'
import { answerAsProvider } from '../testing/answer-as-provider.ts'
import type { ProviderEmulator } from '../testing/provider-emulator.ts'
import type { TestAccounts, TestBrowser } from '../testing/test-accounts.ts'

const PASSWORD = 'lamp-1734'
let emulator: ProviderEmulator
let service: TestAccounts
beforeAll(async () => {
  ;({ emulator, service } = await openAccountsBesideProviders({ mailDelivers: true }))
})
afterAll(() => service.close())

const visitor = () => service.openBrowser()
const bearerOf = async (browser: TestBrowser) => ({ authorization: `Bearer ${await browser.token()}` })
const call = async (browser: TestBrowser, name: string, input?: unknown) =>
  browser.call(`loginMethods/${name}`, input, await bearerOf(browser))
const enter = (email: string, code: string, browser: TestBrowser) =>
  browser.auth('/sign-in/phone-number', { email, code })
const ways = {
  login: (email: string, browser = visitor()) => browser.call('emailCode/send', { email }),
  recovery: (email: string, browser = visitor()) => browser.call('recovery/sendCode', { email }),
  reset: (email: string) => visitor().auth('/request-password-reset', { email }),
}
const askAll = async (email: string) =>
  Promise.all(Object.values(ways).map((ask) => ask(email).then(({ status, body }) => [status, body])))

/** What left for this address since the last call. */
async function taken(email: string): Promise<string[]> {
  await service.accounts.stop()
  return service.emails.splice(0).flatMap(({ to, text }) => (to === email ? [text] : []))
}
const codeIn = (text: string) => /验证码是 ([A-Z0-9]{6})/.exec(text)![1]!
const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)![0])
function tokenIn(text: string): string {
  const halves = new URLSearchParams(linkIn(text).hash.slice(1))
  return halves.get('access_token')! + halves.get('refresh_token')!
}
const open = (browser: TestBrowser, link: URL) => browser.auth(link.pathname.replace('/api/auth', '') + link.search)

let people = 0
/** Signed in with a confirmed address and a GitHub account beside it. */
async function personWithTwo() {
  const id = String(++people)
  const email = `unbound-${id}@example.com`
  const browser = visitor()
  await browser.signUp(email)
  await open(browser, linkIn((await taken(email))[0]!))
  await browser.signIn(email)
  const link = await call(browser, 'link', { provider: 'github', password: PASSWORD })
  const who = { id, email: `at-github-${id}@example.com`, emailVerified: true, name: 'N' }
  await answerAsProvider(emulator, browser, (link.body as { address: string }).address, who)
  await taken(email)
  return { email, browser, who }
}
async function unbindEmail(browser: TestBrowser): Promise<void> {
  const { methods } = (await call(browser, 'list')).body as { methods: { id: string; type: string }[] }
  const { id } = methods.find(({ type }) => type === 'email')!
  expect((await call(browser, 'unbind', { id, password: PASSWORD })).status).toBe(200)
}

it('[LOGINM-01] no code and no reset mail leaves for an unbound address, and it is answered like an unknown one', async () => {
  const { email, browser } = await personWithTwo()
  await askAll(email)
  expect(await taken(email)).toHaveLength(3)
  await unbindEmail(browser)
  expect(await taken(email)).toHaveLength(1) // that a login method has changed
  expect(await askAll(email)).toEqual(await askAll('nobody@example.com'))
  expect(await taken(email)).toEqual([])
  expect((await browser.call('session')).body).toMatchObject({ user: { email } })
})

it('[LOGINM-01] what was mailed before opens nothing', async () => {
  const { email, browser } = await personWithTwo()
  const asker = visitor()
  await ways.login(email, asker)
  const login = codeIn((await taken(email))[0]!)
  await ways.recovery(email, asker)
  const recovery = codeIn((await taken(email))[0]!)
  await ways.reset(email)
  const token = tokenIn((await taken(email))[0]!)
  await unbindEmail(browser)
  await ways.login('nobody@example.com', asker)
  const unknown = await enter('nobody@example.com', 'AAAAAA', asker)
  expect(await enter(email, login, asker)).toMatchObject({ status: unknown.status, body: unknown.body })
  expect((await asker.call('recovery/check', { email, code: recovery })).body).toMatchObject({
    code: 'code-invalid',
  })
  expect((await visitor().auth('/reset-password', { token, newPassword: 'thief-9812' })).status).toBe(400)
  const { methods } = (await call(browser, 'list')).body as { methods: { type: string }[] }
  expect(methods.map(({ type }) => type)).toEqual(['github'])
})

it('a token that was made meanwhile opens nothing either', async () => {
  const { email, browser } = await personWithTwo()
  await unbindEmail(browser)
  await service.database.query(
    `insert into auth_verifications (identifier, value, expires_at)
     select 'reset-password:made-meanwhile', id, now() + interval '1 hour' from auth_users where email = $1`,
    [email],
  )
  const reset = await visitor().auth('/reset-password', { token: 'made-meanwhile', newPassword: 'thief-9812' })
  expect(reset.status).toBe(400)
  expect((await visitor().signIn(email, 'thief-9812')).status).toBe(401)
})

it('the link of a changed address signs in nobody who is not signed in there', async () => {
  const { email, browser } = await personWithTwo()
  const next = `next-${email}`
  await unbindEmail(browser)
  await taken(email)
  await browser.auth('/change-email', { newEmail: next, callbackURL: '/auth/callback?type=email_change' })
  await open(browser, linkIn((await taken(email))[0]!))
  const link = linkIn((await taken(next))[0]!)
  const thief = visitor()
  expect((await open(thief, link)).headers.get('location')).toContain('error=session-expired')
  expect((await thief.call('session')).body).toBeNull()
  expect((await open(browser, link)).headers.get('location')).not.toContain('error')
  expect((await browser.call('session')).body).toMatchObject({ user: { email: next } })
  // The wish to be without it stays with the account.
  await taken(next)
  await askAll(next)
  expect(await taken(next)).toEqual([])
})

it('an account of a provider, which never had the method, may have a password by mail', async () => {
  const email = 'provider-only@example.com'
  const browser = visitor()
  const start = await browser.auth('/sign-in/social', { provider: 'google', callbackURL: '/', errorCallbackURL: '/' })
  const who = { id: 'g-1', email, emailVerified: true, name: 'N' }
  await answerAsProvider(emulator, browser, (start.body as { url: string }).url, who)
  await taken(email)
  await ways.reset(email)
  const token = tokenIn((await taken(email))[0]!)
  expect((await visitor().auth('/reset-password', { token, newPassword: 'brand-new-31' })).status).toBe(200)
  expect((await visitor().signIn(email, 'brand-new-31')).status).toBe(200)
})

const askToBind = (browser: TestBrowser) => call(browser, 'email/sendCode', {})
const bind = (browser: TestBrowser, code: string) => call(browser, 'email/confirm', { code })
const methodTypes = async (browser: TestBrowser) => {
  const { methods } = (await call(browser, 'list')).body as { methods: { type: string; verified: boolean }[] }
  return methods.map(({ type, verified }) => `${type}${verified ? '' : ' (unverified)'}`)
}
/** Who has taken the address away, has asked for it back and holds the code. */
async function personWithCode() {
  const person = await personWithTwo()
  // The library stamps sign-ins with the machine's clock, and one from the future is no proof.
  service.clock.nowMs = Date.now()
  await unbindEmail(person.browser)
  await taken(person.email)
  expect((await askToBind(person.browser)).status).toBe(200)
  const [text] = await taken(person.email)
  return { ...person, code: codeIn(text!) }
}

it('the owner puts the address back with a code, and what is mailed opens the account again', async () => {
  const { email, browser, code } = await personWithCode()
  expect(await methodTypes(browser)).toEqual(['github'])
  expect((await bind(browser, code)).status).toBe(200)
  expect(await methodTypes(browser)).toEqual(['github', 'email'])
  expect((await call(browser, 'list')).body).toMatchObject({ mailOpens: true, needsPassword: false })
  expect(await taken(email)).toHaveLength(1) // that a login method has changed
  expect(await browser.call('securityEvents', undefined, await bearerOf(browser))).toMatchObject({
    body: expect.arrayContaining([expect.objectContaining({ kind: 'login-methods-changed' })]),
  })
  const asker = visitor()
  await ways.login(email, asker)
  expect((await enter(email, codeIn((await taken(email))[0]!), asker)).status).toBe(200)
  await ways.reset(email)
  const token = tokenIn((await taken(email))[0]!)
  expect((await visitor().auth('/reset-password', { token, newPassword: 'brand-new-31' })).status).toBe(200)
  expect((await visitor().signIn(email, 'brand-new-31')).status).toBe(200)
})

it('a code binds once, only with the session that asked, and never by guessing', async () => {
  const { browser, code } = await personWithCode()
  const stranger = await personWithTwo()
  expect(await bind(stranger.browser, code)).toMatchObject({ body: { code: 'code-invalid' } })
  const tokenAlone = await visitor().call('loginMethods/email/confirm', { code }, await bearerOf(browser))
  expect(tokenAlone).toMatchObject({ body: { code: 'session-expired' } })
  expect(await bind(browser, code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')).toMatchObject({ body: { code: 'code-invalid' } })
  expect(await methodTypes(browser)).toEqual(['github'])
  expect((await bind(browser, code)).status).toBe(200)
  expect(await bind(browser, code)).toMatchObject({ body: { code: 'code-invalid' } })
})

it('no code leaves without a proof of the owner, and one for an address that the account has no more binds nothing', async () => {
  const { email, browser, code } = await personWithCode()
  await service.database.query(
    `update auth_sessions set created_at = now() - interval '16 minutes'
      where user_id = (select id from auth_users where email = $1)`,
    [email],
  )
  expect(await askToBind(browser)).toMatchObject({ body: { code: 'fresh-sign-in-needed' } })
  expect(await taken(email)).toEqual([])
  await service.database.query(`update auth_users set email = $2 where email = $1`, [email, `moved-${email}`])
  expect(await bind(browser, code)).toMatchObject({ body: { code: 'code-invalid' } })
})

it('[LOGINM-05] an address that another account signs in with is refused as any taken method', async () => {
  const { email, browser, code } = await personWithCode()
  const other = await personWithTwo()
  await service.database.query(
    `update user_login_methods set method_value = $1
      where method_type = 'email' and user_id = (select id from auth_users where email = $2)`,
    [email, other.email],
  )
  expect(await bind(browser, code)).toMatchObject({ body: { code: 'login-method-taken' } })
  expect(await methodTypes(browser)).toEqual(['github'])
})
