// One run from start to end through HTTP, database, queue and storage: progress, failures, cancel, deadline, live view.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import type { PackRun } from '#engine/engine-types.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import { StorageFullError } from '#platform/server/storage/object-storage.ts'
import { ERROR_TEXTS, messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Job } from '../../contract.ts'
import { failJob } from '../jobs/settle-job.ts'
import { createUsualTimes } from '../jobs/usual-seconds.ts'
import { createLocalProvider } from '../provider/local-provider.ts'
import type { ScriptedStep } from '../provider/scripted-provider.ts'
import {
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

const RECORD_PROGRESS = [
  'create table test_progress (position serial, job_id uuid, progress integer)',
  `create function test_progress() returns trigger language plpgsql security definer as $$ begin
     insert into test_progress (job_id, progress) values (new.id, new.progress); return null; end $$`,
  `create trigger test_progress after insert or update of progress on processing_history
     for each row execute function test_progress()`,
]

let service: TestService
/** What happens between storing and capturing. */
let onResultStored: (jobId: string) => Promise<void> = async () => {}
let putFails = false
/** How far the service's clock is ahead, and the emails that it sent. */
let lateByMs = 0
const emails: EmailMessage[] = []
const keepEmail = async (message: EmailMessage) => void emails.push(message)
let sendEmail: (message: EmailMessage) => Promise<void> = keepEmail
beforeAll(async () => {
  service = await openTestService({
    overrides: {
      onResultStored: (jobId) => onResultStored(jobId),
      clock: { now: () => new Date(Date.now() + lateByMs) },
      mailer: { delivers: true, send: (message) => sendEmail(message) },
    },
    wrapStorage: (storage) => ({
      ...storage,
      adoptFile: (key, path, type) =>
        putFails && key.startsWith('results/')
          ? Promise.reject(new StorageFullError())
          : storage.adoptFile!(key, path, type),
    }),
  })
  for (const statement of RECORD_PROGRESS) await service.database.query(statement)
})
afterAll(() => service.close())
afterEach(() => {
  service.provider.next({})
  onResultStored = async () => {}
  putFails = false
  lateByMs = 0
  sendEmail = keepEmail
})

const start = async (userId: string, modelKey = 'enhance/standard/standard-v2', shownCredits = 2): Promise<Job> =>
  service.clientOf(userId).processing.jobs.start(await startInput(service, userId, { modelKey, shownCredits }))
const runToEnd = async (step: ScriptedStep, modelKey?: string, shownCredits?: number) => {
  const userId = await createTestUser(service.database)
  service.provider.next(step)
  const seen = await watchToEnd(service, userId, (await start(userId, modelKey, shownCredits)).id)
  return { userId, seen, last: seen.at(-1)!, money: await readMoney(service.database, userId) }
}
/** Every number that was ever written, in order, without repetitions; a watcher may miss some of them. */
const progressOf = async (id: string): Promise<number[]> => {
  const rows = await service.database.query<{ progress: number }>(
    'select progress from test_progress where job_id = $1 order by position',
    [id],
  )
  return rows.map(({ progress }) => progress).filter((progress, n, all) => progress !== all[n - 1])
}
const rowOf = async (id: string) =>
  (
    await service.database.query<{ error_message: string; attempts: number; result_oss_url: string | null }>(
      'select error_message, attempts, result_oss_url from processing_history where id = $1',
      [id],
    )
  )[0]!
it('hands the provider the run’s label, and the position only on its owner’s word', async () => {
  const { userId, last } = await runToEnd({})
  const requestOf = () => service.provider.requests.at(-1)
  expect(requestOf()).toMatchObject({
    label: { producer: 'huanying-test', produceId: last.id, isVisible: false },
    keepsPosition: false,
  })
  await service.database.query('update user_profiles set keeps_position = true where id = $1', [userId])
  await watchToEnd(service, userId, (await start(userId)).id)
  expect(requestOf()).toMatchObject({ keepsPosition: true })
})

it('writes an email at the end of a run above a minute, to who asked for it and has shown that the address is theirs', async () => {
  const userId = await createTestUser(service.database, { extraCredits: 20 })
  const run = async (step: ScriptedStep = {}) => {
    service.provider.next(step)
    await watchToEnd(service, userId, (await start(userId)).id)
  }
  const set = (text: string) => service.database.query(`update ${text} where id = $1`, [userId])
  lateByMs = 61_000
  await run()
  await set('user_profiles set mails_when_done = true')
  await run()
  await set('auth_users set email_verified = true')
  lateByMs = 0
  await run()
  expect(emails).toEqual([])
  lateByMs = 61_000
  await run()
  // It follows the end that watchers see.
  await expect.poll(() => emails.length).toBe(1)
  await run({ failure: 'server error' })
  await expect.poll(() => emails.map(({ subject }) => subject)).toEqual(['焕影：图片处理完成', '焕影：图片处理未成功'])
})

it('takes the next run while the mail server hangs: there are no more places than runs whose email waits', async () => {
  const userId = await createTestUser(service.database, { extraCredits: 20 })
  await service.database.query('update user_profiles set mails_when_done = true where id = $1', [userId])
  await service.database.query('update auth_users set email_verified = true where id = $1', [userId])
  lateByMs = 61_000
  let asked = 0
  const hung = Promise.withResolvers<void>()
  sendEmail = () => {
    asked += 1
    return hung.promise
  }
  const runs = [await start(userId), await start(userId), await start(userId)]
  const statusOf = async (id: string) => (await service.clientOf(userId).processing.jobs.get({ id })).status
  await expect
    .poll(() => Promise.all(runs.map(({ id }) => statusOf(id))))
    .toEqual(['completed', 'completed', 'completed'])
  await expect.poll(() => asked).toBe(3)
  hung.resolve()
})

const isRunning = (userId: string, id: string) =>
  eventually(
    () => service.clientOf(userId).processing.jobs.get({ id }),
    ({ status, progress }) => status === 'processing' && progress >= 30,
  )

describe('a successful run', () => {
  it('[PROD-07] [PROC-05] [STATE-01] [STATE-02] is pending first, completes with its result and costs what was shown', async () => {
    const userId = await createTestUser(service.database)
    const started = await start(userId)
    expect(started).toMatchObject({ status: 'pending', completedAt: null, result: null, creditsHeld: 2 })
    const last = (await watchToEnd(service, userId, started.id)).at(-1)!
    expect(last).toMatchObject({ status: 'completed', creditsConsumed: 2, aiService: 'scripted', error: null })
    expect(last.result).toMatchObject({ width: 64, height: 48 })
    expect(last.completedAt).not.toBeNull()
    const kept = `select id, status, credits_consumed, result_oss_url, thumbnail_result_url, processing_time_seconds >= 0 as is_timed,
                         completed_at >= created_at as is_dated from processing_history where user_id = $1`
    expect(await service.database.query(kept, [userId])).toEqual([
      {
        id: started.id,
        status: 'completed',
        credits_consumed: 2,
        result_oss_url: expect.stringMatching(`^results/${userId}/${started.id}/`),
        thumbnail_result_url: expect.stringMatching(`^results/${userId}/${started.id}/.*_thumb`),
        is_timed: true,
        is_dated: true,
      },
    ])
    expect(await service.database.query(kept, [await createTestUser(service.database)])).toEqual([])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    const download = await fetch(new URL(last.result!.downloadAddress, service.origin))
    expect(download.headers.get('content-disposition')).toMatch(/filename="processed-\d+\.png"/)
    expect(
      Buffer.from(await download.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    for (const address of [last.result!.thumbnailAddress, last.result!.viewAddress]) {
      expect((await fetch(new URL(address, service.origin))).status).toBe(200)
    }
  })

  it('[PROC-20] [PROC-22] shows 10, 30, 90, 100 in this order for a sync tool, and never falls', async () => {
    const { last } = await runToEnd({ durationMs: 1500, fractions: [0, 0.2, 0.6, 1] })
    const numbers = await progressOf(last.id)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    for (const number of [10, 30, 90, 100]) expect(numbers).toContain(number)
  })

  it('[ASYNC-01] [ASYNC-03] [ASYNC-04] shows 5, 10, 15, then 15 + 0.8 × progress up to 95, and 100 for an async tool', async () => {
    const { last } = await runToEnd({ durationMs: 1200, fractions: [0.1, 0.5, 1] }, 'restore/dust-scratch', 3)
    const numbers = await progressOf(last.id)
    expect(numbers.slice(0, 3)).toEqual([5, 10, 15])
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    for (const number of [55, 95, 100]) expect(numbers).toContain(number)
  })
})

describe('a failed run', () => {
  const words = [
    ['invalid api key', 'provider-key', 'ERR-PROC-01'],
    ['monthly credit quota used up', 'provider-quota', 'ERR-PROC-03'],
    ['request timed out', 'processing-timeout', 'ERR-PROC-05'],
    ['Failed to fetch', 'network-failed', 'ERR-PROC-07'],
    ['unknown file format', 'image-format', 'ERR-PROC-08'],
    ['image size out of bounds', 'image-size', 'ERR-PROC-09'],
    ['the machine said no', 'processing-failed', 'ERR-PROC-10'],
  ] as const
  it.each(words)(
    '[PROC-06] "%s" becomes %s [%s]: failed, text and time set, nothing charged',
    async (failure, code) => {
      const { last, money } = await runToEnd({ failure })
      expect(last).toMatchObject({
        status: 'failed',
        error: { code },
        creditsConsumed: 0,
        creditsHeld: 0,
        result: null,
      })
      expect(last.completedAt).not.toBeNull()
      expect((await rowOf(last.id)).error_message).toBe(messageFromRegister(last.error))
      expect(money).toEqual({ balance: 5, ledger: 5 })
    },
  )

  it('[STATE-03] [ERR-PROC-10] keeps the words for the text 处理失败: …', async () => {
    const { last } = await runToEnd({ failure: 'the machine said no' })
    expect((await rowOf(last.id)).error_message).toBe('处理失败: the machine said no')
    expect(last).toMatchObject({ status: 'failed', completedAt: expect.any(String) })
  })

  it.each(['corrupt', 'out-of-memory', 'disk-full', 'crashed'] as const)('names the engine’s %s', async (code) => {
    const { last, money } = await runToEnd({ throws: new EngineError(code) })
    expect(last).toMatchObject({ status: 'failed', error: { code } })
    expect(money).toEqual({ balance: 5, ledger: 5 })
  })

  it('tells nothing of an error that nobody foresaw', async () => {
    const { last, money } = await runToEnd({ throws: new Error('secret of /the/machine') })
    expect(last.error).toEqual({ code: 'unexpected' })
    expect((await rowOf(last.id)).error_message).toBe(ERROR_TEXTS.unexpected)
    expect(money).toEqual({ balance: 5, ledger: 5 })
  })

  it('is one whose result cannot be stored; nothing is charged', async () => {
    putFails = true
    const { last, money } = await runToEnd({})
    expect(last).toMatchObject({ status: 'failed', error: { code: 'disk-full' } })
    expect(money).toEqual({ balance: 5, ledger: 5 })
  })

  it('gives the room of its files back before it is told; a run that completes does so soon', async () => {
    const folders = () => readdir(join(service.dataDir, 'tmp')).catch(() => [])
    await eventually(folders, ({ length }) => length === 0)
    expect((await runToEnd({ throws: new EngineError('disk-full') })).last.status).toBe('failed')
    expect(await folders()).toEqual([])
    expect((await runToEnd({})).last.status).toBe('completed')
    await eventually(folders, ({ length }) => length === 0)
  })

  it('is one whose source is gone from storage', async () => {
    const userId = await createTestUser(service.database)
    const input = await startInput(service, userId)
    const { uploadId } = input.source as { uploadId: string }
    await service.storage.remove(`uploads/${userId}/${uploadId}/original.png`)
    const job = await service.clientOf(userId).processing.jobs.start(input)
    expect((await watchToEnd(service, userId, job.id)).at(-1)).toMatchObject({ error: { code: 'upload-expired' } })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })
})

describe('a line to the database that breaks', () => {
  /** As an administrator's pg_terminate_backend shows in a transaction of ours. */
  const broken = () =>
    new Error('Failed query', {
      cause: Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    })
  it.each([
    ['while a run is worked on: it is done again, and paid once', true, 2],
    ['after its result was stored: that is kept, and paid once', false, 1],
  ] as const)('%s', async (_title, isEarly, runs) => {
    const before = service.provider.requests.length
    if (isEarly) service.provider.next({ throws: broken() }, {})
    else
      onResultStored = async () => {
        onResultStored = async () => {}
        throw broken()
      }
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect(service.provider.requests.length - before).toBe(runs)
    expect((await rowOf(id)).attempts).toBe(1)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })
})

describe('cancel', () => {
  it('stops a running job within a second: failed with 已取消当前处理任务, nothing charged (C-55, U-32)', async () => {
    service.provider.next({ hangs: true })
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    await isRunning(userId, id)
    const cancelled = await service.clientOf(userId).processing.jobs.cancel({ id })
    expect(cancelled).toMatchObject({ status: 'failed', error: { code: 'processing-cancelled' }, creditsConsumed: 0 })
    expect((await rowOf(id)).error_message).toBe('已取消当前处理任务')
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    const again = await service.clientOf(userId).processing.jobs.cancel({ id })
    expect(again.status).toBe('failed')
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('after the result is stored comes too late: completed, charged, and the answer shows it (U-32)', async () => {
    let release = () => {}
    const reached = new Promise<void>((resolve) => {
      onResultStored = () => {
        resolve()
        return new Promise((go) => {
          release = go
        })
      }
    })
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    await reached
    const cancelling = service.clientOf(userId).processing.jobs.cancel({ id })
    await eventually(
      () =>
        service.database.query<{ c: boolean }>('select cancel_requested as c from processing_history where id = $1', [
          id,
        ]),
      ([row]) => row!.c,
    )
    release()
    expect(await cancelling).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('of a finished job changes nothing', async () => {
    const { userId, last } = await runToEnd({})
    expect(await service.clientOf(userId).processing.jobs.cancel({ id: last.id })).toMatchObject({
      status: 'completed',
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })
})

describe('a result after the end', () => {
  it('is kept without a charge when the job had run over its limit (C-13)', async () => {
    onResultStored = async (jobId) => {
      await failJob(service.database, jobId, { code: 'processing-timeout' })
    }
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    const job = await eventually(
      () => service.clientOf(userId).processing.jobs.get({ id }),
      ({ result }) => result !== null,
    )
    expect(job).toMatchObject({ status: 'failed', error: { code: 'processing-timeout' }, creditsConsumed: 0 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('is thrown away when the job had been cancelled', async () => {
    onResultStored = async (jobId) => {
      await failJob(service.database, jobId, { code: 'processing-cancelled' })
    }
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    const key = `results/${userId}/${id}/result.png`
    await eventually(
      () => service.storage.stat(key),
      (stored) => stored === undefined,
    )
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ status: 'failed', result: null })
    expect((await rowOf(id)).result_oss_url).toBeNull()
  })
})

describe('the live view', () => {
  it('begins with the job as it is, serves several devices, and ends with it', async () => {
    service.provider.next({ durationMs: 900, fractions: [0.3, 0.6, 0.9] })
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    const first = watchToEnd(service, userId, id)
    await isRunning(userId, id)
    const second = await watchToEnd(service, userId, id)
    expect(second[0]!.status).toBe('processing')
    expect((await first).at(-1)!.status).toBe('completed')
    expect(second.at(-1)!.status).toBe('completed')
    const afterwards = await watchToEnd(service, userId, id)
    expect(afterwards.map(({ status }) => status)).toEqual(['completed'])
  })

  it('can be left and entered again while the job goes on', async () => {
    service.provider.next({ durationMs: 800, fractions: [0.5] })
    const userId = await createTestUser(service.database)
    const { id } = await start(userId)
    const stream = await service.clientOf(userId).processing.jobs.watch({ id })
    await stream.next()
    await stream.return?.()
    expect((await service.clientOf(userId).processing.jobs.open()).map((job) => job.id)).toEqual([id])
    expect((await watchToEnd(service, userId, id)).at(-1)!.status).toBe('completed')
    expect(await service.clientOf(userId).processing.jobs.open()).toEqual([])
  })

  it('tells how many jobs start before this one', async () => {
    service.provider.next({ hangs: true })
    const users = await Promise.all([1, 2, 3, 4].map(() => createTestUser(service.database)))
    const jobs: Job[] = []
    for (const userId of users) jobs.push(await start(userId))
    await isRunning(users[0]!, jobs[0]!.id)
    await isRunning(users[1]!, jobs[1]!.id)
    const waiting = await Promise.all(
      [0, 1, 2, 3].map((n) => service.clientOf(users[n]!).processing.jobs.get({ id: jobs[n]!.id })),
    )
    expect(waiting.map(({ waitingBefore }) => waitingBefore)).toEqual([0, 0, 0, 1])
    for (const n of [3, 2, 1, 0]) await service.clientOf(users[n]!).processing.jobs.cancel({ id: jobs[n]!.id })
  })

  it('counts the net of others that a run will take before there are runs to tell, as its size and its factor ask for it (C-12)', async () => {
    const asked: PackRun[] = []
    const packSeconds = async (run: PackRun) => {
      asked.push(run)
      return run.factor >= 2 ? 30 : 0
    }
    const provider = createLocalProvider({ ...createLocalEngine(), packSeconds })
    const times = createUsualTimes(service.database, () => provider)
    const run = { modelKey: 'enhance/generative/recovery', megapixels: 0.0657 }
    const alone = await times({ ...run, factor: 1.2 })
    expect(await times(run)).toEqual({ seconds: alone!.seconds + 30, from: 'measured' })
    expect(await times({ ...run, factor: 4 })).toEqual(await times(run))
    expect(asked.map(({ factor }) => factor)).toEqual([1.2, 2, 4])
    expect(asked[0]!.megapixels).toBeCloseTo(run.megapixels, 2)
  })

  it('says how long such a run usually takes once five of them were made (C-12)', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 50 })
    const model = 'denoise/extreme'
    for (let n = 0; n < 5; n += 1) {
      const job = await start(userId, model)
      expect(job.usual).toBeNull()
      await watchToEnd(service, userId, job.id)
      await service.database.query(
        `update processing_history set completed_at = started_at + interval '${n + 2} seconds' where id = $1`,
        [job.id],
      )
    }
    // The test's uploads have 0.8 megapixels.
    const times = createUsualTimes(service.database, () => ({ aiService: 'scripted' }))
    expect(await times({ modelKey: model })).toEqual({ seconds: 4, from: 'history' })
    expect(await times({ modelKey: model, megapixels: 1.2 })).toEqual({ seconds: 4, from: 'history' })
    const measured = createUsualTimes(service.database, () => createLocalProvider(createLocalEngine()))
    expect(await measured({ modelKey: model, megapixels: 12 })).toEqual({ seconds: 4.4, from: 'measured' })
    expect(await times({ modelKey: 'denoise/strong' })).toBeNull()
    const others = createUsualTimes(service.database, () => ({ aiService: 'topaz' }))
    expect(await others({ modelKey: model, megapixels: 0.8 })).toBeNull()
    // Before a start, for a model that this process has not asked about yet.
    await service.database.query(`update processing_history set model_key = 'lighting/adjust' where model_key = $1`, [
      model,
    ])
    const { processing } = service.clientOf(userId)
    expect(await processing.usualSeconds({ modelKey: 'lighting/adjust' })).toEqual({
      usual: { seconds: 4, from: 'history' },
    })
    expect(await processing.usualSeconds({ modelKey: 'no/model' })).toEqual({ usual: null })
  })
})

describe("another user's job", () => {
  it('is unknown to every call, with a known and with a guessed id', async () => {
    const { last } = await runToEnd({})
    const stranger = service.clientOf(await createTestUser(service.database)).processing.jobs
    for (const id of [last.id, crypto.randomUUID()]) {
      await expect(stranger.get({ id })).rejects.toMatchObject({ code: 'job-not-found', status: 404 })
      await expect(stranger.cancel({ id })).rejects.toMatchObject({ code: 'job-not-found' })
      const watching = async () => {
        for await (const _job of await stranger.watch({ id }));
      }
      await expect(watching()).rejects.toMatchObject({ code: 'job-not-found' })
    }
    expect(await stranger.open()).toEqual([])
    const visitor = service.clientOf(null).processing.jobs
    await expect(visitor.get({ id: last.id })).rejects.toMatchObject({ code: 'login-required', status: 401 })
    await expect(visitor.open()).rejects.toMatchObject({ code: 'login-required' })
  })
})
