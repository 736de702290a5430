// A sign-in that is held while its password goes: it opens nothing with the old one, neither a session nor a question for the second factor.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { totpOf } from '../testing/authenticator.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'
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
let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
})
afterAll(() => service.close())

const expectDone = async (answer: Promise<{ readonly status: number }>) => expect((await answer).status).toBe(200)

interface Owner {
  readonly browser: TestBrowser
  readonly email: string
}
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
  'goes by a mailed code to its unproven owner': async ({ email }) => {
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
