// Taking an account over in advance through what its owner is mailed later (decisions 0050 and 0239): whoever was there first is out once the owner of the
// mailbox comes by a code, and the honest ones, who show a way in of their own in the same browser, lose nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { Browser, BrowserAnswer } from '../../testing/browser.ts'
import { openProviderService, type ProviderService } from '../../testing/provider-service.ts'

const PASSWORD = 'night-heron-4471'
const NEW_PASSWORD = 'quiet-harbour-93'
const CLEARED = { earlierWaysRemoved: true }
let service: ProviderService
beforeAll(async () => {
  service = await openProviderService({ id: '1', email: 'nobody@example.com', emailVerified: true, name: 'N' })
})
afterAll(() => service.stop())

let accounts = 0
const newEmail = (name = 'victim') => `${name}-${++accounts}@mailed.example.com`
const openBrowser = () => service.openBrowser()
const linkTo = (email: string, subject: RegExp) => service.linkTo(email, subject)
const confirm = async (browser: Browser, email: string) => browser.open(await linkTo(email, /验证您的邮箱/))
const bearerOf = async (browser: Browser) => ({ authorization: `Bearer ${await browser.token()}` })

async function signInByCode(browser: Browser, email: string): Promise<BrowserAnswer> {
  const codes = () =>
    service.emails.flatMap(({ to, subject }) => (to === email && /验证码 ([A-Z0-9]{6})$/.exec(subject)?.[1]) || [])
  const before = codes().length
  expect((await browser.post('/api/v1/account/email-code', { email })).status).toBe(200)
  await expect.poll(() => codes().length).toBe(before + 1)
  const answer = await browser.post('/api/auth/sign-in/phone-number', { email, code: codes().at(-1)! })
  expect(answer.status).toBe(200)
  return answer
}
const github = (id: string) => ({ id, email: `${id}@github.example`, emailVerified: true, name: 'T' })
async function tieGithub(browser: Browser, id: string): Promise<void> {
  const wish = { provider: 'github', password: PASSWORD }
  const { body } = await browser.post('/api/v1/account/login-methods/link', wish, await bearerOf(browser))
  await browser.answerProvider(service.emulator, (body as { address: string }).address, github(id))
}
async function enableFactor(browser: Browser): Promise<void> {
  const { body } = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const code = totpOf((body as { totpURI: string }).totpURI)
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
}
async function waysOf(email: string): Promise<string[]> {
  const rows = await service.foundation.database.query<{ way: string }>(
    `select provider_id as way from auth_accounts a join auth_users u on u.id = a.user_id where u.email = $1 order by 1`,
    [email],
  )
  return rows.map(({ way }) => way)
}
/** Who registered, with a way in beside the password, and nobody has shown both: the email was opened elsewhere. */
async function openedElsewhere(id: string) {
  const email = newEmail()
  const first = openBrowser()
  await first.signUp(email, PASSWORD)
  await confirm(openBrowser(), email)
  expect((await first.signIn(email, PASSWORD)).status).toBe(200)
  await tieGithub(first, id)
  expect(await waysOf(email)).toEqual(['credential', 'github'])
  return { email, first }
}
async function expectShutOut(attacker: Browser, stolen: Record<string, string>, email: string): Promise<void> {
  expect((await attacker.get('/api/v1/account/profile', stolen)).status).toBe(401)
  expect(await attacker.token()).toBeUndefined()
  expect((await attacker.signIn(email, PASSWORD)).status).toBe(401)
}
async function setPassword(email: string, newPassword: string): Promise<void> {
  expect((await openBrowser().post('/api/auth/request-password-reset', { email })).status).toBe(200)
  const halves = new URLSearchParams(new URL(await linkTo(email, /重置密码/)).hash.slice(1))
  const token = `${halves.get('access_token')}${halves.get('refresh_token')}`
  expect((await openBrowser().post('/api/auth/reset-password', { token, newPassword })).status).toBe(200)
}

describe('a stranger registers with the victim’s address, the victim opens the email and comes back by a code', () => {
  it('password, session, provider and second factor of the stranger are gone, and the victim is told once', async () => {
    const { email, first: attacker } = await openedElsewhere('7101')
    await enableFactor(attacker)
    const stolen = await bearerOf(attacker)
    const victim = openBrowser()
    const answer = await signInByCode(victim, email)
    expect(answer.body).toMatchObject(CLEARED)
    expect(await victim.userId()).toBeTruthy()
    await expectShutOut(attacker, stolen, email)
    const end = await attacker.signInWith(service.emulator, 'github', github('7101'))
    expect([end, await attacker.userId()]).not.toContain(await victim.userId())
    expect(await waysOf(email)).toEqual([])
    await linkTo(email, /原有登录方式已移除/)
    expect((await signInByCode(openBrowser(), email)).body).not.toMatchObject(CLEARED)
  })

  it('a password that the victim sets afterwards holds, and so do the ties, by code in any browser', async () => {
    const { email } = await openedElsewhere('7102')
    await signInByCode(openBrowser(), email)
    await setPassword(email, NEW_PASSWORD)
    expect((await openBrowser().signIn(email, PASSWORD)).status).toBe(401)
    expect((await signInByCode(openBrowser(), email)).body).not.toMatchObject(CLEARED)
    expect((await openBrowser().signIn(email, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('the owner who opened the email on another device keeps everything', () => {
  it('when the code comes to the browser that registered, and in every browser from then on', async () => {
    const { email, first } = await openedElsewhere('7103')
    await first.post('/api/auth/sign-out')
    for (const browser of [first, openBrowser()])
      expect((await signInByCode(browser, email)).body).not.toMatchObject(CLEARED)
    expect(await waysOf(email)).toEqual(['credential', 'github'])
    await setPassword(email, NEW_PASSWORD)
    expect(await waysOf(email)).toEqual(['credential', 'github'])
  })

  it('when it comes to one in which the password was typed; the second factor is asked for as ever', async () => {
    const { email, first } = await openedElsewhere('7104')
    const office = openBrowser()
    expect((await office.signIn(email, PASSWORD)).status).toBe(200)
    await office.post('/api/auth/sign-out')
    await enableFactor(first)
    for (const browser of [office, openBrowser()])
      expect((await signInByCode(browser, email)).body).toMatchObject({ twoFactorRedirect: true })
    expect(await first.token()).toBeTruthy()
    expect(await waysOf(email)).toEqual(['credential', 'github'])
  })
})

describe('a change of address', () => {
  async function provenOwner(email: string): Promise<Browser> {
    const browser = openBrowser()
    await browser.signUp(email, PASSWORD)
    await confirm(browser, email)
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
    return browser
  }
  /** Its last link, in the mailbox of the new address. */
  async function agreedChange(browser: Browser, email: string, next: string): Promise<string> {
    const wish = { newEmail: next, callbackURL: '/auth/callback?type=email_change' }
    expect((await browser.post('/api/auth/change-email', wish)).status).toBe(200)
    await browser.open(await linkTo(email, /确认更换邮箱/))
    return linkTo(next, /确认新的邮箱地址/)
  }

  it('to the victim’s, who opens the link: by a code the victim has the account alone', async () => {
    const [own, email] = [newEmail('attacker'), newEmail()]
    const attacker = await provenOwner(own)
    await tieGithub(attacker, '7105')
    const link = await agreedChange(attacker, own, email)
    const victim = openBrowser()
    await victim.open(link)
    const stolen = await bearerOf(attacker)
    expect((await signInByCode(victim, email)).body).toMatchObject(CLEARED)
    await expectShutOut(attacker, stolen, email)
    expect(await waysOf(email)).toEqual([])
  })

  it('to the victim’s is not proven by an email that its asker opened before, and elsewhere', async () => {
    const [own, email] = [newEmail('attacker'), newEmail()]
    const [attacker, elsewhere] = [openBrowser(), openBrowser()]
    await attacker.signUp(own, PASSWORD)
    await confirm(elsewhere, own)
    expect((await attacker.signIn(own, PASSWORD)).status).toBe(200)
    await openBrowser().open(await agreedChange(attacker, own, email))
    expect((await elsewhere.signIn(email, PASSWORD)).status).toBe(200)
    expect((await signInByCode(openBrowser(), email)).body).toMatchObject(CLEARED)
    await expectShutOut(elsewhere, {}, email)
  })

  it.each([
    ['opened where the account is signed in', true],
    ['opened elsewhere, and the code comes to a browser that typed the password', false],
  ])('of one’s own, %s, ends nothing', async (_, opensHere) => {
    const [own, email] = [newEmail('owner'), newEmail('owner')]
    const owner = await provenOwner(own)
    await tieGithub(owner, `71${accounts}`)
    await (opensHere ? owner : openBrowser()).open(await agreedChange(owner, own, email))
    await owner.post('/api/auth/sign-out')
    const browsers = opensHere ? [openBrowser()] : [owner, openBrowser()]
    for (const browser of browsers) expect((await signInByCode(browser, email)).body).not.toMatchObject(CLEARED)
    expect(await waysOf(email)).toEqual(['credential', 'github'])
  })

  it('that its asker only agreed to proves nothing of an account with the new address', async () => {
    const [own, email] = [newEmail('attacker'), newEmail()]
    const asker = await provenOwner(own)
    const wish = { newEmail: email, callbackURL: '/auth/callback?type=email_change' }
    expect((await asker.post('/api/auth/change-email', wish)).status).toBe(200)
    const attacker = openBrowser()
    await attacker.signUp(email, PASSWORD)
    await confirm(openBrowser(), email)
    await attacker.open(await linkTo(own, /确认更换邮箱/))
    expect((await signInByCode(openBrowser(), email)).body).toMatchObject(CLEARED)
    expect((await attacker.signIn(email, PASSWORD)).status).toBe(401)
  })
})
