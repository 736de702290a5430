// What people may change of their own account, what is suggested to them and what the browser is told of the service, through the routes on a real database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { makeAdmin } from './appoint-admins.ts'
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

describe('profile', () => {
  it('[CALL-ACC-16] [VALID-USER-01] [PROFILE-18] changes the own name, trimmed, nothing else of it, and nobody else’s', async () => {
    const mine = await signedUp('mine@example.com')
    const other = await signedUp('other@example.com')
    const headers = bearer(await mine.token())
    const { body: before } = await mine.call('profile/get', undefined, headers)
    const { body: answer } = await mine.call('profile/update', { username: ' 小明-2 ' }, headers)
    expect(answer).toMatchObject({ username: '小明-2' })
    const { body: after } = await mine.call('profile/get', undefined, headers)
    expect(after).toEqual({ ...(before as object), username: '小明-2', updated_at: expect.any(String) })
    const { body: untouched } = await other.call('profile/get', undefined, bearer(await other.token()))
    expect(untouched).toMatchObject({ username: null })
  })

  it('refuses names and never takes balance, type or status from a caller', async () => {
    const browser = await signedUp('greedy@example.com')
    const headers = bearer(await browser.token())
    expect(codeOf(await browser.call('profile/update', { username: 'Admin' }, headers))).toBe('username-reserved')
    const greedy = { username: 'greedy', user_type: 'admin', status: 'active', credits: { remaining: 999 }, id: 'x' }
    const { body } = await browser.call('profile/update', greedy, headers)
    expect(body).toMatchObject({ username: 'greedy', user_type: 'free', credits: { remaining: 5 } })
  })

  it('[ERR-MAP-03] a name is taken once, whatever its letter case, also when two want it at once', async () => {
    const browsers = await Promise.all(['one', 'two'].map((name) => signedUp(`${name}-name@example.com`)))
    const rename = async (browser: TestBrowser, username: string) =>
      browser.call('profile/update', { username }, bearer(await browser.token()))
    const answers = await Promise.all(browsers.map((browser, at) => rename(browser, ['海鸥Gull', '海鸥gULL'][at]!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.map(codeOf)).toContain('23505')
    expect(messageFromRegister(answers.find(({ status }) => status === 409)!.body)).toBe('已有相同的内容，请更换后重试')
  })

  it('a banned account does not sign in (decision 0051)', async () => {
    const browser = await signedUp('banned@example.com')
    await service.database.query(
      `update user_profiles set user_type = 'banned' where initial_email = 'banned@example.com'`,
    )
    expect(codeOf(await browser.signIn('banned@example.com'))).toBe('account-banned')
    expect((await browser.call('session')).body).toBeNull()
  })
})

describe('preferences', () => {
  it('are off until their owner says otherwise, and theirs alone', async () => {
    const [mine, other] = [await signedUp('wishes@example.com'), await signedUp('other-wishes@example.com')]
    const headers = bearer(await mine.token())
    await mine.call('profile/get', undefined, headers)
    const off = { keepsPosition: false, mailsWhenDone: false }
    expect((await mine.call('preferences/get', undefined, headers)).body).toEqual(off)
    const changed = await mine.call('preferences/update', { keepsPosition: true, credits: 99 }, headers)
    expect(changed.body).toEqual({ ...off, keepsPosition: true })
    expect((await mine.call('preferences/get', undefined, headers)).body).toEqual({ ...off, keepsPosition: true })
    const others = bearer(await other.token())
    await other.call('profile/get', undefined, others)
    expect((await other.call('preferences/get', undefined, others)).body).toEqual(off)
    expect((await mine.call('preferences/get')).status).toBe(401)
  })
})

describe('suggestions', () => {
  it('[AUTH-REG-16] [AUTH-REG-17] names only what the account has', async () => {
    await signedUp('suggest@example.com')
    const { body } = await service.openBrowser().call('suggestions', { email: 'Suggest@Example.com' })
    expect(body).toEqual({
      exists: true,
      suggestions: [
        { type: 'email', action: 'email_login' },
        { type: 'reset', action: 'reset_password' },
      ],
    })
    const unknown = await service.openBrowser().call('suggestions', { email: 'nobody-here@example.com' })
    expect(unknown.body).toEqual({ exists: false, suggestions: [] })
  })

  it('may be asked a limited number of times per address', async () => {
    const browser = service.openBrowser('10.9.9.7')
    let last = await browser.call('suggestions', { email: 'q0@example.com' })
    for (let n = 1; n <= 20; n++) last = await browser.call('suggestions', { email: `q${n}@example.com` })
    expect(last.status).toBe(429)
    expect((await service.openBrowser('10.9.9.6').call('suggestions', { email: 'q@example.com' })).status).toBe(200)
  })
})

describe('configuration', () => {
  it('says what is configured, and refuses providers that are not', async () => {
    const { body } = await service.openBrowser().call('options')
    expect(body).toEqual({ google: false, github: false, wechat: false, wechatInside: false, mail: false, sms: false })
    const start = await service.openBrowser().auth('/sign-in/social', { provider: 'google', callbackURL: '/' })
    expect(start.status).toBe(404)
    expect(codeOf(start)).toBe('PROVIDER_NOT_FOUND')
  })

  it('[CALL-ACC-13] wants the api key', () => {
    expect(() => service.accounts.checkApiKey(new Headers())).toThrow('api-key-invalid')
    expect(() => service.accounts.checkApiKey(new Headers({ apikey: 'wrong' }))).toThrow('api-key-invalid')
    expect(() => service.accounts.checkApiKey(new Headers({ apikey: 'test-key' }))).not.toThrow()
  })

  it('has no route that changes users behind the profile', async () => {
    const browser = await signedUp('closed@example.com')
    for (const path of ['/update-user', '/delete-user', '/link-social', '/unlink-account']) {
      expect((await browser.auth(path, { name: 'x', provider: 'google', providerId: 'credential' })).status).toBe(404)
    }
  })

  it('makes an admin of an existing account only', async () => {
    await signedUp('boss@example.com')
    const noted: string[] = []
    const appoint = {
      database: service.database,
      note: async (_tx: unknown, { action }: { action: string }) => void noted.push(action),
      source: 'command',
    } as const
    expect(await makeAdmin(appoint, 'nobody@nowhere.example')).toBe('no-account')
    expect(await makeAdmin(appoint, 'Boss@example.com')).toBe('made')
    expect(await makeAdmin(appoint, 'boss@example.com')).toBe('already-admin')
    expect(noted).toEqual(['make_admin'])
  })
})
