// Account recovery by a mailed code, through its calls and the documents' reset (document 1 §3, §9; C-34), also by people who attack it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.accounts.stop()
  service.emails.length = 0
  browser = visitor()
})

const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code
const visitor = () => service.openBrowser()
/** Who asks for codes, and types them. */
let browser: TestBrowser
const ask = (email: string) => browser.call('recovery/sendCode', { email })
const check = (email: string, code: string) => browser.call('recovery/check', { email, code })

async function mailedCode(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  await service.accounts.stop()
  const message = service.emails.findLast(({ to }) => to === email)!
  return /验证码是 ([A-Z0-9]{6})/.exec(message.text)![1]!
}
async function account(email: string): Promise<void> {
  await visitor().signUp(email)
  await service.accounts.stop()
  service.emails.length = 0
}

it('the mailed code leads to a new password, once, and is typed in any case', async () => {
  await account('lost@example.com')
  const code = await mailedCode('lost@example.com')
  const { status, body } = await check('LOST@example.com', code.toLowerCase())
  expect(status).toBe(200)
  const { access_token, refresh_token } = body as Record<string, string>
  const reset = (newPassword: string) =>
    visitor().auth('/reset-password', { token: access_token! + refresh_token!, newPassword })
  expect((await reset('brandnew123')).status).toBe(200)
  expect((await reset('again12345')).status).toBe(400)
  expect(codeOf(await check('lost@example.com', code))).toBe('code-invalid')
  await service.database.query(`update auth_users set email_verified = true where email = 'lost@example.com'`)
  expect((await visitor().signIn('lost@example.com', 'brandnew123')).status).toBe(200)
})

it('its email says the code in words and page, and holds nothing to click', async () => {
  await account('email@example.com')
  const code = await mailedCode('email@example.com')
  const message = service.emails.at(-1)!
  expect(message.subject).toContain(code)
  expect(message.html).toContain(code)
  expect(message.html).not.toContain('href')
})

it('known and unknown addresses are answered alike, and the same work is done; emails go to known ones only', async () => {
  await account('known@example.com')
  const rows = (email: string) =>
    service.database.query('select 1 from verification_codes where target_value = $1', [email])
  const [known, unknown] = [await ask('known@example.com'), await ask('nobody@example.com')]
  await service.accounts.stop()
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect([(await rows('known@example.com')).length, (await rows('nobody@example.com')).length]).toEqual([1, 1])
  expect(service.emails.map(({ to }) => to)).toEqual(['known@example.com'])
  const [left, right] = [await check('known@example.com', 'AAAAAA'), await check('nobody@example.com', 'AAAAAA')]
  expect([left.status, left.body]).toEqual([right.status, right.body])
})

it('guesses stop after five', async () => {
  await account('guess@example.com')
  const code = await mailedCode('guess@example.com')
  const guesses = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'DDDDDD', 'EEEEEE'].filter((guess) => guess !== code)
  await Promise.all(guesses.map((guess) => check('guess@example.com', guess)))
  await check('guess@example.com', '000000')
  expect(codeOf(await check('guess@example.com', code))).toBe('code-attempts')
})

it('refuses what is no address, and the sixth email within five minutes', async () => {
  expect(codeOf(await ask('no address'))).toBe('email-shape')
  expect(codeOf(await ask('a@b.com\r\nBcc: thief@example.com'))).toBe('email-shape')
  await account('often@example.com')
  for (let n = 0; n < 5; n += 1) expect((await ask('often@example.com')).status).toBe(200)
  const answer = await ask('often@example.com')
  expect([answer.status, codeOf(answer)]).toEqual([429, 'code-too-often'])
})

it('claims no email where no mail account is configured (C-33)', async () => {
  const bare = await openTestAccounts()
  const answer = await bare.openBrowser().call('recovery/sendCode', { email: 'a@b.com' })
  expect([answer.status, codeOf(answer)]).toEqual([503, 'mail-not-configured'])
  await bare.close()
})
