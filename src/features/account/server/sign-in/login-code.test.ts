// Sign-in by a mailed code (decision 0059), also by people who attack it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { totpOf } from '../testing/authenticator.ts'
import { type Answer, openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'
import { handToMailbox } from './address-proof.ts'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())

const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code
const ask = (email: string, browser = service.openBrowser()) => browser.call('emailCode/send', { email })
const enter = (browser: TestBrowser, email: string, code: string) =>
  browser.auth('/sign-in/phone-number', { email, code })
const codeEmails = (email: string) =>
  service.emails.filter(({ to, text }) => to === email && /验证码是 [A-Z0-9]{6}/.test(text))

async function mailedCode(email: string, browser: TestBrowser): Promise<string> {
  expect((await ask(email, browser)).status).toBe(200)
  await service.accounts.stop()
  return /验证码是 ([A-Z0-9]{6})/.exec(codeEmails(email).at(-1)!.text)![1]!
}
async function confirmed(email: string): Promise<void> {
  await service.openBrowser().signUp(email)
  await service.database.query(
    'update auth_users set email_verified = true, owner_proven_at = now() where email = $1',
    [email],
  )
}

it('the mailed code signs in once, typed in any case; a wrong one and a used one do not', async () => {
  const email = 'mailed@example.com'
  await confirmed(email)
  const browser = service.openBrowser()
  const code = await mailedCode(email, browser)
  expect(codeOf(await enter(browser, email, code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'))).toBe('code-invalid')
  expect((await browser.call('session')).body).toBeNull()
  expect((await enter(browser, 'MAILED@example.com', code.toLowerCase())).status).toBe(200)
  expect((await browser.call('session')).body).toMatchObject({ user: { email } })
  expect(codeOf(await enter(browser, email, code))).toBe('code-invalid')
})

it('typed in another browser it says where to type it', async () => {
  const email = 'elsewhere@example.com'
  await confirmed(email)
  const code = await mailedCode(email, service.openBrowser())
  const { body } = await enter(service.openBrowser(), email, code)
  expect(messageFromRegister(body)).toBe('请在获取验证码的浏览器中输入验证码，或在此重新获取')
})

it('answers an unknown and an unconfirmed address alike, and writes to neither', async () => {
  await service.openBrowser().signUp('unconfirmed@example.com')
  await confirmed('known@example.com')
  const [known, unknown, unconfirmed] = [
    await ask('known@example.com'),
    await ask('nobody@example.com'),
    await ask('unconfirmed@example.com'),
  ]
  for (const answer of [unknown, unconfirmed]) expect([answer.status, answer.body]).toEqual([known.status, known.body])
  await service.accounts.stop()
  const written = ['known@example.com', 'nobody@example.com', 'unconfirmed@example.com'].map(
    (to) => codeEmails(to).length,
  )
  expect(written).toEqual([1, 0, 0])
  const typed = async (email: string) => {
    const browser = service.openBrowser()
    await ask(email, browser)
    return codeOf(await enter(browser, email, 'AAAAAA'))
  }
  expect([await typed('known@example.com'), await typed('nobody@example.com')]).toEqual([
    'code-invalid',
    'code-invalid',
  ])
})

it('is limited: the sixth email within five minutes is refused, and five wrong codes end one', async () => {
  const email = 'limited@example.com'
  await confirmed(email)
  const browser = service.openBrowser()
  const code = await mailedCode(email, browser)
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
  for (let n = 0; n < 5; n += 1) await enter(browser, email, wrong)
  expect(codeOf(await enter(browser, email, code))).toBe('code-attempts')
  for (let n = 0; n < 4; n += 1) expect((await ask(email)).status).toBe(200)
  expect(codeOf(await ask(email))).toBe('code-too-often')
})

it('asks for the second factor all the same', async () => {
  const email = 'second@example.com'
  await confirmed(email)
  const owner = service.openBrowser()
  await owner.signIn(email)
  const enrolment = (await owner.auth('/two-factor/enable', { password: 'lamp-1734' })).body as { totpURI: string }
  expect((await owner.auth('/two-factor/verify-totp', { code: totpOf(enrolment.totpURI) })).status).toBe(200)
  const thief = service.openBrowser()
  const answer = await enter(thief, email, await mailedCode(email, thief))
  expect(answer.body).toMatchObject({ twoFactorRedirect: true })
  expect([...thief.cookies.keys()].filter((name) => name.endsWith('known-browser'))).toEqual([])
  expect((await thief.call('session')).body).toBeNull()
})

it('a code for a new password signs nobody in, and the other way round', async () => {
  const email = 'purposes@example.com'
  await confirmed(email)
  const browser = service.openBrowser()
  await browser.call('recovery/sendCode', { email })
  await service.accounts.stop()
  const recovery = /验证码是 ([A-Z0-9]{6})/.exec(codeEmails(email).at(-1)!.text)![1]!
  expect(codeOf(await enter(browser, email, recovery))).toBe('code-other-browser')
  const login = await mailedCode(email, browser)
  expect(codeOf(await browser.call('recovery/check', { email, code: login }))).toBe('code-invalid')
})

it('what a code took away stands in the security list once, also where the service dies right behind it', async () => {
  const events = (email: string) =>
    service.database.query(
      `select 1 from security_events where kind = 'login-methods-changed'
         and user_id = (select id from auth_users where email = $1)`,
      [email],
    )
  for (const email of ['handed@example.com', 'died@example.com']) {
    await confirmed(email)
    await service.database.query('update auth_users set owner_proven_at = null where email = $1', [email])
  }
  const browser = service.openBrowser()
  const answer = await enter(browser, 'handed@example.com', await mailedCode('handed@example.com', browser))
  await service.accounts.stop()
  expect(answer.body).toMatchObject({ earlierWaysRemoved: true })
  expect(await events('handed@example.com')).toHaveLength(1)
  expect(
    service.emails.filter(({ to, subject }) => to === 'handed@example.com' && /原有登录方式已移除/.test(subject)),
  ).toHaveLength(1)
  const [died] = await service.database.query<{ id: string }>('select id from auth_users where email = $1', [
    'died@example.com',
  ])
  expect(await handToMailbox(service.database, died!.id, service.clock.now())).toBe(true)
  expect(await events('died@example.com')).toHaveLength(1)
})
