// Guessing against two services over one database, and after a restart: the counts are in the database, so more
// processes and fresh ones give no more tries. Addresses are varied through a trusted proxy.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import { openQueue } from '#platform/server/queue/boss-queue.ts'
import { SIGN_IN_LIMITS } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { CODE_SEND_LIMITS } from '#rulebook/account/verification-code.ts'
import { type Foundation, QUEUES } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, TEST_PASSWORD } from '../../testing/test-person.ts'

/** Each try is a hash. */
const MANY_HASHES = { timeout: 240_000 }
const emails: EmailMessage[] = []
let foundation: Foundation
let services: Service[]
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', TRUSTED_PROXIES: '127.0.0.1' })
  services = [await startAnother(), await startAnother()]
})
afterAll(async () => {
  for (const service of services) await service.stop()
  await foundation.queue.stop(0)
  await foundation.database.close()
})

/** Another service on the same database, with fresh in-memory state. */
async function startAnother(): Promise<Service> {
  const { database, log } = foundation
  return startOn({
    ...foundation,
    database: { ...database, close: async () => {} },
    queue: await openQueue(database, QUEUES, log),
    mailer: { delivers: true, send: async (message) => void emails.push(message) },
  })
}
async function restartFirst(): Promise<void> {
  await services[0]!.stop()
  services[0] = await startAnother()
}

type Post = (path: string, body: object) => Promise<{ status: number; code: string | undefined; body: unknown }>
/** A browser with its own cookies and network address, at one of the services. */
function browserAt(index: number, address: string, jar = new Map<string, string>()): Post {
  return async (path, body) => {
    const post = postTo(`http://127.0.0.1:${services[index]!.port}`, foundation.settings.publicOrigin)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await post(path, body, { cookie, 'x-forwarded-for': address })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const read: unknown = await answer.json()
    return { status: answer.status, code: (read as { code?: string } | null)?.code, body: read }
  }
}
let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`

async function newAccount(email: string): Promise<string> {
  await browserAt(0, newAddress())('/api/auth/sign-up/email', {
    email,
    password: TEST_PASSWORD,
    name: '',
    acceptedTerms: TERMS_VERSION,
  })
  await foundation.database.query('update auth_users set email_verified = true where email = $1', [email])
  return email
}
const signIn = (at: number, address: string, email: string, password: string) =>
  browserAt(at, address)('/api/auth/sign-in/email', { email, password })

describe('of one account, from many addresses', () => {
  it(
    'passwords: after one share of tries at two services and a restarted one together each costs work',
    MANY_HASHES,
    async () => {
      const email = await newAccount('password@two.example.com')
      for (let i = 0; i < SIGN_IN_LIMITS.strangersTries.max; i++)
        expect((await signIn(i % 2, newAddress(), email, `wrong-${i}`)).status).toBe(401)
      for (const at of [0, 1]) expect((await signIn(at, newAddress(), email, TEST_PASSWORD)).code).toBe('proof-needed')
      await restartFirst()
      expect((await signIn(0, newAddress(), email, TEST_PASSWORD)).code).toBe('proof-needed')
    },
  )

  it(
    'passwords: of one network, also within an IPv6 /64, one share of tries at both services and after a restart',
    MANY_HASHES,
    async () => {
      const email = await newAccount('network@two.example.com')
      const neighbour = (n: number) => `2001:db8:7:7::${(n + 1).toString(16)}`
      for (let i = 0; i < SIGN_IN_LIMITS.tries.max; i++)
        expect((await signIn(i % 2, neighbour(i), email, `wrong-${i}`)).status).toBe(401)
      await restartFirst()
      for (const at of [0, 1])
        expect((await signIn(at, neighbour(99), email, TEST_PASSWORD)).code).toBe('too-many-attempts')
      expect((await signIn(0, '2001:db8:7:8::1', email, TEST_PASSWORD)).status).toBe(200)
    },
  )

  it('codes by mail: five tries at both services together, none after a restart', async () => {
    const email = await newAccount('code@two.example.com')
    const jar = new Map<string, string>()
    await browserAt(0, newAddress(), jar)('/api/v1/account/recovery/code', { email })
    const message = () => emails.findLast(({ to, text }) => to === email && /[A-Z0-9]{6}/.test(text))
    await expect.poll(message).toBeTruthy()
    const check = (at: number, code: string) =>
      browserAt(at, newAddress(), jar)('/api/v1/account/recovery/check', { email, code })
    for (let i = 0; i < 5; i++) expect((await check(i % 2, `AAAA0${i}`)).code).toMatch(/^code-(invalid|attempts)$/)
    const right = /\b(?=[A-Z0-9]*\d|[A-Z]{6}\b)[A-Z0-9]{6}\b/.exec(message()!.text)![0]
    for (const at of [0, 1]) expect((await check(at, right)).code).toBe('code-attempts')
    await restartFirst()
    expect((await check(0, right)).code).toBe('code-attempts')
  })

  it('emails with reset links', async () => {
    const email = await newAccount('emails@two.example.com')
    const ask = (at: number) => browserAt(at, newAddress())('/api/auth/request-password-reset', { email })
    for (let i = 0; i < CODE_SEND_LIMITS.email; i++) expect((await ask(i % 2)).status).toBe(200)
    for (const at of [0, 1]) expect((await ask(at)).code).toBe('code-too-often')
    await restartFirst()
    expect((await ask(0)).code).toBe('code-too-often')
  })
})

describe('of one address, about many accounts', () => {
  it.each([
    ['asks for emails', 10, '/api/auth/request-password-reset', {}],
    ['tries reset links', 30, '/api/auth/reset-password', { token: 'guessed', newPassword: 'stolen-2026' }],
  ])('it %s %i times, at both services together and after a restart', async (_, max, path, body) => {
    const address = newAddress()
    const ask = (i: number) => browserAt(i % 2, address)(path, { email: `many-${i}@two.example.com`, ...body })
    const statuses: number[] = []
    for (let i = 0; i < max; i++) statuses.push((await ask(i)).status)
    expect(statuses).not.toContain(429)
    expect([(await ask(0)).status, (await ask(1)).status]).toEqual([429, 429])
    await restartFirst()
    expect((await ask(0)).status).toBe(429)
  })
})

it('one code of an authenticator app, sent to both services at once, signs in once', async () => {
  const email = await newAccount('totp@two.example.com')
  const owner = browserAt(0, newAddress())
  await owner('/api/auth/sign-in/email', { email, password: TEST_PASSWORD })
  const { totpURI } = (await owner('/api/auth/two-factor/enable', { password: TEST_PASSWORD })).body as {
    totpURI: string
  }
  expect((await owner('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })).status).toBe(200)
  const browsers = [0, 1].map((at) => browserAt(at, newAddress()))
  for (const browser of browsers) await browser('/api/auth/sign-in/email', { email, password: TEST_PASSWORD })
  const code = totpOf(totpURI, 1)
  const answers = await Promise.all(browsers.map((browser) => browser('/api/auth/two-factor/verify-totp', { code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(answers.map((answer) => answer.code)).toContain('two-factor-code-used')
})
