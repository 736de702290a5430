// An operator changes SECRET and names the old one as SECRET_PREVIOUS: nobody is signed out, no picture disappears, second factors go on.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reencryptAccounts } from '#features/account/server/sign-in/reencrypt-accounts.ts'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { type IdentityParts, proveIdentity } from '#platform/server/identity/prove-identity.ts'
import { openFileStorage } from '../../open-file-storage.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

const OLD = 'the secret of the first year, long enough'
const NEW = 'the secret of the second year, long enough'

let foundation: Foundation
let old: Service
let after: Service | undefined
beforeAll(async () => {
  foundation = await openTestFoundation({ SECRET: OLD })
  await prove(OLD)
  old = await startOn(foundation)
})
afterAll(async () => {
  await after?.stop()
  await old.stop()
})

const prove = (secret: string, previousSecret?: string): Promise<void> => {
  const { database, storage } = foundation
  return proveIdentity({
    database,
    storage,
    secret,
    previousSecret,
    onNewSecret: reencryptAccounts,
  } satisfies IdentityParts)
}

/** The service after the change, on the same database and folder; the old one goes on beside it until the test ends. */
async function startWith(secret: string, previousSecret?: string): Promise<Service> {
  const settings = { ...foundation.settings, role: 'web' as const, secret, previousSecret }
  const storage = await openFileStorage(settings, foundation.clock)
  const queue = { ...foundation.queue, stop: async () => {} }
  return startOn({
    ...foundation,
    settings,
    storage,
    queue,
    database: { ...foundation.database, close: async () => {} },
  })
}

const originOf = (service: Service): string => `http://127.0.0.1:${service.port}`
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function storePicture(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-picture-'))
  await writeFile(join(folder, 'p'), '0123456789')
  await foundation.storage.putFile('pictures/x.png', join(folder, 'p'), 'image/png')
  await rm(folder, { recursive: true })
  return foundation.storage.signedAddress('pictures/x.png', { expiresInMs: 600_000 })
}

/** What was signed by the old secret, asked of a service. */
async function statesAt(service: Service, headers: Record<string, string>, address: string): Promise<unknown> {
  const { cookie = '', ...others } = headers
  const post = postTo(originOf(service), foundation.settings.publicOrigin)
  const session = await post('/api/v1/account/session', {}, { cookie })
  return {
    session: ((await session.json()) as { user?: unknown } | null)?.user !== undefined,
    token: (await fetch(`${originOf(service)}/api/v1/account/profile`, { headers: others })).status,
    picture: (await fetch(originOf(service) + address)).status,
  }
}

describe('a new SECRET', () => {
  it('is refused without the old one; with it sessions, tokens, addresses and second factors stay good', async () => {
    const { publicOrigin } = foundation.settings
    const person = await signUpPerson(originOf(old), publicOrigin, 'stays@example.com')
    const careful = await signUpPerson(originOf(old), publicOrigin, 'careful@example.com')
    const { cookie } = careful
    const postOld = postTo(originOf(old), publicOrigin)
    const enabled = await postOld('/api/auth/two-factor/enable', { password: TEST_PASSWORD }, { cookie })
    const { totpURI } = (await enabled.json()) as { totpURI: string }
    const verified = await postOld('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) }, { cookie })
    expect(verified.status).toBe(200)
    const address = await storePicture()
    const stored = async () => JSON.stringify(await foundation.database.query('select secret from auth_two_factors'))
    const before = await stored()

    await expect(prove(NEW)).rejects.toThrow(/SECRET_PREVIOUS/)
    await expect(prove(NEW, 'a secret that this service never had')).rejects.toThrow(/SECRET_PREVIOUS/)
    expect(await stored()).toBe(before)
    await prove(NEW, OLD)
    expect(await stored()).not.toBe(before)

    const stranger = await startWith(NEW)
    expect(await statesAt(stranger, person.headers, address)).toEqual({ session: false, token: 401, picture: 403 })
    await stranger.stop()
    after = await startWith(NEW, OLD)
    expect(await statesAt(after, person.headers, address)).toEqual({ session: true, token: 200, picture: 200 })

    const post = postTo(originOf(after), publicOrigin)
    const half = await post('/api/auth/sign-in/email', { email: 'careful@example.com', password: TEST_PASSWORD })
    expect(await half.json()).toMatchObject({ twoFactorRedirect: true })
    const code = totpOf(totpURI, 1)
    const whole = await post('/api/auth/two-factor/verify-totp', { code }, { cookie: cookiesOf(half) })
    expect(whole.status).toBe(200)
    await prove(NEW)
  })
})
