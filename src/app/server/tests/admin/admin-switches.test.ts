// What the operator's switches and limits stop, and what they do not: set by the real calls, met by a user over HTTP (document 2 §4, §5;
// C-41, C-48, P-17, U-19, U-24).
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#app/contract.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { AccessMeta } from '#platform/procedures.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { callsOf } from '../../testing/role-callers.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signInPerson, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

/** Its days begin at another hour than those of the SQL functions' default. */
const TIME_ZONE = 'Pacific/Kiritimati'
const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let admin: TestPerson
let photo: Buffer
let people = 0
const origin = () => `http://127.0.0.1:${service.port}`
const email = (number: number) => `consumer-${number}@switches.example.com`

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const paper = sharp({ create: { width: 64, height: 48, channels: 3, background: '#446688', noise } })
  photo = await paper.png().toBuffer()
  foundation = await openTestFoundation({ PROVIDER: 'scripted', TIME_ZONE })
  service = await startOn(foundation, { provider })
  admin = await signUpAdmin(foundation, origin(), 'operator@switches.example.com')
})
afterAll(() => service.stop())
afterEach(async () => {
  provider.next({})
  await admin.api.admin.settings.setEmergencyStop({ isOn: false })
  await admin.api.admin.settings.setMaintenance({ isOn: false })
  await admin.api.admin.settings.save({ apiRateLimit: 100, maxDailyCreditsPerUser: 1000 })
})

async function consumer(userType = 'free'): Promise<TestPerson> {
  people += 1
  const person = await signUpPerson(origin(), foundation.settings.publicOrigin, email(people))
  await foundation.database.query('update user_profiles set user_type = $2 where id = $1', [person.userId, userType])
  return person
}
/** Starts a run of 2 credits. */
const start = async ({ api, userId }: TestPerson) =>
  api.processing.jobs.start(startOf({ uploadId: await createTestUpload(foundation, userId) }))
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    ({ code, data, status }: { code?: string; data?: unknown; status?: number }) => ({ code, data, status }),
  )
const finished = ({ api }: TestPerson, id: string) =>
  eventually(
    () => api.processing.jobs.get({ id }),
    ({ status }) => status === 'completed',
  )
const run = async (person: TestPerson) => finished(person, (await start(person)).id)
const credits = async ({ api }: TestPerson) => (await api.account.profile.get()).credits.remaining
interface Definition {
  readonly meta: AccessMeta
  readonly route: { readonly method?: string }
}
const definitionOf = (path: string): Definition => {
  const call = path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], contract)
  return (call as { '~orpc': Definition })['~orpc']
}
const countOfJobs = async ({ userId }: TestPerson) =>
  (
    await foundation.database.query<{ n: number }>(
      'select count(*)::int as n from processing_history where user_id = $1',
      [userId],
    )
  )[0]!.n

describe('[ADM-SET-08] emergency stop', () => {
  it('refuses every start before it costs anything, administrators included, and lets go when it ends', async () => {
    const person = await consumer()
    await admin.api.admin.settings.setEmergencyStop({ isOn: true })
    for (const caller of [person, admin])
      expect(await refusalOf(start(caller))).toMatchObject({ code: 'emergency-stop', status: 503 })
    expect([await credits(person), await countOfJobs(person), await countOfJobs(admin)]).toEqual([5, 0, 0])
    await admin.api.admin.settings.setEmergencyStop({ isOn: false })
    await run(person)
    expect(await credits(person)).toBe(3)
  })

  it('also refuses the documented calls', async () => {
    const person = await consumer()
    await admin.api.admin.settings.setEmergencyStop({ isOn: true })
    const calls = {
      'topaz-process': { functionType: 'denoise', model: 'Normal' },
      'topaz-process-async': { functionType: 'restore', model: 'Dust-Scratch' },
    }
    for (const [name, call] of Object.entries(calls)) {
      const answer = await fetch(`${origin()}/api/functions/${name}`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ image: photo.toString('base64'), params: {}, ...call }),
      })
      expect([name, answer.status, await answer.text()]).toEqual([name, 503, expect.stringContaining('AI 处理已暂停')])
    }
    expect([await credits(person), await countOfJobs(person)]).toEqual([5, 0])
  })

  it('lets a running job finish, and login, profile, upload and history work', async () => {
    const person = await consumer()
    provider.next({ durationMs: 1500 })
    const { id } = await start(person)
    await admin.api.admin.settings.setEmergencyStop({ isOn: true })
    const again = await signInPerson(origin(), foundation.settings.publicOrigin, email(people))
    expect((await again.api.history.list({})).entries).toHaveLength(1)
    const body = new FormData()
    body.append('purpose', 'main')
    body.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'a.png')
    const upload = await fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers, body })
    expect(upload.status).toBe(200)
    expect((await finished(person, id)).creditsConsumed).toBe(2)
  })
})

describe('[ADM-SET-09] maintenance', () => {
  it('refuses consumers and visitors with 503, serves administrators, and lets a running job finish', async () => {
    const person = await consumer()
    provider.next({ durationMs: 1500 })
    const { id } = await start(person)
    await admin.api.admin.settings.setMaintenance({ isOn: true })
    const calls = [
      () => person.api.history.list({}),
      () => person.api.processing.jobs.get({ id }),
      () => start(person),
      () => person.api.processing.capabilities(),
    ]
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ code: 'maintenance', status: 503 })
    const visitor = await fetch(`${origin()}/api/v1/processing/capabilities`, { headers: { apikey: 'huanying-web' } })
    expect(visitor.status).toBe(503)
    const upload = await fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers })
    expect(upload.status).toBe(503)
    expect(await person.api.site.status()).toMatchObject({ maintenance: true })
    await signInPerson(origin(), foundation.settings.publicOrigin, email(people))
    expect((await admin.api.history.list({})).entries).toEqual(expect.any(Array))
    const stateOf = () =>
      foundation.database.query<{ status: string }>('select status from processing_history where id = $1', [id])
    await eventually(stateOf, ([row]) => row!.status === 'completed')
    await admin.api.admin.settings.setMaintenance({ isOn: false })
    expect((await person.api.processing.jobs.get({ id })).status).toBe('completed')
    expect(await credits(person)).toBe(3)
  })
})

describe('[ADM-SET-32] each call says maintenance in its own form', () => {
  it('[DATA-PROC-25] [PROC-09] [PROC-12] the documented calls with success and the error, also for a token that is none', async () => {
    const person = await consumer()
    const callBoth = async (headers: Record<string, string>) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
      const async = `${origin()}/api/functions/topaz-process-async`
      const answers = [
        await fetch(`${origin()}/api/functions/topaz-process`, init),
        await fetch(async, init),
        await fetch(`${async}?taskId=x`, { headers }),
      ]
      return Promise.all(answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })))
    }
    const forged = await callBoth({ ...person.headers, authorization: 'Bearer no-token' })
    for (const { status, body } of forged)
      expect([status, body]).toEqual([401, { success: false, error: expect.stringMatching(/[一-鿿]{4}/) }])
    await admin.api.admin.settings.setMaintenance({ isOn: true })
    for (const { status, body } of await callBoth(person.headers))
      expect([status, body]).toEqual([503, { success: false, error: messageFromRegister({ code: 'maintenance' }) }])
    const plain = await fetch(`${origin()}/api/v1/history`, { headers: person.headers })
    expect([plain.status, ((await plain.json()) as { code: string }).code]).toEqual([503, 'maintenance'])
    const upload = await fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers })
    expect(await upload.json()).toEqual({ code: 'maintenance' })
  })
})

describe('[ADM-SET-10] api_rate_limit', () => {
  it('holds at its number of starts in a minute and works at once when it is changed, also for unlimited tiers', async () => {
    for (const type of ['free', 'vip']) {
      const person = await consumer(type)
      await admin.api.admin.settings.save({ apiRateLimit: 1 })
      await run(person)
      const before = await credits(person)
      const refused = { code: 'rate-limited', data: { limit: 1 }, status: 429 }
      expect(await refusalOf(start(person))).toEqual(refused)
      expect([await credits(person), await countOfJobs(person)]).toEqual([before, 1])
      await admin.api.admin.settings.save({ apiRateLimit: 1000 })
      await run(person)
    }
  })

  it("counts one person's uploads, starts and changes together; reading, ways out and the operator stay open beyond it", async () => {
    const person = await consumer()
    await admin.api.admin.settings.save({ apiRateLimit: 3 })
    const upload = () => {
      const body = new FormData()
      body.set('purpose', 'home')
      body.set('file', new File([new Uint8Array(photo)], 'photo.png'))
      return fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers, body })
    }
    const rename = () => person.api.account.profile.update({ username: '换个名字' })
    expect((await upload()).status).toBe(200)
    await rename()
    provider.next({ hangs: true })
    const job = await start(person)
    const answer = await upload()
    expect([answer.status, await answer.json()]).toEqual([429, { code: 'rate-limited', data: { limit: 3 } }])
    const refused = { code: 'rate-limited', data: { limit: 3 }, status: 429 }
    for (const call of [rename(), start(person)]) expect(await refusalOf(call)).toEqual(refused)
    expect((await person.api.history.list({})).entries).not.toHaveLength(0)
    await person.api.processing.jobs.cancel({ id: job.id })
    expect(await countOfJobs(person)).toBe(1)
    expect((await consumer()).userId).not.toBe(person.userId)
    for (const apiRateLimit of [4, 5, 6, 100]) await admin.api.admin.settings.save({ apiRateLimit })
    await rename()
  })

  it('counts a minute: half of one later it holds, a whole one later it lets go', async () => {
    const person = await consumer()
    await admin.api.admin.settings.save({ apiRateLimit: 1 })
    const rename = () => refusalOf(person.api.account.profile.update({ username: '又一个名字' }))
    const halfAMinuteLater = () =>
      foundation.database.query('update auth_rate_limits set last_request = last_request - 30000')
    expect(await rename()).toBe('ok')
    await halfAMinuteLater()
    expect(await rename()).toMatchObject({ code: 'rate-limited' })
    await halfAMinuteLater()
    expect(await rename()).toBe('ok')
  })

  // A call that is added is counted unless somebody writes its name here.
  it('names what it does not count', () => {
    const uncounted = callsOf(contract).filter((path) => {
      const { meta, route } = definitionOf(path)
      return meta.access === 'signed-in' && route.method !== 'GET' && meta.isUncounted
    })
    expect(uncounted.sort()).toEqual([
      'account.devices.remove',
      'account.devices.removeOthers',
      'admin.session.close',
      'admin.session.open',
      'admin.session.prove',
      'billing.purchaseWish.withdraw',
      'history.archive',
      'merge.cancel',
      'processing.consent.revoke',
      'processing.jobs.cancel',
      'processing.jobs.export',
      'processing.jobs.start',
      'processing.jobs.tiles',
      'processing.jobs.view',
      'processing.quote',
      'processing.shares.revoke',
      'processing.uploads.tiles',
      'processing.uploads.view',
    ])
  })
})

describe('[ADM-SET-11] max_daily_credits_per_user', () => {
  it('lets the last credit through and refuses the next, by list price, also for unlimited tiers', async () => {
    for (const type of ['free', 'vip']) {
      const person = await consumer(type)
      await admin.api.admin.settings.save({ maxDailyCreditsPerUser: 3 })
      await run(person)
      expect(await refusalOf(start(person))).toEqual({ code: 'daily-limit', data: { limit: 3 }, status: 429 })
      await admin.api.admin.settings.save({ maxDailyCreditsPerUser: 4 })
      await run(person)
      const before = await credits(person)
      expect(await refusalOf(start(person))).toEqual({ code: 'daily-limit', data: { limit: 4 }, status: 429 })
      expect(await credits(person)).toBe(before)
    }
  })

  it("counts the day of the service's zone (U-19)", async () => {
    const person = await consumer()
    await admin.api.admin.settings.save({ maxDailyCreditsPerUser: 2 })
    const { id } = await run(person)
    const moveTo = (moment: string) =>
      foundation.database.query(
        `update processing_history
            set created_at = (date_trunc('day', now() at time zone $2::text) at time zone $2::text) + $3::text::interval
          where id = $1`,
        [id, TIME_ZONE, moment],
      )
    await moveTo('0 seconds')
    expect(await refusalOf(start(person))).toMatchObject({ code: 'daily-limit' })
    await moveTo('-1 second')
    expect(await refusalOf(start(person))).toBe('ok')
  })
})
