// What an administrator shows once more before money, roles, mass actions and files of many people, over HTTP (decisions 0048 and 0191). The calls are
// written out here once more: one that is left open by mistake, or a new one that nobody thought about, fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { adminContract } from '#features/admin/contract.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { callsOf } from '../../testing/role-callers.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { personOf, postTo, signInPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const PROVEN =
  `users.update users.setStatus users.setRole users.giveBack users.signOut refunds.grant refunds.refuse disputes.decide
  invoices.issue invoices.refuse invoices.redden runs.again coupons.make coupons.codes coupons.stop packs.change pool.update exports.read
  settings.save settings.setMaintenance settings.cleanup`.split(/\s+/)
/** Changes without one: a stop must be quick; a link to the person's own mailbox; the order of rows on the disk; a line of the log. */
const UNPROVEN = ['settings.setEmergencyStop', 'users.sendPasswordReset', 'settings.optimise', 'logs.write']
const CALLS = callsOf(adminContract).filter((call) => !call.startsWith('session.'))
const NONE = { code: false, passkey: false, password: false, signIn: false }

let foundation: Foundation
let service: Service
const origin = () => `http://127.0.0.1:${service.port}`
const own = () => foundation.settings.publicOrigin
const sql = (text: string, ...values: unknown[]) => foundation.database.query(text, values)
const admin = (name: string) => signUpAdmin(foundation, origin(), `${name}@proof.example.com`)
const letProofsAge = (userId: string) =>
  sql(
    `update auth_sessions set created_at = now() - interval '16 minutes', strong_at = strong_at - interval '16 minutes',
      password_at = password_at - interval '16 minutes' where user_id = $1`,
    userId,
  )

/** `ok`, a code, or what would be a proof. */
const answerOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    ({ code, data }: { code?: string; data?: unknown }) => (code === 'admin-proof-needed' ? data : code),
  )
/** Without an input most calls are refused for that, if for nothing else: the proof is looked at before. */
const call = ({ api }: TestPerson, place: string, input?: unknown) => {
  const found = place.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], api.admin)
  return answerOf((found as (input?: unknown) => Promise<unknown>)(input))
}
const asksForProof = (answer: unknown) => typeof answer === 'object'
async function callsThatAsk(person: TestPerson): Promise<string[]> {
  const asking: string[] = []
  for (const place of CALLS) if (asksForProof(await call(person, place))) asking.push(place)
  return asking.sort()
}
const prove = ({ api }: TestPerson, password: string) => answerOf(api.admin.session.prove({ password }))
const addAuthenticator = async ({ cookie }: TestPerson): Promise<{ person: TestPerson; totpUri: string }> => {
  const post = postTo(origin(), own())
  const enabled = await post('/api/auth/two-factor/enable', { password: TEST_PASSWORD }, { cookie })
  const { totpURI } = (await enabled.json()) as { totpURI: string }
  const verified = await post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) }, { cookie })
  const person = await personOf(origin(), own(), verified)
  await person.api.admin.session.open()
  return { person, totpUri: totpURI }
}

it('every call that changes something is on one of the two lists', () => {
  const methods = callsOf(adminContract).map((place) => {
    const node = place.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], adminContract)
    return [place, (node as { '~orpc': { route: { method?: string } } })['~orpc'].route.method] as const
  })
  const changing = methods
    .filter(([place, method]) => method !== 'GET' && CALLS.includes(place))
    .map(([place]) => place)
  expect(changing.filter((place) => !PROVEN.includes(place)).sort()).toEqual([...UNPROVEN].sort())
})

describe('where administrators need no second factor to come in', () => {
  beforeAll(async () => {
    foundation = await openTestFoundation()
    service = await startOn(foundation)
  })
  afterAll(() => service.stop())

  it('every such call wants the password again once the sign-in with it is a quarter of an hour old', async () => {
    const person = await admin('aged')
    expect(await callsThatAsk(person)).toEqual([])
    await letProofsAge(person.userId)
    expect(await callsThatAsk(person)).toEqual([...PROVEN].sort())
    expect(await call(person, 'users.update')).toEqual({ ...NONE, password: true })
    expect(await prove(person, TEST_PASSWORD)).toBe('ok')
    expect(await callsThatAsk(person)).toEqual([])
    await letProofsAge(person.userId)
    expect(await callsThatAsk(person)).toEqual([...PROVEN].sort())
  })

  it('a refused call has changed nothing, the same call after the password does', async () => {
    const person = await admin('edits')
    await letProofsAge(person.userId)
    const seen = { userType: 'admin', creditsRemaining: 5 }
    const edit = { id: person.userId, creditsRemaining: 105, seen, reason: '补偿' }
    const balance = async () => (await person.api.admin.users.get({ id: person.userId })).user.creditsRemaining
    expect(await call(person, 'users.update', edit)).toEqual({ ...NONE, password: true })
    expect(await balance()).toBe(5)
    await prove(person, TEST_PASSWORD)
    expect(await call(person, 'users.update', edit)).toBe('ok')
    expect(await balance()).toBe(105)
  })

  it('wrong passwords are counted with all other guesses of it; after five the right one is refused, too', async () => {
    const person = await admin('guesses')
    await letProofsAge(person.userId)
    for (let n = 0; n < 4; n += 1) expect(await prove(person, `wrong-${n}`)).toBe('password-wrong')
    // The fifth somewhere else.
    expect(await answerOf(person.api.passkeys.begin({ password: 'wrong' }))).toBe('password-wrong')
    expect(await prove(person, TEST_PASSWORD)).toBe('too-many-attempts')
    expect(await call(person, 'exports.read')).toEqual({ ...NONE, password: true })
  })

  it('the password is shown in one browser: another one of the same administrator, and a copied access token, show nothing', async () => {
    const person = await admin('browsers')
    const elsewhere = await signInPerson(origin(), own(), 'browsers@proof.example.com')
    await letProofsAge(person.userId)
    expect(await prove(person, TEST_PASSWORD)).toBe('ok')
    await elsewhere.api.admin.session.open()
    expect(await call(elsewhere, 'users.setRole')).toEqual({ ...NONE, password: true })
    const { authorization } = person.headers
    const path = '/api/v1/admin/session/proof'
    const copied = await postTo(origin(), own())(path, { password: TEST_PASSWORD }, { authorization: authorization! })
    expect(copied.status).toBe(401)
    await person.api.admin.session.open()
    expect(asksForProof(await call(person, 'users.setRole'))).toBe(false)
  })

  it('an account without a password signs in again', async () => {
    const person = await admin('provider')
    await sql('update auth_accounts set password = null where user_id = $1', person.userId)
    await letProofsAge(person.userId)
    expect(await callsThatAsk(person)).toEqual([...PROVEN].sort())
    expect(await call(person, 'refunds.grant')).toEqual({ ...NONE, signIn: true })
    for (const password of ['', TEST_PASSWORD]) expect(await prove(person, password)).toBe('fresh-sign-in-needed')
    expect(await call(person, 'refunds.grant')).toEqual({ ...NONE, signIn: true })
    await sql('update auth_sessions set created_at = now() where user_id = $1', person.userId)
    expect(await callsThatAsk(person)).toEqual([])
  })

  it('one with an authenticator shows its code: the password alone is nothing there', async () => {
    const { person, totpUri } = await addAuthenticator(await admin('code'))
    expect(await callsThatAsk(person)).toEqual([])
    await letProofsAge(person.userId)
    expect(await callsThatAsk(person)).toEqual([...PROVEN].sort())
    expect(await prove(person, TEST_PASSWORD)).toBe('ok')
    expect(await call(person, 'pool.update')).toEqual({ ...NONE, code: true })
    const verified = await postTo(origin(), own())(
      '/api/auth/two-factor/verify-totp',
      { code: totpOf(totpUri, 1) },
      { cookie: person.cookie },
    )
    expect(verified.status).toBe(200)
    expect(await callsThatAsk(person)).toEqual([])
  })
})

describe('where administrators need a second factor to come in', () => {
  beforeAll(async () => {
    foundation = await openTestFoundation({ ADMIN_SECOND_FACTOR: 'on' })
    service = await startOn(foundation)
  })
  afterAll(() => service.stop())

  it('without one nothing opens, by no password; with one of this morning every such call asks for it again', async () => {
    const without = await admin('guarded')
    expect(await prove(without, TEST_PASSWORD)).toBe('ok')
    expect(await callsThatAsk(without)).toEqual([...CALLS].sort())
    expect(await call(without, 'users.list')).toEqual(NONE)
    const { person } = await addAuthenticator(without)
    expect(await callsThatAsk(person)).toEqual([])
    await letProofsAge(person.userId)
    expect(await callsThatAsk(person)).toEqual([...PROVEN].sort())
    expect(await prove(person, TEST_PASSWORD)).toBe('ok')
    expect(await call(person, 'coupons.codes')).toEqual({ ...NONE, code: true })
  })
})
