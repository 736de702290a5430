// What everybody tries first is refused wherever a password is set.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts'
import { isCommonPassword } from './common-passwords.ts'

const GOOD = 'two boats 7'
let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts()
})
afterAll(() => service.close())

describe('the list', () => {
  it.each(['abc123', 'ABC123', '1qaz2wsx', 'password1', 'a123456'])('has %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  })

  it.each([GOOD, 'Ab1🙂 with spaces', `${'x'.repeat(127)}1`, 'constructor1', '__proto__1'])(
    'has not %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false)
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
    const link = /#(\S+)/.exec(service.letters.findLast(({ to }) => to === email)!.text)![1]!
    const halves = new URLSearchParams(link)
    const token = `${halves.get('access_token')}${halves.get('refresh_token')}`
    const reset = (newPassword: string) => service.openBrowser().auth('/reset-password', { token, newPassword })
    expect((await reset('qwerty123')).body).toMatchObject({ code: 'password-common' })
    expect((await reset('three boats 8')).status).toBe(200)
    expect((await service.openBrowser().signIn(email, 'three boats 8')).status).toBe(200)
  })
})
