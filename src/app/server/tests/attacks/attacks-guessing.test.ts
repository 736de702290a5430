// Guessing passwords over HTTP (decision 0052): strangers' tries must neither get in nor keep the owner out; passwords that fall at once
// are not taken; and what goes wrong on the way prints no secret.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { sendConsoleToLog } from '#platform/server/console-to-log.ts'
import { createLog } from '#platform/server/log.ts'
import { SIGN_IN_LIMITS } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser } from '../../testing/browser.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

/** Each try is a hash. */
const MANY_HASHES = { timeout: 240_000 }
const PASSWORD = 'quiet-harbour-93'
const printed: string[] = []
const emails: { to: string; text: string }[] = []
let foundation: Foundation
let service: Service
let giveBack: () => void
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', TRUSTED_PROXIES: '127.0.0.1' })
  const log = createLog('debug', { write: (line) => void printed.push(line) })
  giveBack = sendConsoleToLog(log)
  const mailer = { delivers: false, send: async (message: { to: string; text: string }) => void emails.push(message) }
  service = await startOn({ ...foundation, log, mailer })
})
afterAll(async () => {
  giveBack()
  await service.stop()
})

let networks = 0
const openBrowser = (address = `198.51.100.${++networks}`) =>
  new Browser({ origin: `http://127.0.0.1:${service.port}`, publicOrigin: foundation.settings.publicOrigin, address })

describe('many strangers at one account', () => {
  it('ten wrong passwords of one network close it to that network only', MANY_HASHES, async () => {
    const email = 'ten@guessing.example.com'
    await openBrowser().signUp(email, PASSWORD)
    const attacker = openBrowser()
    for (let n = 0; n < SIGN_IN_LIMITS.tries.max; n++)
      expect((await attacker.signIn(email, `wrong-${n}`)).status).toBe(401)
    expect((await attacker.signIn(email, PASSWORD)).code).toBe('too-many-attempts')
    expect((await openBrowser().signIn(email, PASSWORD)).status).toBe(200)
  })

  it(
    'many networks together make newcomers compute; the owner gets in with the work, and from a known browser without',
    MANY_HASHES,
    async () => {
      const email = 'many@guessing.example.com'
      const known = openBrowser()
      await known.signUp(email, PASSWORD)
      await known.signIn(email, PASSWORD)
      await known.post('/api/auth/sign-out')
      const { max } = SIGN_IN_LIMITS.strangersTries
      for (let n = 0; n < max; n++) await openBrowser(`203.0.113.${n}`).signIn(email, `wrong-${n}`)

      const owner = openBrowser()
      const refused = await owner.signIn(email, PASSWORD)
      expect(refused).toMatchObject({ status: 429, code: 'proof-needed' })
      const { task } = refused.body as { task: Parameters<typeof solveWork>[0] }
      const proof = JSON.stringify(solveWork(task, email))
      const withWork = (password: string) =>
        openBrowser().post('/api/auth/sign-in/email', { email, password }, { 'x-work-proof': proof })
      expect((await withWork(PASSWORD)).status).toBe(200)
      expect((await withWork(PASSWORD)).code).toBe('proof-needed')
      expect((await known.signIn(email, PASSWORD)).status).toBe(200)
    },
  )

  it('a cookie of a known browser is of no use at another account', MANY_HASHES, async () => {
    const [mine, other] = ['mine@guessing.example.com', 'other@guessing.example.com']
    const attacker = openBrowser()
    await attacker.signUp(mine, PASSWORD)
    await attacker.signIn(mine, PASSWORD)
    for (let n = 0; n < SIGN_IN_LIMITS.tries.max; n++) await attacker.signIn(other, `wrong-${n}`)
    expect((await attacker.signIn(other, PASSWORD)).code).toBe('too-many-attempts')
  })
})

it.each(['/verify-password', '/set-password', '/list-accounts', '/reset-password/abc?callbackURL=/'])(
  'a holder of the session tries no passwords and reads no more at %s',
  async (path) => {
    const browser = openBrowser()
    await browser.signUp(`closed${path.length}@guessing.example.com`, PASSWORD)
    for (const answer of [
      await browser.post(`/api/auth${path}`, { password: 'x' }),
      await browser.get(`/api/auth${path}`),
    ])
      expect([path, answer.status]).toEqual([path, 404])
  },
)

it('addresses of routes that somebody makes up are counted together: they fill no table', async () => {
  const browser = openBrowser()
  const counters = () => foundation.database.query('select key from auth_rate_limits')
  const before = (await counters()).length
  for (let n = 0; n < 40; n += 1)
    for (const path of [`/made-up-${n}`, `/sign-in/made-up-${n}`, `/two-factor/made-up-${n}`])
      await browser.post(`/api/auth${path}`)
  expect((await counters()).length - before).toBe(3)
  // Those of one window take nothing from those of another.
  expect((await browser.get('/api/auth/get-session')).status).toBe(200)
})

describe('a registration', () => {
  it.each(['abc123', 'qz7kx1', 'lantern7', 'Password1!'])('with %s is refused, kindly', async (password) => {
    const answer = await openBrowser().signUp('weak@guessing.example.com', password)
    expect(answer).toMatchObject({ status: 400, code: 'password-common' })
  })

  it.each([
    ['a name without an end', { name: 'x'.repeat(50_000) }],
    ['a name with NUL', { name: 'a\u0000b' }],
    ['a name with markup', { name: '<b>x</b>' }],
    ['a picture of its own', { name: '', image: 'https://attacker.example/pixel.gif' }],
    ['an address with NUL', { name: '', email: 'a\u0000@guessing.example.com' }],
  ])('with %s is refused as such', async (_what, fields) => {
    const body = { email: 'fields@guessing.example.com', password: PASSWORD, acceptedTerms: TERMS_VERSION, ...fields }
    expect((await openBrowser().post('/api/auth/sign-up/email', body)).status).toBe(400)
  })
})

describe('what somebody sends as the place to be led to', () => {
  const SIGN_IN = '/api/auth/sign-in/email'
  const body = { email: 'led@guessing.example.com', password: PASSWORD }
  const printedBy = async (ask: () => Promise<unknown>) => {
    const before = printed.length
    await ask()
    return printed.slice(before)
  }

  it.each(['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'])(
    'as %s is refused before the library reads it, where it is very long',
    async (field) => {
      const far = `https://evil.example/${'\u2028'.repeat(3000)}`
      const lines = await printedBy(async () => {
        for (const answer of [
          await openBrowser().post(SIGN_IN, { ...body, [field]: far }),
          await openBrowser().post(`${SIGN_IN}?${field}=https://evil.example/${'x'.repeat(3000)}`, body),
        ])
          expect(answer).toMatchObject({ status: 400, code: 'invalid-request' })
      })
      expect(lines.join('')).not.toContain('evil.example')
    },
  )

  it('is named in the log without what was sent, and calls nobody', async () => {
    const lines = await printedBy(async () => {
      const led = { ...body, callbackURL: 'https://evil.example/?token=secret-of-a-stranger' }
      expect((await openBrowser().post(SIGN_IN, led)).status).toBe(403)
      await openBrowser().post(SIGN_IN, body, { origin: `https://evil.example/?${'x'.repeat(900)}`, cookie: 'a=b' })
      await openBrowser().get('/api/auth/callback/x?state=forged')
    })
    const said = lines.map((line) => JSON.parse(line)).filter(({ part }) => part === 'auth')
    expect(said.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'Invalid callbackURL'],
      [40, 'Invalid origin: https://evil.example/'],
      [40, 'Failed to parse state'],
    ])
    expect(lines.join('')).not.toContain('secret-of-a-stranger')
  })
})

it('a failed statement of an auth route prints neither token nor hash nor address, wherever it is printed', async () => {
  const error = vi.spyOn(process.stderr, 'write')
  const email = 'printed@guessing.example.com'
  const browser = openBrowser()
  await browser.signUp(email, PASSWORD)
  await foundation.database.query('alter table auth_accounts rename to auth_accounts_away')
  await foundation.database.query('alter table auth_verifications rename to auth_verifications_away')
  const secret = 'token-that-nobody-may-read'
  const answers = [
    await browser.signIn(email, PASSWORD),
    await browser.post('/api/auth/reset-password', { token: secret, newPassword: 'morning-ferry-58' }),
    await browser.post('/api/auth/request-password-reset', { email }),
  ]
  await foundation.database.query('alter table auth_accounts_away rename to auth_accounts')
  await foundation.database.query('alter table auth_verifications_away rename to auth_verifications')
  expect(answers.some(({ status }) => status >= 500)).toBe(true)
  const all = [...printed, ...error.mock.calls.map(([text]) => String(text))].join('\n')
  error.mockRestore()
  expect(all).toMatch(/SERVER_ERROR|auth route failed/)
  for (const hidden of [secret, email, PASSWORD, 'morning-ferry-58']) expect(all).not.toContain(hidden)
  expect(all).not.toMatch(/params:/)
})
