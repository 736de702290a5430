// Linking, taking away and choosing ways to sign in, over the calls of the profile and against an emulated provider.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { openAccountsBesideProviders } from '../testing/accounts-beside-providers.ts'
import { answerAsProvider } from '../testing/answer-as-provider.ts'
import type { ProviderEmulator } from '../testing/provider-emulator.ts'
import type { TestAccounts, TestBrowser } from '../testing/test-accounts.ts'
import { bindLoginMethod } from './bind-login-method.ts'
import { isFreshSignIn, mayGuessPassword } from './owner-proof-tries.ts'
import { unbindLoginMethod } from './unbind-login-method.ts'

const PASSWORD = 'lamp-1734'
let emulator: ProviderEmulator
let service: TestAccounts
beforeAll(async () => {
  ;({ emulator, service } = await openAccountsBesideProviders())
})
afterAll(() => service.close())

interface Listed {
  readonly methods: { id: string; type: string; display: string; isPrimary: boolean }[]
  readonly needsPassword: boolean
}
type Provider = 'google' | 'github'
let people = 0
const newPerson = async () => {
  const email = `methods-${++people}@example.com`
  const browser = service.openBrowser()
  await browser.signUp(email)
  return { email, browser }
}
const bearerOf = async (browser: TestBrowser) => ({ authorization: `Bearer ${await browser.token()}` })
const call = async (browser: TestBrowser, name: string, input?: unknown) =>
  browser.call(`loginMethods/${name}`, input, await bearerOf(browser))
const list = async (browser: TestBrowser) => (await call(browser, 'list')).body as Listed
const idOf = async (browser: TestBrowser, type: string) =>
  (await list(browser)).methods.find((method) => method.type === type)!.id
const person = (id: string, email: string, emailVerified = true) => ({ id, email, emailVerified, name: 'N' })

async function link(browser: TestBrowser, provider: Provider, who: ReturnType<typeof person>): Promise<string> {
  const start = await call(browser, 'link', { provider, password: PASSWORD })
  return answerAsProvider(emulator, browser, (start.body as { address: string }).address, who)
}
async function signInWith(browser: TestBrowser, provider: Provider, who: ReturnType<typeof person>): Promise<string> {
  const start = await browser.auth('/sign-in/social', { provider, callbackURL: '/', errorCallbackURL: '/' })
  return answerAsProvider(emulator, browser, (start.body as { url: string }).url, who)
}

describe.each(['google', 'github'] as const)('linking %s', (provider) => {
  const number = provider === 'google' ? '7' : '8'

  it('ties any account of the provider, and that one signs in from then on', async () => {
    const { email, browser } = await newPerson()
    const who = person(`${number}01`, `other-${provider}@example.com`)
    expect(await link(browser, provider, who)).toBe('/profile/info?linked=1')
    expect((await list(browser)).methods).toMatchObject([
      { type: 'email', display: email, isPrimary: true },
      { type: provider, display: `other-${provider}@example.com`, isPrimary: false },
    ])
    const elsewhere = service.openBrowser()
    await signInWith(elsewhere, provider, who)
    expect((await elsewhere.call('session')).body).toMatchObject({ user: { email } })
    await service.accounts.stop()
    const changeEmails = () =>
      service.emails.filter(({ to, subject }) => to === email && subject.includes('登录方式有变动'))
    expect(changeEmails()).toHaveLength(1)
  })

  it('who signs up with it is told of no change', async () => {
    const email = `newcomer-${provider}@example.com`
    await signInWith(service.openBrowser(), provider, person(`${number}04`, email))
    await service.accounts.stop()
    expect(service.emails.filter(({ to }) => to === email)).toEqual([])
  })

  it('[LOGINM-05] refuses one that signs another account in, and says so', async () => {
    const first = await newPerson()
    const who = person(`${number}02`, `taken-${provider}@example.com`)
    await link(first.browser, provider, who)
    const second = await newPerson()
    const address = await link(second.browser, provider, who)
    expect(new URL(address, 'http://x').searchParams.get('error')).toBe('account_already_linked_to_different_user')
    expect((await list(second.browser)).methods).toHaveLength(1)
    expect((await list(first.browser)).methods).toHaveLength(2)
  })

  it('refuses an account whose address the provider has not confirmed', async () => {
    const { browser } = await newPerson()
    const address = await link(browser, provider, person(`${number}03`, `unconfirmed-${provider}@example.com`, false))
    expect(new URL(address, 'http://x').searchParams.get('error')).toBe('unable_to_link_account')
    expect((await list(browser)).methods).toHaveLength(1)
  })
})

describe('the proof of the owner', () => {
  it('is asked before a method comes or goes', async () => {
    const { browser } = await newPerson()
    const id = await idOf(browser, 'email')
    expect((await call(browser, 'link', { provider: 'google', password: 'wrong1' })).body).toMatchObject({
      code: 'password-wrong',
    })
    expect((await call(browser, 'unbind', { id, password: 'wrong1' })).body).toMatchObject({ code: 'password-wrong' })
  })

  it('is not given by an access token alone', async () => {
    const { browser } = await newPerson()
    const stolen = await bearerOf(browser)
    const thief = service.openBrowser()
    const answer = await thief.call('loginMethods/link', { provider: 'google', password: PASSWORD }, stolen)
    expect(answer.body).toMatchObject({ code: 'session-expired' })
  })

  it('may be a fresh sign-in where there is no password, and not an old one', async () => {
    const browser = service.openBrowser()
    await signInWith(browser, 'google', person('901', 'no-password@example.com'))
    expect((await list(browser)).needsPassword).toBe(false)
    const fresh = await call(browser, 'link', { provider: 'github' })
    expect(fresh.status).toBe(200)
    service.clock.nowMs = Date.now() + 16 * 60_000 // a sign-in has the time of the machine
    expect((await call(browser, 'link', { provider: 'github' })).body).toMatchObject({ code: 'fresh-sign-in-needed' })
  })
})

describe('taking a method away', () => {
  it('[LOGINM-01] disables it, and the provider signs nobody in any more', async () => {
    const { browser, email } = await newPerson()
    const who = person('1001', 'gone@example.com')
    await link(browser, 'google', who)
    const other = service.openBrowser()
    await other.signIn(email)
    await call(browser, 'unbind', { id: await idOf(browser, 'google'), password: PASSWORD })
    const rows = await service.database.query(
      `select status, is_primary from user_login_methods where method_value = '1001'`,
    )
    expect(rows).toEqual([{ status: 'disabled', is_primary: false }])
    const elsewhere = service.openBrowser()
    await signInWith(elsewhere, 'google', who)
    const { body } = await elsewhere.call('session')
    expect(body).not.toMatchObject({ user: { email } })
    expect((await other.call('session')).body).toBeNull()
    expect((await browser.call('session')).body).toMatchObject({ user: { email } })
    await service.accounts.stop()
    expect(service.emails.at(-1)).toMatchObject({ to: email })
  })

  it('[LOGINM-02] hands primacy on, and the password goes with the address', async () => {
    const { browser, email } = await newPerson()
    await link(browser, 'github', person('1002', 'primary@example.com'))
    await call(browser, 'unbind', { id: await idOf(browser, 'email'), password: PASSWORD })
    expect((await list(browser)).methods).toMatchObject([{ type: 'github', isPrimary: true }])
    expect((await service.openBrowser().signIn(email)).status).toBe(401)
  })

  it('[LOGINM-03] keeps the only one', async () => {
    const { browser } = await newPerson()
    const answer = await call(browser, 'unbind', { id: await idOf(browser, 'email'), password: PASSWORD })
    expect(answer).toMatchObject({ status: 409, body: { code: 'login-method-sole' } })
    expect(messageFromRegister(answer.body)).toBe('不能解绑唯一的登录方式，请先绑定其他登录方式')
    expect((await list(browser)).methods).toHaveLength(1)
  })

  it('[LOGINM-03] keeps one when two are taken away at the same time', async () => {
    const { browser } = await newPerson()
    await link(browser, 'google', person('1003', 'race@example.com'))
    const { methods } = await list(browser)
    const [{ user_id: userId } = { user_id: '' }] = await service.database.query<{ user_id: string }>(
      `select user_id from user_login_methods where id = '${methods[0]!.id}'`,
    )
    const tries = await Promise.allSettled(
      methods.map(({ id }) => service.database.orm.transaction((tx) => unbindLoginMethod(tx, userId, id))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await list(browser)).methods).toHaveLength(1)
  })

  it('[LOGINM-04] knows nothing of a method that is somebody else’s or none', async () => {
    const { browser } = await newPerson()
    const stranger = await newPerson()
    for (const id of [await idOf(stranger.browser, 'email'), crypto.randomUUID()]) {
      const { body } = await call(browser, 'unbind', { id, password: PASSWORD })
      expect(body).toMatchObject({ code: 'login-method-missing' })
      expect(messageFromRegister(body)).toBe('登录方式不存在')
      expect((await call(browser, 'makePrimary', { id })).body).toMatchObject({ code: 'login-method-missing' })
    }
    expect((await list(stranger.browser)).methods).toHaveLength(1)
  })
})

it('chooses the primary method, which the session names as its provider', async () => {
  const { browser } = await newPerson()
  await link(browser, 'github', person('1004', 'chosen@example.com'))
  await call(browser, 'makePrimary', { id: await idOf(browser, 'github') })
  expect((await list(browser)).methods.map(({ type, isPrimary }) => [type, isPrimary])).toEqual([
    ['email', false],
    ['github', true],
  ])
  expect((await browser.call('session')).body).toMatchObject({ user: { app_metadata: { provider: 'github' } } })
})

describe('binding, as other features do it', () => {
  it('[LOGINM-05] [LOGINM-06] is found by the documented function, and refused for anybody else', async () => {
    const [one, two] = [await newPerson(), await newPerson()]
    const userIdOf = async ({ email }: { email: string }) =>
      (await service.database.query<{ id: string }>('select id from auth_users where email = $1', [email]))[0]!.id
    const bind = (userId: string) =>
      service.database.orm.transaction((tx) =>
        bindLoginMethod(tx, { userId, type: 'phone', value: '13812345678', display: '138****5678' }),
      )
    const [first, second] = [await userIdOf(one), await userIdOf(two)]
    await bind(first)
    await bind(first)
    await expect(bind(second)).rejects.toMatchObject({ code: 'login-method-taken' })
    const find = (type: string, value: string) =>
      service.database.query('select find_user_by_login_method(p_method_type => $1, p_method_value => $2) as id', [
        type,
        value,
      ])
    expect(await find('phone', '13812345678')).toEqual([{ id: first }])
    for (const [type, value] of [['phone', '13812345679'] as const, ['email', '13812345678'] as const])
      expect(await find(type, value)).toEqual([{ id: null }])
    expect((await list(one.browser)).methods).toHaveLength(2)
  })
})

it('[LOGINM-07] the documented function tells who has a login method, but for the account that asks', async () => {
  const { email, browser } = await newPerson()
  const { id } = (await browser.call('profile/get', undefined, await bearerOf(browser))).body as { id: string }
  await service.database.query(`update user_profiles set username = '同名者' where id = $1`, [id])
  const ask = async (value: string, except: string | null) =>
    service.database.query(
      `select * from check_login_method_conflict(p_method_type => 'email', p_method_value => $1, p_exclude_user_id => $2)`,
      [value, except],
    )
  const held = { conflict_exists: true, existing_user_id: id, existing_username: '同名者' }
  const free = { conflict_exists: false, existing_user_id: null, existing_username: null }
  expect(await ask(email.toUpperCase(), null)).toEqual([held])
  expect(await ask(email, crypto.randomUUID())).toEqual([held])
  expect(await ask(email, id)).toEqual([free])
  expect(await ask('nobody@example.com', null)).toEqual([free])
  await service.database.query(`update user_login_methods set status = 'disabled' where user_id = $1`, [id])
  expect(await ask(email, null)).toEqual([free])
})

it('the password may be guessed five times in a quarter of an hour, and a sign-in proves its owner as long', async () => {
  const { clock, database } = service
  const limiter = createRateLimiter(database, clock)
  const guesses = async (count: number) => {
    const answers: boolean[] = []
    for (let n = 0; n < count; n += 1) answers.push(await mayGuessPassword(limiter, 'somebody'))
    return answers
  }
  const signedInAt = clock.now()
  expect(await guesses(6)).toEqual([true, true, true, true, true, false])
  clock.nowMs += 900_000 - 1
  expect(await guesses(1)).toEqual([false])
  clock.nowMs += 1
  expect(isFreshSignIn(signedInAt, clock.now())).toBe(true)
  expect(await guesses(1)).toEqual([true])
  clock.nowMs += 1
  expect(isFreshSignIn(signedInAt, clock.now())).toBe(false)
})
