// Taking an account over in advance (decision 0050): an attacker who registers somebody else's address must keep nothing once its owner comes; and
// no way in walks round a password or a second factor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { Person } from '#features/account/server/testing/provider-grants.ts'
import type { Browser } from '../../testing/browser.ts'
import { openProviderService, type ProviderService } from '../../testing/provider-service.ts'

const ATTACKERS = 'night-heron-4471'
const VICTIMS = 'quiet-harbour-93'
let service: ProviderService
beforeAll(async () => {
  service = await openProviderService(person('1', 'nobody@example.com'))
})
afterAll(() => service.stop())

let accounts = 0
const newEmail = () => `victim-${++accounts}@takeover.example.com`
function person(id: string, email: string, emailVerified = true): Person {
  return { id, email, emailVerified, name: `N${id}` }
}
const openBrowser = () => service.openBrowser()

const linkTo = (email: string, subject: RegExp) => service.linkTo(email, subject)
function tokenOf(link: string): string {
  const halves = new URLSearchParams(new URL(link).hash.slice(1))
  return `${halves.get('access_token')}${halves.get('refresh_token')}`
}
/** The owner of the mailbox sets a new password. */
async function reset(email: string, newPassword = VICTIMS): Promise<Browser> {
  const browser = openBrowser()
  expect((await browser.post('/api/auth/request-password-reset', { email })).status).toBe(200)
  const token = tokenOf(await linkTo(email, /重置密码/))
  expect((await browser.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200)
  return browser
}
const confirm = async (browser: Browser, email: string) => browser.open(await linkTo(email, /验证您的邮箱/))
const methodsOf = (email: string) =>
  service.foundation.database.query(
    `select m.method_type as type from user_login_methods m join auth_users u on u.id = m.user_id
      where u.email = $1 and m.status = 'active' order by 1`,
    [email],
  )

describe('an account at a provider with an address that it never confirmed', () => {
  it.each(['google', 'github'] as const)('%s makes no account of it', async (provider) => {
    const email = newEmail()
    const attacker = openBrowser()
    const end = await attacker.signInWith(service.emulator, provider, person('7001', email, false))
    expect(new URL(end, 'http://x').searchParams.get('error')).toBe('provider-address-unproven')
    expect(await attacker.token()).toBeUndefined()
    expect(await service.foundation.database.query('select id from auth_users where email = $1', [email])).toEqual([])
  })

  /** What an account that a provider made with an unproven address held before the owner of the mailbox came. */
  async function tiedBefore(id: string) {
    const email = newEmail()
    const attacker = openBrowser()
    await attacker.signInWith(service.emulator, 'github', person(id, email))
    // As it was made by an older version of this service.
    await service.foundation.database.query(
      'update auth_users set email_verified = false, owner_proven_at = null where email = $1',
      [email],
    )
    return { email, attacker, stolen: (await attacker.token())! }
  }
  async function expectCut({ email, attacker, stolen }: Awaited<ReturnType<typeof tiedBefore>>, id: string) {
    expect((await attacker.get('/api/v1/account/profile', { authorization: `Bearer ${stolen}` })).status).toBe(401)
    expect(await attacker.token()).toBeUndefined()
    const end = await attacker.signInWith(service.emulator, 'github', person(id, email))
    expect(new URL(end, 'http://x').searchParams.get('error')).toBe('account_not_linked')
  }

  it('that was tied before goes with the first reset, and its session with it', async () => {
    const before = await tiedBefore('7002')
    const victim = await reset(before.email)
    await expectCut(before, '7002')
    expect((await victim.signIn(before.email, VICTIMS)).status).toBe(200)
    expect(await methodsOf(before.email)).toEqual([{ type: 'email' }])
  })

  it('that was tied before goes with the first confirmation, and its session with it', async () => {
    const before = await tiedBefore('7006')
    const { email } = before
    const victim = openBrowser()
    expect((await victim.post('/api/auth/send-verification-email', { email })).status).toBe(200)
    await confirm(victim, email)
    await expectCut(before, '7006')
    expect(await methodsOf(email)).toEqual([])
  })
})

describe('a registration with somebody else’s address', () => {
  it('whose email the victim opens holds nothing after the victim’s reset: no session, no provider, no second factor', async () => {
    const email = newEmail()
    const attacker = openBrowser()
    await attacker.signUp(email, ATTACKERS)
    await confirm(openBrowser(), email)
    expect((await attacker.signIn(email, ATTACKERS)).status).toBe(200)
    const bearer = { authorization: `Bearer ${await attacker.token()}` }
    const link = await attacker.post(
      '/api/v1/account/login-methods/link',
      { provider: 'github', password: ATTACKERS },
      bearer,
    )
    await attacker.answerProvider(
      service.emulator,
      (link.body as { address: string }).address,
      person('7003', 'a@attacker.example'),
    )
    const { body } = await attacker.post('/api/auth/two-factor/enable', { password: ATTACKERS })
    await attacker.post('/api/auth/two-factor/verify-totp', { code: totpOf((body as { totpURI: string }).totpURI) })
    expect(await methodsOf(email)).toEqual([{ type: 'email' }, { type: 'github' }])

    const victim = await reset(email)
    expect((await attacker.get('/api/v1/account/profile', bearer)).status).toBe(401)
    const again = openBrowser()
    await again.signInWith(service.emulator, 'github', person('7003', 'a@attacker.example'))
    expect(await again.userId()).not.toBe(await userIdOf(email))
    expect((await openBrowser().signIn(email, ATTACKERS)).status).toBe(401)
    const answer = await victim.signIn(email, VICTIMS)
    expect(answer.body).not.toMatchObject({ twoFactorRedirect: true })
    expect(await victim.userId()).toBe(await userIdOf(email))
    expect(await methodsOf(email)).toEqual([{ type: 'email' }])
  })

  it.each([false, true])('does not join the victim’s Google (email opened: %s)', async (isOpened) => {
    const email = newEmail()
    await openBrowser().signUp(email, ATTACKERS)
    if (isOpened) await confirm(openBrowser(), email)
    const victim = openBrowser()
    const end = await victim.signInWith(service.emulator, 'google', person(`71${accounts}`, email))
    expect(new URL(end, 'http://x').searchParams.get('error')).toBe('account_not_linked')
    expect(await methodsOf(email)).toEqual([{ type: 'email' }])
  })

  it('but the owner who opens the email where they registered keeps what they tie through a later reset', async () => {
    const email = newEmail()
    const owner = openBrowser()
    await owner.signUp(email, ATTACKERS)
    await confirm(owner, email)
    await owner.signIn(email, ATTACKERS)
    await tieGithub(owner, '7004')
    await reset(email)
    expect(await methodsOf(email)).toEqual([{ type: 'email' }, { type: 'github' }])
  })

  it('and so does who opens it elsewhere and signs in there', async () => {
    const email = newEmail()
    await openBrowser().signUp(email, ATTACKERS)
    const phone = openBrowser()
    await confirm(phone, email)
    await phone.signIn(email, ATTACKERS)
    await tieGithub(phone, '7005')
    await reset(email)
    expect(await methodsOf(email)).toEqual([{ type: 'email' }, { type: 'github' }])
  })
})

describe('an account with a password or a second factor', () => {
  it.each(['google', 'github'] as const)('is not entered by a new %s of the same address', async (provider) => {
    const email = newEmail()
    const owner = openBrowser()
    await owner.signUp(email, VICTIMS)
    await confirm(owner, email)
    await owner.signIn(email, VICTIMS)
    const { body } = await owner.post('/api/auth/two-factor/enable', { password: VICTIMS })
    await owner.post('/api/auth/two-factor/verify-totp', { code: totpOf((body as { totpURI: string }).totpURI) })
    const attacker = openBrowser()
    const end = await attacker.signInWith(service.emulator, provider, person(`72${accounts}`, email))
    expect(new URL(end, 'http://x').searchParams.get('error')).toBe('account_not_linked')
    expect(await attacker.token()).toBeUndefined()
  })
})

describe('a reset link', () => {
  const request = async (browser: Browser, email: string) => {
    const before = service.emails.length
    await browser.post('/api/auth/request-password-reset', { email })
    await expect.poll(() => service.emails.length).toBeGreaterThan(before)
    return tokenOf(await linkTo(email, /重置密码/))
  }
  const use = (token: string, newPassword = ATTACKERS) =>
    openBrowser().post('/api/auth/reset-password', { token, newPassword })

  it('dies when a newer one is sent, when another is used, and when the password changes', async () => {
    const email = newEmail()
    const owner = openBrowser()
    await owner.signUp(email, VICTIMS)
    await confirm(owner, email)
    const [first, second] = [await request(owner, email), await request(owner, email)]
    expect((await use(first)).status).toBe(400)
    expect((await use(second, VICTIMS)).status).toBe(200)
    expect((await use(second)).status).toBe(400)
    const third = await request(owner, email)
    await owner.signIn(email, VICTIMS)
    const change = { currentPassword: VICTIMS, newPassword: 'morning-ferry-58' }
    expect((await owner.post('/api/auth/change-password', change)).status).toBe(200)
    expect((await use(third)).status).toBe(400)
    expect((await owner.signIn(email, 'morning-ferry-58')).status).toBe(200)
  })
})

async function tieGithub(owner: Browser, id: string): Promise<void> {
  const bearer = { authorization: `Bearer ${await owner.token()}` }
  const link = await owner.post(
    '/api/v1/account/login-methods/link',
    { provider: 'github', password: ATTACKERS },
    bearer,
  )
  await owner.answerProvider(
    service.emulator,
    (link.body as { address: string }).address,
    person(id, `${id}@github.example`),
  )
}

async function userIdOf(email: string): Promise<string> {
  const [user] = await service.foundation.database.query<{ id: string }>('select id from auth_users where email = $1', [
    email,
  ])
  return user!.id
}
