// Starting a run through HTTP on the real database: prices, tiers, every guard, and money that is never taken twice.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSettings } from '#rulebook/admin/system-settings.ts'
import { START_GUARD_ORDER } from '#rulebook/runs/start-guards.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import type { Job, StartJob } from '../../contract.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

let service: TestService
const openSettings = parseSettings({ api_rate_limit: '1000', max_daily_credits_per_user: '10000' })
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.systemSettings.value = openSettings
  service.provider.next({})
})

const start = async (userId: string, changes: Partial<StartJob> = {}): Promise<Job> =>
  service.clientOf(userId).processing.jobs.start(await startInput(service, userId, changes))
/** The refusal of a start. */
const refusal = async (userId: string | null, input: StartJob) => {
  const outcome = await service
    .clientOf(userId)
    .processing.jobs.start(input)
    .catch((error: { code: string; data?: unknown; status: number }) => error)
  const { code, data, status } = outcome as { code: string; data?: unknown; status: number }
  return { code, data, status }
}
const runsOf = async (userId: string) =>
  (
    await service.database.query<{ n: number }>(
      'select count(*)::int as n from processing_history where user_id = $1',
      [userId],
    )
  )[0]!.n

describe('the price of a run', () => {
  it.each([
    ['[PRICE-01]', 'enhance', 2],
    ['[PRICE-02]', 'sharpen', 2],
    ['[PRICE-03]', 'denoise', 2],
    ['[PRICE-04]', 'lighting', 2],
    ['[PRICE-05]', 'enhance-generative', 5],
    ['[PRICE-06]', 'sharpen-generative', 4],
    ['[PRICE-07]', 'restore-generative', 3],
  ] as const)('%s of %s is held, captured and recorded: %i', async (_row, key, credits) => {
    const userId = await createTestUser(service.database)
    const job = await start(userId, { modelKey: TOOLS[key].defaultModel, shownCredits: credits })
    expect(job.creditsHeld).toBe(credits)
    const last = (await watchToEnd(service, userId, job.id)).at(-1)
    expect(last).toMatchObject({ status: 'completed', creditsConsumed: credits, processType: key })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5 - credits, ledger: 5 - credits })
  })

  it('[PRICE-09] is refused when another number was shown, lower or higher, and nothing is taken', async () => {
    const userId = await createTestUser(service.database)
    for (const shownCredits of [1, 3]) {
      const input = await startInput(service, userId, { shownCredits })
      expect(await refusal(userId, input)).toEqual({ code: 'price-changed', data: { credits: 2 }, status: 409 })
    }
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('is 1 for a standard enlargement known to be at most twofold, and 2 above it or in auto mode (C-08)', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    const uploadId = await createTestUpload(service, userId, 1024)
    const at = (height: number, shownCredits: number, mode: 'auto' | 'manual' = 'manual') =>
      start(userId, { source: { uploadId }, mode, params: { output_height: height }, shownCredits })
    expect((await at(2048, 1)).creditsHeld).toBe(1)
    await watchToEnd(service, userId, (await at(2112, 2)).id)
    const auto = await at(2048, 2, 'auto')
    expect(auto).toMatchObject({ creditsHeld: 2, params: {} })
    await watchToEnd(service, userId, auto.id)
  })

  it('is that of the size, whoever chose it: a larger picture is doubled by itself for 1, and an exact 2× is taken (decision 0096)', async () => {
    const userId = await createTestUser(service.database)
    const uploadId = await createTestUpload(service, userId, 1055)
    const input = { source: { uploadId }, shownCredits: 1 }
    const auto = await start(userId, { ...input, mode: 'auto' })
    expect(auto).toMatchObject({ creditsHeld: 1, params: {} })
    await watchToEnd(service, userId, auto.id)
    const twice = await start(userId, { ...input, mode: 'manual', params: { output_height: 2110 } })
    expect(twice.creditsHeld).toBe(1)
    await watchToEnd(service, userId, twice.id)
    const beside = await startInput(service, userId, { ...input, mode: 'manual', params: { output_height: 2111 } })
    expect(await refusal(userId, beside)).toMatchObject({ code: 'parameter-invalid' })
  })
})

describe('tiers', () => {
  it('whoever was shown that nothing is taken is not charged once the tier has changed; a page of before names the price', async () => {
    const userId = await createTestUser(service.database, { userType: 'premium' })
    for (const shownCredits of [0, 2]) {
      const job = await start(userId, { shownCredits })
      expect(job.creditsHeld).toBe(0)
      await watchToEnd(service, userId, job.id)
    }
    expect(await refusal(userId, await startInput(service, userId, { shownCredits: 3 }))).toMatchObject({
      code: 'price-changed',
      data: { credits: 0 },
    })
    await service.database.query(`update user_profiles set user_type = 'free' where id = $1`, [userId])
    const seen = await startInput(service, userId, { shownCredits: 0 })
    expect(await refusal(userId, seen)).toEqual({ code: 'price-changed', data: { credits: 2 }, status: 409 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it.each([['premium'], ['vip'], ['admin']])(
    '[TIER-05] [TIER-14] %s starts without credits; nothing is taken and the list price is kept (C-05)',
    async (userType) => {
      const userId = await createTestUser(service.database, { userType })
      await service.database.query(
        `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'adjust', -5, -5, 'x')`,
        [userId],
      )
      const job = await start(userId)
      const last = (await watchToEnd(service, userId, job.id)).at(-1)
      expect(last).toMatchObject({ status: 'completed', creditsConsumed: 0 })
      const [row] = await service.database.query('select list_credits from processing_history where id = $1', [job.id])
      expect(row).toEqual({ list_credits: 2 })
      expect(await readMoney(service.database, userId)).toEqual({ balance: 0, ledger: 0 })
    },
  )

  it.each([[{ userType: 'banned' }], [{ status: 'banned' }], [{ userType: 'vip', status: 'banned' }]])(
    '[TIER-01] [TIER-02] refuses a banned account %o',
    async (profile) => {
      const userId = await createTestUser(service.database, profile)
      expect(await refusal(userId, await startInput(service, userId))).toMatchObject({ code: 'banned', status: 403 })
    },
  )

  it('[TIER-03] [PROC-02] [PROC-03] refuses one credit too few without a provider call, and accepts the exact price', async () => {
    const userId = await createTestUser(service.database)
    const generative = { modelKey: 'sharpen/generative/super-focus-v2', shownCredits: 4 }
    await watchToEnd(service, userId, (await start(userId)).id)
    const calls = service.provider.requests.length
    expect(await refusal(userId, await startInput(service, userId, generative))).toEqual({
      code: 'insufficient-credits',
      data: { needed: 4, remaining: 3 },
      status: 402,
    })
    expect(service.provider.requests.length).toBe(calls)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    const exact = { modelKey: 'restore/dust-scratch', shownCredits: 3 }
    const last = (await watchToEnd(service, userId, (await start(userId, exact)).id)).at(-1)
    expect(last!.status).toBe('completed')
    expect(await readMoney(service.database, userId)).toEqual({ balance: 0, ledger: 0 })
  })
})

describe('guards', () => {
  it('[PROC-01] demand a signed-in person', async () => {
    const userId = await createTestUser(service.database)
    expect(await refusal(null, await startInput(service, userId))).toMatchObject({
      code: 'login-required',
      status: 401,
    })
  })

  it('refuse in maintenance, yet not an admin who tries the service (C-48)', async () => {
    service.systemSettings.value = { ...openSettings, maintenanceMode: true }
    const userId = await createTestUser(service.database)
    expect(await refusal(userId, await startInput(service, userId))).toMatchObject({ code: 'maintenance', status: 503 })
    const admin = await createTestUser(service.database, { userType: 'admin' })
    await watchToEnd(service, admin, (await start(admin)).id)
  })

  it('refuse in an emergency stop, admins too (C-48)', async () => {
    service.systemSettings.value = { ...openSettings, emergencyStop: true }
    const userId = await createTestUser(service.database, { userType: 'admin' })
    expect(await refusal(userId, await startInput(service, userId))).toMatchObject({ code: 'emergency-stop' })
  })

  it('refuse a suspended account (U-14)', async () => {
    const userId = await createTestUser(service.database, { status: 'suspended' })
    expect(await refusal(userId, await startInput(service, userId))).toMatchObject({ code: 'suspended' })
  })

  it('count the presses of one minute, also of unlimited tiers and refused ones (C-41, U-24)', async () => {
    service.systemSettings.value = { ...openSettings, apiRateLimit: 2 }
    const userId = await createTestUser(service.database, { userType: 'vip' })
    for (let n = 0; n < 2; n += 1) {
      const input = await startInput(service, userId, { modelKey: 'enhance/standard/unknown' })
      expect(await refusal(userId, input)).toMatchObject({ code: 'unknown-model' })
    }
    expect(await refusal(userId, await startInput(service, userId))).toEqual({
      code: 'rate-limited',
      data: { limit: 2 },
      status: 429,
    })
    const other = await createTestUser(service.database)
    await watchToEnd(service, other, (await start(other)).id)
  })

  it('refuse what the provider cannot honour, but not a switch that is off or an empty text (P-33)', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    const faces = await startInput(service, userId, { mode: 'manual', params: { face_enhancement: true } })
    expect(await refusal(userId, faces)).toMatchObject({
      code: 'parameter-unsupported',
      data: { key: 'face_enhancement', reason: '不支持人脸增强' },
    })
    const generative = { modelKey: 'enhance/generative/redefine', mode: 'manual', shownCredits: 5 } as const
    const prompt = await startInput(service, userId, { ...generative, params: { prompt: '人像' } })
    expect(await refusal(userId, prompt)).toMatchObject({ code: 'parameter-unsupported', data: { key: 'prompt' } })
    await watchToEnd(service, userId, (await start(userId, { mode: 'manual', params: { face_enhancement: false } })).id)
    await watchToEnd(service, userId, (await start(userId, { ...generative, params: { prompt: '' } })).id)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 18, ledger: 18 })
  })

  it("refuse an unknown, a deleted, another user's and an expired picture", async () => {
    const userId = await createTestUser(service.database)
    const other = await createTestUser(service.database)
    const foreign = await createTestUpload(service, other)
    const deleted = await createTestUpload(service, userId)
    const expired = await createTestUpload(service, userId)
    await service.database.query(`update user_uploads set status = 'deleted' where id = $1`, [deleted])
    await service.database.query(`update user_uploads set files_removed_at = now() where id = $1`, [expired])
    const codeOf = async (uploadId: string) =>
      (await refusal(userId, await startInput(service, userId, { source: { uploadId } }))).code
    expect(await codeOf(crypto.randomUUID())).toBe('upload-missing')
    expect(await codeOf(foreign)).toBe('upload-missing')
    expect(await codeOf(deleted)).toBe('upload-missing')
    expect(await codeOf(expired)).toBe('upload-expired')
    expect(await runsOf(userId)).toBe(0)
  })

  it('limit the jobs of one user that wait or run (U-29)', async () => {
    service.provider.next({ hangs: true })
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    const jobs = [await start(userId), await start(userId), await start(userId)]
    expect(await refusal(userId, await startInput(service, userId))).toMatchObject({
      code: 'too-many-jobs',
      data: { limit: 3 },
    })
    for (const { id } of jobs) await service.clientOf(userId).processing.jobs.cancel({ id })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 25, ledger: 25 })
  })

  it('limit the credits of one day by list price, failed runs not counted (U-24)', async () => {
    service.systemSettings.value = { ...openSettings, maxDailyCreditsPerUser: 4 }
    const userId = await createTestUser(service.database, { userType: 'premium' })
    service.provider.next({ failure: 'broken' }, {})
    await watchToEnd(service, userId, (await start(userId)).id)
    await watchToEnd(service, userId, (await start(userId)).id)
    await watchToEnd(service, userId, (await start(userId)).id)
    expect(await refusal(userId, await startInput(service, userId))).toMatchObject({
      code: 'daily-limit',
      data: { limit: 4 },
    })
  })

  it('are asked in the order of the rulebook: with everything wrong the first one speaks', async () => {
    service.systemSettings.value = { ...openSettings, maintenanceMode: true, emergencyStop: true, apiRateLimit: 0 }
    const userId = await createTestUser(service.database, { status: 'banned' })
    const wrong: StartJob = {
      source: { uploadId: crypto.randomUUID() },
      modelKey: 'nothing',
      mode: 'manual',
      params: { face_enhancement: true },
      shownCredits: 99,
      startKey: crypto.randomUUID(),
    }
    const seen: string[] = [(await refusal(null, wrong)).code]
    const repair = [
      () => (service.systemSettings.value = { ...service.systemSettings.value, maintenanceMode: false }),
      () => (service.systemSettings.value = { ...service.systemSettings.value, emergencyStop: false }),
      () => service.database.query(`update user_profiles set status = 'suspended' where id = $1`, [userId]),
      () => service.database.query(`update user_profiles set status = 'active' where id = $1`, [userId]),
      () => (service.systemSettings.value = openSettings),
    ]
    seen.push((await refusal(userId, wrong)).code)
    for (const step of repair) {
      await step()
      seen.push((await refusal(userId, wrong)).code)
    }
    const model = { ...wrong, modelKey: 'enhance/standard/standard-v2' }
    seen.push((await refusal(userId, model)).code)
    seen.push((await refusal(userId, { ...model, params: { output_height: 1 } })).code)
    seen.push((await refusal(userId, { ...model, params: {} })).code)
    const expired = await createTestUpload(service, userId)
    await service.database.query(`update user_uploads set files_removed_at = now() where id = $1`, [expired])
    seen.push((await refusal(userId, { ...model, params: {}, source: { uploadId: expired } })).code)
    const source = { uploadId: await createTestUpload(service, userId) }
    seen.push((await refusal(userId, { ...model, params: {}, source })).code)
    // Those of outside providers: quote-run.test.ts.
    const others = [
      'output-too-large',
      'engine-instead',
      'too-many-jobs',
      'daily-limit',
      'insufficient-credits',
      'consent-needed',
    ]
    expect(seen).toEqual(START_GUARD_ORDER.filter((guard) => !others.includes(guard)))
  })
})

it('a run from a tool page has the ten minutes that its panel promises (C-13)', async () => {
  const userId = await createTestUser(service.database)
  const { id } = await start(userId)
  const [row] = await service.database.query(
    'select extract(epoch from deadline_at - created_at)::float8 as seconds from processing_history where id = $1',
    [id],
  )
  expect(row).toEqual({ seconds: 600 })
  await watchToEnd(service, userId, id)
})

describe('a start key', () => {
  it('[HTTP-07] is one job and one charge for a repeated call, also after the end of the run', async () => {
    const userId = await createTestUser(service.database)
    const input = await startInput(service, userId)
    const client = service.clientOf(userId)
    const first = await client.processing.jobs.start(input)
    await watchToEnd(service, userId, first.id)
    const again = await client.processing.jobs.start(input)
    expect(again).toMatchObject({ id: first.id, status: 'completed' })
    expect(await runsOf(userId)).toBe(1)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('is one job for ten calls at once', async () => {
    const userId = await createTestUser(service.database)
    const input = await startInput(service, userId)
    const client = service.clientOf(userId)
    const jobs = await Promise.all(Array.from({ length: 10 }, () => client.processing.jobs.start(input)))
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
    await watchToEnd(service, userId, jobs[0]!.id)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('of another user starts their own job', async () => {
    const [one, two] = [await createTestUser(service.database), await createTestUser(service.database)]
    const startKey = crypto.randomUUID()
    const [first, second] = [await start(one, { startKey }), await start(two, { startKey })]
    expect(first.id).not.toBe(second.id)
    await Promise.all([watchToEnd(service, one, first.id), watchToEnd(service, two, second.id)])
  })
})

describe('several tabs', () => {
  it('cannot spend the same credits twice', async () => {
    const userId = await createTestUser(service.database)
    const inputs = await Promise.all(
      Array.from({ length: 4 }, () =>
        startInput(service, userId, { modelKey: 'sharpen/generative/super-focus-v2', shownCredits: 4 }),
      ),
    )
    const outcomes = await Promise.allSettled(
      inputs.map((input) => service.clientOf(userId).processing.jobs.start(input)),
    )
    const started = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(started).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'insufficient-credits' })
    }
    await watchToEnd(service, userId, started[0]!.value.id)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 1, ledger: 1 })
  })
})

describe('a result as the next input', () => {
  it('is the source of the run and remembers its parent; a failed, removed or foreign run is none', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    const other = await createTestUser(service.database)
    const parent = await start(userId)
    await watchToEnd(service, userId, parent.id)
    const child = await start(userId, { source: { parentJobId: parent.id }, modelKey: 'denoise/normal' })
    expect(child).toMatchObject({ parentId: parent.id, uploadId: parent.uploadId })
    expect((await watchToEnd(service, userId, child.id)).at(-1)!.status).toBe('completed')
    const foreign = await startInput(service, other, { source: { parentJobId: parent.id } })
    expect(await refusal(other, foreign)).toMatchObject({ code: 'upload-missing' })
    const refusedOn = async (parentJobId: string) =>
      (await refusal(userId, await startInput(service, userId, { source: { parentJobId } }))).code
    service.provider.next({ failure: 'broken' })
    const failed = await start(userId)
    await watchToEnd(service, userId, failed.id)
    expect(await refusedOn(failed.id)).toBe('upload-missing')
    await service.database.query('update processing_history set files_removed_at = now() where id = $1', [parent.id])
    expect(await refusedOn(parent.id)).toBe('upload-expired')
    await service.database.query('update processing_history set deleted_at = now() where id = $1', [child.id])
    expect(await refusedOn(child.id)).toBe('upload-missing')
  })
})
