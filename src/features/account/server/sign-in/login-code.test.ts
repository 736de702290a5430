// Sign-in by a mailed code (decision 0059), also by people who attack it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpOf } from '../testing/authenticator.ts'
import { type Answer, openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())

const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code
const ask = (email: string) => service.openBrowser().call('emailCode/send', { email })
const enter = (browser: TestBrowser, email: string, code: string) =>
  browser.auth('/sign-in/phone-number', { email, code })
const codeEmails = (email: string) =>
  service.emails.filter(({ to, text }) => to === email && /验证码是 [A-Z0-9]{6}/.test(text))

async function mailedCode(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  await service.accounts.stop()
  return /验证码是 ([A-Z0-9]{6})/.exec(codeEmails(email).at(-1)!.text)![1]!
}
async function confirmed(email: string): Promise<void> {
  await service.openBrowser().signUp(email)
  await service.database.query('update auth_users set email_verified = true where email = $1', [email])
}

it('the mailed code signs in once, typed in any case; a wrong one and a used one do not', async () => {
  const email = 'mailed@example.com'
  await confirmed(email)
  const code = await mailedCode(email)
  const browser = service.openBrowser()
  expect(codeOf(await enter(browser, email, code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'))).toBe('code-invalid')
  expect((await browser.call('session')).body).toBeNull()
  expect((await enter(browser, 'MAILED@example.com', code.toLowerCase())).status).toBe(200)
  expect((await browser.call('session')).body).toMatchObject({ user: { email } })
  expect(codeOf(await enter(service.openBrowser(), email, code))).toBe('code-invalid')
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
  expect(codeOf(await enter(service.openBrowser(), 'nobody@example.com', 'AAAAAA'))).toBe('code-invalid')
})

it('is limited: the sixth email within five minutes is refused, and five wrong codes end one', async () => {
  const email = 'limited@example.com'
  await confirmed(email)
  const code = await mailedCode(email)
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
  for (let n = 0; n < 5; n += 1) await enter(service.openBrowser(), email, wrong)
  expect(codeOf(await enter(service.openBrowser(), email, code))).toBe('code-attempts')
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
  const answer = await enter(thief, email, await mailedCode(email))
  expect(answer.body).toMatchObject({ twoFactorRedirect: true })
  expect((await thief.call('session')).body).toBeNull()
})

it('a code for a new password signs nobody in, and the other way round', async () => {
  const email = 'purposes@example.com'
  await confirmed(email)
  await service.openBrowser().call('recovery/sendCode', { email })
  await service.accounts.stop()
  const recovery = /验证码是 ([A-Z0-9]{6})/.exec(codeEmails(email).at(-1)!.text)![1]!
  expect(codeOf(await enter(service.openBrowser(), email, recovery))).toBe('code-invalid')
  const login = await mailedCode(email)
  expect(codeOf(await service.openBrowser().call('recovery/check', { email, code: login }))).toBe('code-invalid')
})
