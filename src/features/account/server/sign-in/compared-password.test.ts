// A sign-in that is held while its way in goes: it opens nothing with it, neither a session nor a question for the second factor.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAccountsBesideProviders } from '../testing/accounts-beside-providers.ts'
import { agreeAsPerson, comeBack } from '../testing/answer-as-provider.ts'
import { totpOf } from '../testing/authenticator.ts'
import { PasskeyDevice } from '../testing/passkey-device.ts'
import type { ProviderEmulator } from '../testing/provider-emulator.ts'
import { TEST_ORIGIN, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'
import type * as addressProof from './address-proof.ts'
import type * as livingSession from './living-session.ts'

const held = vi.hoisted(() => {
  let at: string | undefined
  let reached = () => {}
  let release = () => {}
  let waiting = Promise.resolve()
  return {
    /** The next sign-in that comes to this place waits there. */
    hold: (place: string) => {
      at = place
      waiting = new Promise((resolve) => {
        release = resolve
      })
      return new Promise<void>((resolve) => {
        reached = resolve
      })
    },
    release: () => release(),
    pass: async (place: string) => {
      if (at !== place) return
      at = undefined
      reached()
      await waiting
    },
  }
})
vi.mock('./living-session.ts', async (original) => {
  const real = await original<typeof livingSession>()
  const isBannedUser: typeof real.isBannedUser = async (...asked) => {
    await held.pass('before the session')
    return real.isBannedUser(...asked)
  }
  return { ...real, isBannedUser }
})
vi.mock('./address-proof.ts', async (original) => {
  const real = await original<typeof addressProof>()
  const isOwnerProven: typeof real.isOwnerProven = async (...asked) => {
    await held.pass('behind the session')
    return real.isOwnerProven(...asked)
  }
  return { ...real, isOwnerProven }
})

const PASSWORD = 'lamp-1734'
const NEW_PASSWORD = 'quiet-harbour-93'
let emulator: ProviderEmulator
let service: TestAccounts
beforeAll(async () => {
  ;({ emulator, service } = await openAccountsBesideProviders({ mailDelivers: true }))
})
afterAll(() => service.close())

const expectDone = async (answer: Promise<{ readonly status: number }>) => expect((await answer).status).toBe(200)

interface Owner {
  readonly browser: TestBrowser
  readonly email: string
}
const HANDED_OVER = 'goes by a mailed code to its unproven owner'
const WAYS: Readonly<Record<string, (owner: Owner) => Promise<void>>> = {
  'is changed': ({ browser }) =>
    expectDone(browser.auth('/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })),
  'is set anew by mail': async ({ email }) => {
    await expectDone(service.openBrowser().auth('/request-password-reset', { email }))
    await service.accounts.stop()
    const link = /https?:\S+/.exec(service.emails.findLast(({ to }) => to === email)!.text)![0]
    const halves = new URLSearchParams(new URL(link).hash.slice(1))
    const token = `${halves.get('access_token')}${halves.get('refresh_token')}`
    await expectDone(service.openBrowser().auth('/reset-password', { token, newPassword: NEW_PASSWORD }))
  },
  [HANDED_OVER]: async ({ email }) => {
    await service.database.query('update auth_users set owner_proven_at = null where email = $1', [email])
    const browser = service.openBrowser()
    await expectDone(browser.call('emailCode/send', { email }))
    await service.accounts.stop()
    const [, code] = /验证码是 ([A-Z0-9]{6})/.exec(service.emails.findLast(({ to }) => to === email)!.text)!
    await expectDone(browser.auth('/sign-in/phone-number', { email, code }))
  },
}

let people = 0
async function newOwner(hasFactor: boolean) {
  const email = `owner-${++people}@compared.example.com`
  const browser = service.openBrowser()
  await browser.signUp(email)
  await service.database.query(
    'update auth_users set email_verified = true, owner_proven_at = now() where email = $1',
    [email],
  )
  await expectDone(browser.signIn(email))
  if (!hasFactor) return { browser, email, uri: undefined }
  const { totpURI: uri } = (await browser.auth('/two-factor/enable', { password: PASSWORD })).body as {
    totpURI: string
  }
  await expectDone(browser.auth('/two-factor/verify-totp', { code: totpOf(uri) }))
  return { browser, email, uri }
}

describe.each(Object.entries(WAYS))('a password that %s', (_way, goes) => {
  it.each([
    ['before the session', false],
    ['before the session', true],
    ['behind the session', false],
    ['behind the session', true],
  ])('opens nothing to a sign-in that was held %s; second factor: %s', async (place, hasFactor) => {
    const owner = await newOwner(hasFactor)
    const late = service.openBrowser()
    const reached = held.hold(place)
    const answer = late.signIn(owner.email)
    await reached
    await goes(owner)
    held.release()
    await answer
    if (owner.uri) await late.auth('/two-factor/verify-totp', { code: totpOf(owner.uri, 1) })
    expect((await late.call('session')).body).toBeNull()
    const left = await service.database.query(
      `select identifier from auth_verifications where identifier like '2fa-%'
         and value = (select id::text from auth_users where email = $1)`,
      [owner.email],
    )
    expect(left).toEqual([])
  })
})

interface Late {
  readonly late: TestBrowser
  readonly owner: Awaited<ReturnType<typeof newOwner>>
}
/** Each begins a sign-in in the late browser, and answers once it is over. */
const OTHER_WAYS: Readonly<Record<string, (parts: Late) => Promise<() => Promise<unknown>>>> = {
  provider: async ({ late, owner }) => {
    const who = { id: `2390${people}`, email: `tied-${owner.email}`, emailVerified: true, name: 'T' }
    const begin = async (browser: TestBrowser) => {
      const wish = { provider: 'github', callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' }
      const { body } = await browser.auth('/sign-in/social', wish)
      return agreeAsPerson(emulator, (body as { url: string }).url, who)
    }
    const first = service.openBrowser()
    await comeBack(first, await begin(first))
    const back = await begin(late)
    return () => comeBack(late, back)
  },
  passkey: async ({ late, owner: { browser } }) => {
    const bearer = { authorization: `Bearer ${await browser.token()}` }
    const device = new PasskeyDevice()
    const begun = await browser.call('passkeys/begin', { password: PASSWORD }, bearer)
    const response = device.register(begun.body as never, { origin: TEST_ORIGIN })
    await expectDone(browser.call('passkeys/add', { response }, bearer))
    const { body } = await late.auth('/passkey/generate-authenticate-options')
    const signed = device.signIn(body as never, { origin: TEST_ORIGIN })
    return () => late.auth('/passkey/verify-authentication', { response: signed })
  },
  'second factor': async ({ late, owner: { email, uri } }) => {
    await late.signIn(email)
    return () => late.auth('/two-factor/verify-totp', { code: totpOf(uri!, 1) })
  },
}

describe.each(Object.entries(OTHER_WAYS))('a sign-in by %s that was found just before', (way, begin) => {
  it.each([
    ['opens nothing where its account went by a mailed code', true],
    ['opens its session where nothing went', false],
  ])('%s', async (_, isTaken) => {
    const owner = await newOwner(way === 'second factor')
    const late = service.openBrowser()
    const signIn = await begin({ late, owner })
    const email = way === 'provider' ? `tied-${owner.email}` : owner.email
    const reached = held.hold('before the session')
    const answer = signIn().catch(() => undefined)
    await reached
    if (isTaken) await WAYS[HANDED_OVER]!({ ...owner, email })
    held.release()
    await answer
    const { body } = await late.call('session')
    if (isTaken) expect(body).toBeNull()
    else expect(body).toMatchObject({ user: { email } })
  })
})
