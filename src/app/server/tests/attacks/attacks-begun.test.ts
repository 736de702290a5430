// What a thief began while the door was open and finishes after it was shut (decision 0235): the owner has changed the password, set a new one by mail,
// signed everybody out or moved to another address, and nothing that was begun before opens the account afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { openProviderService, type ProviderService } from '../../testing/provider-service.ts'

const PASSWORD = 'night-heron-4471'
const NEW_PASSWORD = 'quiet-harbour-93'
const OVER = '/auth/callback?type=email_change&error=TOKEN_EXPIRED'
let service: ProviderService
beforeAll(async () => {
  service = await openProviderService({ id: '1', email: 'nobody@example.com', emailVerified: true, name: 'N' })
})
afterAll(() => service.stop())

const query = <Row>(text: string, ...values: unknown[]) => service.foundation.database.query<Row>(text, values)
const openBrowser = () => service.openBrowser()
let accounts = 0
const newEmail = (name = 'owner') => `${name}-${++accounts}@begun.example.com`

const linkTo = (email: string, subject: RegExp) => service.linkTo(email, subject)
async function signedIn(email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser()
  expect((await browser.signIn(email, password)).status).toBe(200)
  return browser
}
/** An account whose address is proven, in the owner's browser and in the one of a thief who has its password. */
async function ownerAndThief() {
  const email = newEmail()
  const owner = openBrowser()
  await owner.signUp(email, PASSWORD)
  await owner.open(await linkTo(email, /验证您的邮箱/))
  expect((await owner.signIn(email, PASSWORD)).status).toBe(200)
  return { email, owner, thief: await signedIn(email) }
}
const bearerOf = async (browser: Browser) => ({ authorization: `Bearer ${await browser.token()}` })
const changePassword = async (owner: Browser) => {
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await owner.post('/api/auth/change-password', change)).status).toBe(200)
}
const signOutOthers = async (owner: Browser) => {
  const answer = await owner.post('/api/v1/account/devices/sign-out-others', {}, await bearerOf(owner))
  expect(answer.status).toBe(200)
}
const ENDINGS = { 'a changed password': changePassword, 'signing the others out': signOutOthers }
const methodsOf = (email: string) =>
  query(
    `select m.method_type as type from user_login_methods m join auth_users u on u.id = m.user_id
      where u.email = $1 and m.status = 'active' order by 1`,
    email,
  )
const askForChange = async (browser: Browser, newEmail: string) => {
  const wish = { newEmail, callbackURL: '/auth/callback?type=email_change' }
  expect((await browser.post('/api/auth/change-email', wish)).status).toBe(200)
}
/** The address of before has agreed, and the link lies in the mailbox of the new one. */
async function agreedChange(browser: Browser, email: string, next: string): Promise<string> {
  await askForChange(browser, next)
  await browser.open(await linkTo(email, /确认更换邮箱/))
  return linkTo(next, /确认新的邮箱地址/)
}
async function tokenFor(email: string): Promise<string> {
  expect((await openBrowser().post('/api/auth/request-password-reset', { email })).status).toBe(200)
  const halves = new URLSearchParams(new URL(await linkTo(email, /重置密码/)).hash.slice(1))
  return `${halves.get('access_token')}${halves.get('refresh_token')}`
}
const reset = async (token: string, newPassword: string) =>
  (await openBrowser().post('/api/auth/reset-password', { token, newPassword })).status

describe.each(Object.entries(ENDINGS))('after %s', (_, end) => {
  it('a provider that a thief began to tie is not tied', async () => {
    const { email, owner, thief } = await ownerAndThief()
    const wish = { provider: 'github', password: PASSWORD }
    const begun = await thief.post('/api/v1/account/login-methods/link', wish, await bearerOf(thief))
    await end(owner)
    const as = { id: `9${accounts}`, email: 'thief@attacker.example', emailVerified: true, name: 'T' }
    const back = await thief.answerProvider(service.emulator, (begun.body as { address: string }).address, as)
    expect(new URL(back, 'http://x').searchParams.get('error')).toBe('session-expired')
    expect(await methodsOf(email)).toEqual([{ type: 'email' }])
    const again = openBrowser()
    await again.signInWith(service.emulator, 'github', as)
    expect(await again.userId()).not.toBe(await owner.userId())
  })

  it('neither link of a change of address that was begun before does anything', async () => {
    const { email, owner, thief } = await ownerAndThief()
    const link = await agreedChange(thief, email, newEmail('thief'))
    const consent = await linkTo(email, /确认更换邮箱/)
    await end(owner)
    for (const opened of [link, consent]) {
      const visitor = openBrowser()
      expect((await visitor.open(opened)).location).toBe(OVER)
      expect(await visitor.token()).toBeUndefined()
    }
    expect(await methodsOf(email)).toEqual([{ type: 'email' }])
  })

  it('a sign-in that still owes its code is over', async () => {
    const { email, owner } = await ownerAndThief()
    const { body } = await owner.post('/api/auth/two-factor/enable', { password: PASSWORD })
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
    await owner.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })
    const thief = openBrowser()
    expect((await thief.signIn(email, PASSWORD)).body).toMatchObject({ twoFactorRedirect: true })
    await end(owner)
    const code = backupCodes[0]
    expect((await thief.post('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(401)
    expect(await thief.token()).toBeUndefined()
  })

  it('a merge that a thief began takes in no account', async () => {
    const { email, owner, thief } = await ownerAndThief()
    // Without a password nothing but the sessions says that the owner has come back.
    if (end === signOutOthers)
      await query(`update auth_accounts set password = null where user_id = $1`, await owner.userId())
    const begun = await thief.post('/api/v1/account/merge', { password: PASSWORD }, await bearerOf(thief))
    expect(begun.status).toBe(200)
    await end(owner)
    const other = newEmail('thief')
    await thief.signUp(other, PASSWORD)
    await query('update auth_users set email_verified = true where email = $1', other)
    expect((await thief.signIn(other, PASSWORD)).status).toBe(200)
    const merged = await thief.post('/api/v1/account/merge/confirm', {}, await bearerOf(thief))
    expect(merged.code).toBe('merge-expired')
    expect(await query('select id from auth_users where email = $1', other)).toHaveLength(1)
    expect(await methodsOf(email)).toEqual([{ type: 'email' }])
  })
})

it('a new password by mail ends the change that somebody began who had the account before its owner', async () => {
  const email = newEmail()
  const thief = openBrowser()
  await thief.signUp(email, PASSWORD)
  // As it was made while the service had no mail account (decision 0104).
  await query('update auth_users set made_without_mail = true where email = $1', email)
  expect((await thief.signIn(email, PASSWORD)).status).toBe(200)
  const next = newEmail('thief')
  await askForChange(thief, next)
  const link = await linkTo(next, /确认新的邮箱地址/)
  expect(await reset(await tokenFor(email), NEW_PASSWORD)).toBe(200)
  const owner = await signedIn(email, NEW_PASSWORD)
  // Nor where the owner is led to open it.
  for (const visitor of [thief, owner]) expect((await visitor.open(link)).location).toBe(OVER)
  expect(await thief.token()).toBeUndefined()
  expect(await query('select id from auth_users where email = $1', next)).toEqual([])
})

describe('an account that has moved to another address', () => {
  it('is not opened by a link for a new password that lies in the mailbox of before', async () => {
    const { email, owner } = await ownerAndThief()
    const next = newEmail('moved')
    const link = await agreedChange(owner, email, next)
    const token = await tokenFor(email)
    await owner.open(link)
    expect(await reset(token, NEW_PASSWORD)).toBe(400)
    await signedIn(next)
  })

  it('and back again is not moved a second time by the link of then', async () => {
    const { email, owner } = await ownerAndThief()
    const left = newEmail('left')
    const link = await agreedChange(owner, email, left)
    await owner.open(link)
    await owner.open(await agreedChange(owner, left, email))
    const visitor = openBrowser()
    expect((await visitor.open(link)).location).toBe(OVER)
    expect(await visitor.token()).toBeUndefined()
    await signedIn(email)
  })
})

it('the link of a changed address does not walk round the second factor: it is opened where its owner is signed in', async () => {
  const { email, owner } = await ownerAndThief()
  const { body } = await owner.post('/api/auth/two-factor/enable', { password: PASSWORD })
  await owner.post('/api/auth/two-factor/verify-totp', { code: totpOf((body as { totpURI: string }).totpURI) })
  const next = newEmail('next')
  const link = await agreedChange(owner, email, next)
  const visitor = openBrowser()
  expect((await visitor.open(link)).location).toBe('/auth/callback?type=email_change&error=session-expired')
  expect(await visitor.token()).toBeUndefined()
  expect((await owner.open(link)).location).toBe('/auth/callback?type=email_change')
  expect(await query('select id from auth_users where email = $1', next)).toHaveLength(1)
})

it('neither link of a change tells who opens it, nor a log on its way, an address of the account', async () => {
  const { email, owner } = await ownerAndThief()
  const next = newEmail('mistyped')
  const link = await agreedChange(owner, email, next)
  for (const mailed of [link, await linkTo(email, /确认更换邮箱/)]) {
    const parts = decodeURIComponent(mailed).split(/[./?&=]/)
    const readable = [mailed, ...parts.map((part) => Buffer.from(part, 'base64url').toString())].join('\n')
    for (const address of [email, next]) expect(readable).not.toContain(address)
  }
  const kept = await query('select identifier, value from auth_verifications')
  for (const address of [email, next]) expect(JSON.stringify(kept)).not.toContain(address)
  // A letter that was changed opens nothing.
  const changed = link.replace(/(?<=token=.{9})./, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const forged of [changed, link.replace('&callbackURL', 'x&callbackURL')])
    expect((await owner.open(forged)).location).toContain('error=INVALID_TOKEN')
  expect((await owner.open(link)).location).toBe('/auth/callback?type=email_change')
})
