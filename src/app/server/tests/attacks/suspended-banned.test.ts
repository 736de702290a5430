// Suspended and banned accounts over HTTP (U-14; C-03; decision 0051). Suspended ones sign in, read and take along what they have, and start
// nothing by any entrance; banned ones are out at once and stay out. Also when it happens in the middle of a session, of a run or of an answer.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { statusOfError } from '#rulebook/errors/error-statuses.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { START_GUARD_ERRORS } from '#rulebook/runs/start-guards.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let image: string
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
  const noise = Uint8Array.from({ length: 64 * 48 * 3 }, (_, n) => (n * 2654435761) >>> 24)
  const picture = sharp(noise, { raw: { width: 64, height: 48, channels: 3 } })
  image = (await picture.jpeg().toBuffer()).toString('base64')
})
afterAll(() => service.stop())

const STANDINGS = {
  suspended: { type: 'free', status: 'suspended', refusal: 'suspended' },
  'suspended with an unlimited tier': { type: 'vip', status: 'suspended', refusal: 'suspended' },
  banned: { type: 'free', status: 'banned', refusal: 'banned' },
  'banned with an unlimited tier': { type: 'premium', status: 'banned', refusal: 'banned' },
  'banned by type': { type: 'banned', status: 'active', refusal: 'banned' },
} as const
type Standing = keyof typeof STANDINGS
const NAMES = Object.keys(STANDINGS) as Standing[]
const SUSPENDED = NAMES.filter((name) => STANDINGS[name].refusal === 'suspended')
const BANNED = NAMES.filter((name) => STANDINGS[name].refusal === 'banned')

const DOCUMENTED_CALLS = { 'topaz-process': 'denoise', 'topaz-process-async': 'restore' }

const own = () => foundation.settings.publicOrigin
const origin = () => `http://127.0.0.1:${service.port}`
const post: ReturnType<typeof postTo> = (...call) => postTo(origin(), own())(...call)
const emailOf = (name: string) => `${name.replaceAll(' ', '-')}@standing.example.com`

async function put({ userId }: TestPerson, standing: Standing): Promise<void> {
  const { type, status } = STANDINGS[standing]
  await foundation.database.query('update user_profiles set user_type = $2, status = $3 where id = $1', [
    userId,
    type,
    status,
  ])
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )
const finished = ({ api }: TestPerson, id: string) =>
  eventually(
    () => api.processing.jobs.get({ id }),
    ({ status }) => status === 'completed' || status === 'failed',
  )
const moneyOf = async ({ userId }: TestPerson) => {
  const [row] = await foundation.database.query<{ remaining: number; jobs: number }>(
    `select credits_remaining as remaining, (select count(*)::int from processing_history where user_id = $1) as jobs
       from user_profiles where id = $1`,
    [userId],
  )
  return row!
}

describe.each(SUSPENDED)('[TIER-01] [TIER-02] an account that is %s in the middle of a session', (standing) => {
  it('keeps what it has and starts nothing, by any entrance, with the token of before', async () => {
    const person = await signUpPerson(origin(), own(), emailOf(standing))
    const { api, headers } = person
    provider.next({})
    const uploadId = await createTestUpload(foundation, person.userId)
    const { id: jobId } = await api.processing.jobs.start(startOf({ uploadId }))
    await finished(person, jobId)
    const before = await moneyOf(person)
    await put(person, standing)

    const { refusal } = STANDINGS[standing]
    const requests = provider.requests.length
    expect(await refusalOf(api.processing.jobs.start(startOf({ uploadId })))).toBe(refusal)
    expect(await refusalOf(api.processing.jobs.start(startOf({ parentJobId: jobId })))).toBe(refusal)
    expect(await refusalOf(api.billing.buy({ packId: 'small', provider: 'alipay' }))).toBe(refusal)
    expect(await refusalOf(api.billing.checkout({ id: uploadId }))).toBe(refusal)
    for (const [path, functionType] of Object.entries(DOCUMENTED_CALLS)) {
      const answer = await post(`/api/functions/${path}`, { image, functionType }, headers)
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        403,
        { success: false, error: START_GUARD_ERRORS[refusal] },
      ])
    }
    expect(await moneyOf(person)).toEqual(before)
    expect(provider.requests.length).toBe(requests)

    const again = await signInPerson(origin(), own(), emailOf(standing))
    const { entries } = await again.api.history.list({})
    expect(entries.map(({ id }) => id)).toEqual([uploadId])
    const { address } = await again.api.ownData.export({ password: TEST_PASSWORD })
    for (const open of [entries[0]!.records[0]!.result!.downloadAddress, address])
      expect((await fetch(local(open))).status).toBe(200)
    expect(await again.api.account.profile.get()).toMatchObject({
      status: STANDINGS[standing].status,
      user_type: STANDINGS[standing].type,
    })
  })

  it('gets the run that was going on, for the price that was shown', async () => {
    const person = await signUpPerson(origin(), own(), `run-${emailOf(standing)}`)
    const uploadId = await createTestUpload(foundation, person.userId)
    provider.next({ durationMs: 300, fractions: [0.2, 0.6] })
    const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
    await put(person, standing)
    expect(await finished(person, id)).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect((await moneyOf(person)).remaining).toBe(3)
  })

  it('may cancel it, and has the credits back', async () => {
    const person = await signUpPerson(origin(), own(), `cancel-${emailOf(standing)}`)
    const uploadId = await createTestUpload(foundation, person.userId)
    provider.next({ hangs: true })
    const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
    await put(person, standing)
    await person.api.processing.jobs.cancel({ id })
    expect(await finished(person, id)).toMatchObject({ status: 'failed' })
    expect((await moneyOf(person)).remaining).toBe(5)
  })
})

describe.each(BANNED)('[TIER-01] [TIER-02] an account that is %s in the middle of a session', (standing) => {
  it('is out at once: its token opens nothing, its cookie gives no other, and neither password nor upload gets in', async () => {
    const person = await signUpPerson(origin(), own(), emailOf(standing))
    const uploadId = await createTestUpload(foundation, person.userId)
    const before = await moneyOf(person)
    await put(person, standing)

    const { api, headers } = person
    expect(await refusalOf(api.account.profile.get())).toBe('banned')
    expect(await refusalOf(api.history.list({}))).toBe('banned')
    expect(await refusalOf(api.processing.jobs.start(startOf({ uploadId })))).toBe('banned')
    expect(await refusalOf(api.billing.buy({ packId: 'small', provider: 'alipay' }))).toBe('banned')
    for (const path of [
      '/api/uploads',
      '/api/account/avatar',
      ...Object.keys(DOCUMENTED_CALLS).map((name) => `/api/functions/${name}`),
    ])
      expect([path, (await post(path, { image, functionType: 'denoise' }, headers)).status]).toEqual([path, 403])
    expect(await (await post('/api/v1/account/session', {}, { cookie: person.cookie })).json()).toBeNull()
    const entry = await post('/api/auth/sign-in/email', { email: emailOf(standing), password: TEST_PASSWORD })
    expect([entry.status, await entry.json()]).toMatchObject([403, { code: 'account-banned' }])
    const wrong = await post('/api/auth/sign-in/email', { email: emailOf(standing), password: 'not-it-17' })
    expect(wrong.status).toBe(401)
    expect(await moneyOf(person)).toEqual(before)
  })

  it('keeps the run that was going on, for the price that was shown', async () => {
    const person = await signUpPerson(origin(), own(), `run-${emailOf(standing)}`)
    const uploadId = await createTestUpload(foundation, person.userId)
    provider.next({ durationMs: 300, fractions: [0.2, 0.6] })
    const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
    await put(person, standing)
    const read = async () => {
      const [row] = await foundation.database.query('select status from processing_history where id = $1', [id])
      return row
    }
    await expect.poll(read, { timeout: 20_000 }).toEqual({ status: 'completed' })
    expect((await moneyOf(person)).remaining).toBe(3)
  })
})

describe('an answer that was asked for before', () => {
  const ENDINGS: Readonly<
    Record<
      string,
      { refusal: 'banned' | 'session-expired'; end: (person: TestPerson, email: string) => Promise<unknown> }
    >
  > = {
    'a ban': { refusal: 'banned', end: (person) => put(person, 'banned') },
    'a sign-out': {
      refusal: 'session-expired',
      end: ({ cookie }) => post('/api/auth/sign-out', {}, { cookie }),
    },
    'a new password, set in another browser': {
      refusal: 'session-expired',
      end: async (_, email) => {
        const { cookie } = await signInPerson(origin(), own(), email)
        const passwords = { currentPassword: TEST_PASSWORD, newPassword: 'harbour-9023' }
        expect((await post('/api/auth/change-password', passwords, { cookie })).status).toBe(200)
      },
    },
  }

  it.each(Object.keys(ENDINGS))(
    'is that of topaz-process: it holds no result after %s, and the run keeps its price',
    async (name) => {
      const email = `${name.replaceAll(/\W+/g, '-')}@call.example.com`
      const person = await signUpPerson(origin(), own(), email)
      const { refusal, end } = ENDINGS[name]!
      let letGo = () => {}
      provider.next({ until: new Promise<void>((resolve) => (letGo = resolve)) })
      const asked = post('/api/functions/topaz-process', { image, functionType: 'denoise' }, person.headers)
      await expect.poll(() => moneyOf(person), { timeout: 20_000 }).toEqual({ remaining: 3, jobs: 1 })
      await end(person, email)
      letGo()
      const answer = await asked
      const { success, error, ...rest } = (await answer.json()) as Record<string, unknown>
      expect([answer.status, success, rest]).toEqual([statusOfError(refusal), false, {}])
      expect(error).toBe(messageFromRegister({ code: refusal }))
      expect(await moneyOf(person)).toEqual({ remaining: 3, jobs: 1 })
    },
  )

  it.each(Object.keys(ENDINGS))('is a live view: it tells nothing any more after %s', async (name) => {
    const email = `${name.replaceAll(/\W+/g, '-')}@view.example.com`
    const person = await signUpPerson(origin(), own(), email)
    const { refusal, end } = ENDINGS[name]!
    // Last of all: it keeps its worker.
    provider.next({ hangs: true })
    const uploadId = await createTestUpload(foundation, person.userId)
    const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
    const view = (await person.api.processing.jobs.watch({ id }))[Symbol.asyncIterator]()
    expect((await view.next()).value).toMatchObject({ id })
    await end(person, email)
    const progressSeen: unknown[] = []
    const rest = (async () => {
      for (let next = await view.next(); !next.done; next = await view.next()) progressSeen.push(next.value.progress)
    })()
    await foundation.database.query('update processing_history set progress = 42 where id = $1', [id])
    expect(await refusalOf(rest)).toBe(refusal)
    expect(progressSeen).not.toContain(42)
  })
})

it('a ban that is lifted opens the account again, for a new sign-in and for no token or cookie of before', async () => {
  const person = await signUpPerson(origin(), own(), 'lifted@standing.example.com')
  const uploadId = await createTestUpload(foundation, person.userId)
  await put(person, 'banned')
  await foundation.database.query(`update user_profiles set status = 'active' where id = $1`, [person.userId])
  expect(await refusalOf(person.api.processing.jobs.start(startOf({ uploadId })))).toBe('session-expired')
  const again = await signInPerson(origin(), own(), 'lifted@standing.example.com')
  provider.next({})
  expect(await refusalOf(again.api.processing.jobs.start(startOf({ uploadId })))).toBe('ok')
})

it('a banned administrator is no way through maintenance (C-03, C-48)', async () => {
  const people = ['active', 'banned'].map(async (status) => {
    const person = await signUpPerson(origin(), own(), `admin-${status}@standing.example.com`)
    await foundation.database.query(`update user_profiles set user_type = 'admin', status = $2 where id = $1`, [
      person.userId,
      status,
    ])
    return person
  })
  const [active, banned] = await Promise.all(people)
  await setMaintenance(true)
  expect(await refusalOf(banned!.api.history.list({}))).toBe('banned')
  expect(await refusalOf(active!.api.history.list({}))).toBe('ok')
  await setMaintenance(false)
})

async function setMaintenance(isOn: boolean): Promise<void> {
  await foundation.database.query(
    `insert into system_configs (config_key, config_value) values ('maintenance_mode', $1)
     on conflict (config_key) do update set config_value = excluded.config_value`,
    [String(isOn)],
  )
  const status = async () =>
    (await fetch(`${origin()}/api/v1/site/status`, { headers: { apikey: 'huanying-web' } })).json()
  await expect.poll(status, { timeout: 10_000 }).toMatchObject({ maintenance: isOn })
}

/** Signed addresses name the public origin. */
const local = (address: string) => {
  const { pathname, search } = new URL(address, own())
  return origin() + pathname + search
}
