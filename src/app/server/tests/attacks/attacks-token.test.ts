// A stolen access token against everything lasting of an account. Thieves hold more and more, up to the session cookie:
// without the password, or a sign-in of the last minutes where there is none, nothing changes and no code and no email leaves the house.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkTask } from '#features/account/contract.ts'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const KINDS = [
  'an account with a password',
  'one whose address nobody has confirmed',
  'one without a password',
] as const
type Kind = (typeof KINDS)[number]
interface Victim extends TestPerson {
  readonly methodId: string
}
interface Attack {
  readonly path: string
  readonly body?: (victim: Victim) => object | Promise<object>
}

/** What the documents let an owner do for good. The password of the bodies is the thief's guess. */
const GUESS = 'guessed-2026'
const ATTACKS: Readonly<Record<string, Attack>> = {
  'the email is changed': { path: '/api/auth/change-email', body: () => ({ newEmail: 'mine@thief.example.com' }) },
  'the password is changed': {
    path: '/api/auth/change-password',
    body: () => ({ currentPassword: GUESS, newPassword: 'stolen-2026', revokeOtherSessions: true }),
  },
  'a password is set': { path: '/api/auth/set-password', body: () => ({ newPassword: 'stolen-2026' }) },
  'the account is deleted': { path: '/api/v1/account/data/deletion', body: () => ({ password: GUESS }) },
  'the account is deleted, without a word': { path: '/api/v1/account/data/deletion' },
  'the account is deleted by the library': { path: '/api/auth/delete-user', body: () => ({ password: GUESS }) },
  'a method is unlinked': {
    path: '/api/v1/account/login-methods/:method/unbind',
    body: () => ({ password: GUESS }),
  },
  'a method is unlinked by the library': { path: '/api/auth/unlink-account', body: () => ({ providerId: 'github' }) },
  'a method is linked': {
    path: '/api/v1/account/login-methods/link',
    body: () => ({ provider: 'github', password: GUESS }),
  },
  'a method is linked by the library': {
    path: '/api/auth/link-social',
    body: () => ({ provider: 'github', callbackURL: '/' }),
  },
  'a method is linked by the plugin': {
    path: '/api/auth/oauth2/link',
    body: () => ({ providerId: 'github', callbackURL: '/' }),
  },
  'two-factor is switched on': { path: '/api/auth/two-factor/enable', body: () => ({ password: GUESS }) },
  'two-factor is switched off': {
    path: '/api/auth/two-factor/disable',
    body: () => ({ password: GUESS, code: '123456' }),
  },
  'recovery codes are made anew': {
    path: '/api/auth/two-factor/generate-backup-codes',
    body: () => ({ password: GUESS, code: '123456' }),
  },
  'a phone is bound': {
    path: '/api/v1/account/phone/bind-code',
    body: async () => ({ phone: '13900000001', proof: await workFor('13900000001'), password: GUESS }),
  },
  'a phone is bound with a made-up code': {
    path: '/api/v1/account/phone/confirm',
    body: () => ({ phone: '13900000001', code: '123456' }),
  },
  'a merge is begun': { path: '/api/v1/account/merge', body: () => ({ password: GUESS }) },
  'a merge is confirmed': { path: '/api/v1/account/merge/confirm' },
}

/** Done with the session cookie alone, by the owner too: none of them opens or closes a way in, all can be undone. */
const LESSER_ATTACKS: Readonly<Record<string, Attack>> = {
  'another method becomes the primary one': { path: '/api/v1/account/login-methods/:method/primary' },
  'all devices are signed out': { path: '/api/v1/account/devices/sign-out-others' },
}

const headersOf = ({ headers }: Victim): Record<string, string> => {
  const { cookie: _, ...withoutCookie } = headers
  return withoutCookie
}
const bearerOf = ({ headers }: Victim) => headers.authorization!.replace('Bearer ', '')
const THIEVES: Readonly<Record<string, (victim: Victim) => Record<string, string>>> = {
  'with the token alone': headersOf,
  'with the token and a session of their own': (victim) => ({ ...headersOf(victim), cookie: thief.cookie }),
  'with the token in the place of the cookie': (victim) => ({
    ...headersOf(victim),
    cookie: `huanying.session_token=${bearerOf(victim)}; huanying.session_token=${bearerOf(victim)}.x`,
  }),
}
const WITH_COOKIE = 'with token and cookie of a sign-in of yesterday'

let foundation: Foundation
let service: Service
let thief: TestPerson
const victims = {} as Record<Kind, Victim>
const emails: string[] = []
const messages: string[] = []

const own = () => foundation.settings.publicOrigin
const origin = () => `http://127.0.0.1:${service.port}`
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
const post: ReturnType<typeof postTo> = (...call) => postTo(origin(), own())(...call)

beforeAll(async () => {
  const opened = await openTestFoundation({ PROVIDER: 'scripted', GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'x' })
  foundation = {
    ...opened,
    mailer: { delivers: true, send: async ({ to, subject }) => void emails.push(`${to}: ${subject}`) },
    sms: { sendCode: async ({ phone }) => ({ status: 200, messageId: String(messages.push(phone)) }) },
  }
  service = await startOn(foundation)
  thief = await signedUp('thief@token.example.com')
  for (const kind of KINDS) victims[kind] = await newVictim(kind)
})
afterAll(() => service.stop())

async function signedUp(email: string): Promise<TestPerson> {
  await post('/api/auth/sign-up/email', { email, password: TEST_PASSWORD, name: '', acceptedTerms: TERMS_VERSION })
  await query('update auth_users set email_verified = true where email = $1', email)
  return signInPerson(origin(), own(), email)
}

async function newVictim(kind: Kind): Promise<Victim> {
  const person = await signedUp(`victim-${KINDS.indexOf(kind)}@token.example.com`)
  const { userId } = person
  const [method] = await query<{ id: string }>(
    `with tied as (insert into auth_accounts (user_id, account_id, provider_id) values ($1, $2, 'github'))
     insert into user_login_methods (user_id, method_type, method_value, verified) values ($1, 'github', $2, true) returning id`,
    userId,
    `github-${userId}`,
  )
  if (kind === KINDS[1]) await query('update auth_users set email_verified = false where id = $1', userId)
  if (kind === KINDS[2])
    await query(`delete from auth_accounts where user_id = $1 and provider_id = 'credential'`, userId)
  await query(`update auth_sessions set created_at = now() - interval '1 day' where user_id = $1`, userId)
  return { ...person, methodId: method!.id }
}

async function workFor(phone: string) {
  const task = await post('/api/v1/account/phone/task', {})
  return solveWork((await task.json()) as WorkTask, phone)
}

/** Everything that outlives the token. */
const lastingOf = ({ userId }: Victim) =>
  Promise.all(
    [
      'select email, email_verified, two_factor_enabled from auth_users where id = $1',
      'select provider_id, account_id, password from auth_accounts where user_id = $1 order by provider_id',
      'select secret, verified from auth_two_factors where user_id = $1',
      'select id from auth_sessions where user_id = $1 order by id',
      'select method_type, method_value, status, is_primary from user_login_methods where user_id = $1 order by id',
      'select phone, phone_verified, status, user_type from user_profiles where id = $1',
      'select id from account_merge_history where primary_user_id = $1',
      // A change of address that is asked for is noted; the mailbox of before has to agree.
      `select identifier from auth_verifications where value like $1::text || chr(37) and identifier not like 'change-email:%'`,
      'select id from verification_codes where user_id = $1',
    ].map((text) => query(text, userId)),
  )

async function attempt({ path, body }: Attack, victim: Victim, headers: Record<string, string>) {
  // The limits of guessing have tests of their own; here every attack has the first try.
  for (const table of ['auth_rate_limits', 'verification_limits']) await query(`delete from ${table}`)
  const answer = await post(path.replace(':method', victim.methodId), (await body?.(victim)) ?? {}, headers)
  await answer.body?.cancel()
  return answer.status
}

describe.each(KINDS)('against %s', (kind) => {
  it.each(Object.keys(THIEVES))('a thief %s changes nothing that lasts', async (held) => {
    const victim = victims[kind]
    const before = await lastingOf(victim)
    const done: [string, number][] = []
    for (const [name, attack] of Object.entries({ ...ATTACKS, ...LESSER_ATTACKS })) {
      const status = await attempt(attack, victim, THIEVES[held]!(victim))
      if (status < 400 || status >= 500) done.push([name, status])
    }
    // The library's routes read the cookie alone: with the own cookie the attacker changes only the own address.
    expect(done).toEqual(held.includes('of their own') ? [['the email is changed', 200]] : [])
    expect(await lastingOf(victim)).toEqual(before)
  })

  it(`a thief ${WITH_COOKIE} neither`, async () => {
    const victim = victims[kind]
    const before = await lastingOf(victim)
    for (const attack of Object.values(ATTACKS)) await attempt(attack, victim, victim.headers)
    expect(await lastingOf(victim)).toEqual(before)
  })
})

it('no code left the house, and no email but those that ask a confirmed old address for its consent', async () => {
  await expect.poll(() => emails).toContainEqual(expect.stringMatching(/^victim-2.*确认更换邮箱/))
  expect(messages).toEqual([])
  const others = emails.filter(
    (message) => !message.includes('请验证您的邮箱') && !/^(thief|victim-[02])@.*确认更换邮箱/.test(message),
  )
  expect(others).toEqual([])
})

it('a thief with the cookie guesses a password no oftener by changing it than elsewhere', async () => {
  await query('delete from auth_rate_limits')
  const { headers } = victims[KINDS[0]]
  const codes: unknown[] = []
  for (let tries = 0; tries < 7; tries++) {
    const body = { currentPassword: `${GUESS}-${tries}`, newPassword: 'stolen-2026' }
    const answer = await post('/api/auth/change-password', body, headers)
    codes.push(((await answer.json()) as { code?: string }).code)
  }
  expect(codes).toEqual([...Array<string>(5).fill('INVALID_PASSWORD'), 'too-many-attempts', 'too-many-attempts'])
  const merge = await post('/api/v1/account/merge', { password: TEST_PASSWORD }, headers)
  expect(merge.status).toBe(429)
})
