// What falls within a million guesses is refused wherever a password is set (decision 0053).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isGuessable } from '#rulebook/account/password.ts'
import { guessesOf } from '../../password-guesses.ts'
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts'

const GOOD = 'two boats 7'
let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts()
})
afterAll(() => service.close())

describe('withstands a million guesses or not', () => {
  it.each([
    'abc123',
    'ABC123',
    '1qaz2wsx',
    'password1',
    'a123456',
    'qz7kx1',
    'lantern7',
    'P@ssw0rd',
    'zxcvbn12',
    '19900101a',
    'huanying88',
    '焕影123',
    'HuanYing1',
  ])('%s does not', async (password) => {
    expect(isGuessable(password, await guessesOf(password))).toBe(true)
  })

  it.each([GOOD, 'a7#kQ9', 'Ab1🙂 with spaces', 'bohei7mut', 'constructor-17', '__proto__-1'])(
    '%s does',
    async (password) => {
      expect(isGuessable(password, await guessesOf(password))).toBe(false)
    },
  )
})

describe('is refused, and nothing has changed', () => {
  it('at sign-up, alike for known and unknown addresses', async () => {
    await service.openBrowser().signUp('known@common.example.com', GOOD)
    for (const name of ['known', 'unknown']) {
      const answer = await service.openBrowser().signUp(`${name}@common.example.com`, 'abc123')
      expect(answer).toMatchObject({ status: 400, body: { code: 'password-common' } })
    }
    expect(await service.database.query(`select id from auth_users where email like 'unknown@common%'`)).toEqual([])
  })

  it('when the password is changed', async () => {
    const browser = service.openBrowser()
    await browser.signUp('change@common.example.com', GOOD)
    const change = { currentPassword: GOOD, newPassword: 'Password1' }
    expect(await browser.auth('/change-password', change)).toMatchObject({
      status: 400,
      body: { code: 'password-common' },
    })
    expect((await service.openBrowser().signIn('change@common.example.com', GOOD)).status).toBe(200)
  })

  it('when it is set anew by a mailed link, which stays good for a better one', async () => {
    const email = 'reset@common.example.com'
    await service.openBrowser().signUp(email, GOOD)
    await service.openBrowser().auth('/request-password-reset', { email })
    await service.accounts.stop()
    const link = /#(\S+)/.exec(service.emails.findLast(({ to }) => to === email)!.text)![1]!
    const halves = new URLSearchParams(link)
    const token = `${halves.get('access_token')}${halves.get('refresh_token')}`
    const reset = (newPassword: string) => service.openBrowser().auth('/reset-password', { token, newPassword })
    expect((await reset('qwerty123')).body).toMatchObject({ code: 'password-common' })
    expect((await reset('three boats 8')).status).toBe(200)
    expect((await service.openBrowser().signIn(email, 'three boats 8')).status).toBe(200)
  })
})
