// The history over HTTP on the real database: list, statistics, removal, and that it is nobody else's.
import { buffer } from 'node:stream/consumers'
import type { ContractRouterClient } from '@orpc/contract'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestUpload,
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '#features/processing/server/testing/test-service.ts'
import { systemClock } from '#platform/server/clock.ts'
import { inUserScope } from '#platform/server/database/database.ts'
import type { historyContract } from '../contract.ts'
import { createArchivePlaces } from './archive-places.ts'
import { createHistory, type HistoryParts } from './history.ts'

type HistoryClient = ContractRouterClient<{ history: typeof historyContract }>
const archivePlaces = createArchivePlaces()
const settings = { timeZone: 'Asia/Shanghai', productName: '测试影坊', secret: 'a secret of this test' }
const historyOn = (base: Pick<HistoryParts, 'database' | 'storage' | 'processing'>) =>
  createHistory({ ...base, clock: systemClock, settings, archivePlaces, demandStillSignedIn: async () => {} })
let service: TestService
beforeAll(async () => {
  service = await openTestService({
    addRouters: (base) => ({ history: historyOn(base).router }),
    addRoutes: (base) => [historyOn(base).routes],
  })
})
afterAll(() => service.close())
const historyOf = (userId: string | null) => service.clientOf<HistoryClient>(userId).history
const runOn = async (userId: string, uploadId: string) => {
  const input = await startInput(service, userId, { source: { uploadId } })
  return service.clientOf(userId).processing.jobs.start(input)
}
const setTime = (table: string, id: string, time: string) =>
  service.database.query(`update ${table} set created_at = ${time} where id = $1`, [id])

describe('the list', () => {
  it('[HIST-01] [HIST-20] [HIST-21] [HIST-22] pages uploads newest first, each with its records newest first', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    const uploads: string[] = []
    for (let n = 0; n < 5; n += 1) uploads.push(await createTestUpload(service, userId))
    const jobs = [await runOn(userId, uploads[0]!), await runOn(userId, uploads[0]!)]
    for (const { id } of jobs) await watchToEnd(service, userId, id)
    const first = await historyOf(userId).list({ limit: 2, offset: 0 })
    const second = await historyOf(userId).list({ limit: 2, offset: 2 })
    const last = await historyOf(userId).list({ limit: 2, offset: 4 })
    const ids = [...first.entries, ...second.entries, ...last.entries].map(({ id }) => id)
    expect(ids).toEqual([...uploads].reverse())
    expect([first.hasMore, second.hasMore, last.hasMore]).toEqual([true, true, false])
    expect(last.entries[0]!.records.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id).reverse())
    expect(last.entries[0]!.records[0]).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect(first.entries[0]!.records).toEqual([])
  })

  it('[ASYNC-10] holds the result of an async run whose page was left at once (U-32)', async () => {
    service.provider.next({ durationMs: 200 })
    const userId = await createTestUser(service.database)
    const input = await startInput(service, userId, { modelKey: 'restore/dust-scratch', shownCredits: 3 })
    const { id } = await service.clientOf(userId).processing.jobs.start(input)
    const page = await eventually(
      () => historyOf(userId).list({}),
      ({ entries }) => entries[0]?.records[0]?.status === 'completed',
    )
    expect(page.entries[0]!.records[0]).toMatchObject({ id, result: { width: 64, height: 48 } })
    service.provider.next({})
  })

  it('[HIST-05] is 20 long when nobody says how long', async () => {
    const userId = await createTestUser(service.database)
    for (let n = 0; n < 21; n += 1) await createTestUpload(service, userId)
    const page = await historyOf(userId).list({})
    expect([page.entries.length, page.hasMore]).toEqual([20, true])
  })

  it('[HIST-23] is the own one only, through the calls and through the row policies', async () => {
    const userId = await createTestUser(service.database)
    const stranger = await createTestUser(service.database)
    const uploadId = await createTestUpload(service, userId)
    await watchToEnd(service, userId, (await runOn(userId, uploadId)).id)
    expect(await historyOf(stranger).list({})).toEqual({ entries: [], hasMore: false })
    expect((await historyOf(stranger).stats()).totalUploads).toBe(0)
    expect(await historyOf(stranger).remove({ uploadIds: [uploadId] })).toEqual({ removed: 0 })
    expect((await historyOf(userId).list({})).entries).toHaveLength(1)
    for (const table of ['user_uploads', 'processing_history', 'usage_logs']) {
      const seen = await inUserScope(service.database, stranger, (tx) =>
        tx.execute(sql.raw(`select user_id from ${table} where user_id = '${userId}'`)),
      )
      expect([table, seen.rows]).toEqual([table, []])
    }
    const steal = await inUserScope(service.database, stranger, (tx) =>
      tx.execute(sql`update processing_history set deleted_at = now() where user_id = ${userId} returning id`),
    )
    expect(steal.rows).toEqual([])
    await expect(historyOf(null).list({})).rejects.toMatchObject({ code: 'login-required' })
  })
})

describe('filters', () => {
  it('narrow the list by name, tool and state, a record fitting tool and state at once', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    const upload = () => createTestUpload(service, userId)
    const [plain, enhanced, restored] = [await upload(), await upload(), await upload()]
    const rename = (id: string, name: string) =>
      service.database.query('update user_uploads set original_filename = $2 where id = $1', [id, name])
    await rename(plain, '100%_外婆.PNG')
    await rename(enhanced, '生日.jpg')
    await rename(restored, '100个外婆.png')
    await watchToEnd(service, userId, (await runOn(userId, enhanced)).id)
    service.provider.next({ failure: 'Invalid image format' })
    const input = await startInput(service, userId, {
      source: { uploadId: restored },
      modelKey: 'restore/dust-scratch',
      shownCredits: 3,
    })
    await watchToEnd(service, userId, (await service.clientOf(userId).processing.jobs.start(input)).id)
    service.provider.next({})
    const idsOf = async (filter: object) => (await historyOf(userId).list(filter)).entries.map(({ id }) => id)
    expect(await idsOf({ search: '外婆' })).toEqual([restored, plain])
    expect(await idsOf({ search: '100%_' })).toEqual([plain])
    expect(await idsOf({ search: '.png' })).toEqual([restored, plain])
    expect(await idsOf({ tool: 'enhance' })).toEqual([enhanced])
    expect(await idsOf({ state: 'upload-only' })).toEqual([plain])
    expect(await idsOf({ state: 'failed' })).toEqual([restored])
    expect(await idsOf({ state: 'completed', search: '生' })).toEqual([enhanced])
    expect(await idsOf({ state: 'running' })).toEqual([])
    expect(await idsOf({ tool: 'enhance', state: 'failed' })).toEqual([])
  })
})

describe('statistics', () => {
  it('[HIST-02] [HIST-19] count visible uploads only, while the balance keeps everything (C-54)', async () => {
    const userId = await createTestUser(service.database)
    const [kept, removed] = [await createTestUpload(service, userId), await createTestUpload(service, userId)]
    await watchToEnd(service, userId, (await runOn(userId, kept)).id)
    await watchToEnd(service, userId, (await runOn(userId, removed)).id)
    const before = await historyOf(userId).stats()
    expect(before).toEqual({
      totalUploads: 2,
      totalProcessing: 2,
      completedProcessing: 2,
      totalStorageUsed: 4096,
      totalCreditsUsed: 4,
      monthlyUploads: 2,
      monthlyProcessing: 2,
    })
    await historyOf(userId).remove({ uploadIds: [removed] })
    const halves = Object.entries(before).map(([name, value]) => [name, value / 2])
    expect(await historyOf(userId).stats()).toEqual(Object.fromEntries(halves))
    expect(await readMoney(service.database, userId)).toEqual({ balance: 1, ledger: 1 })
  })

  it('[HIST-24] begin the month on its first day in the configured zone (U-19)', async () => {
    const userId = await createTestUser(service.database)
    const monthStart = `date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
    for (const offset of ['-1 second', '0 seconds']) {
      const id = await createTestUpload(service, userId)
      const job = await runOn(userId, id)
      await watchToEnd(service, userId, job.id)
      for (const [table, row] of Object.entries({ user_uploads: id, processing_history: job.id }))
        await setTime(table, row, `${monthStart} + interval '${offset}'`)
    }
    const figures = { totalUploads: 2, monthlyUploads: 1, totalProcessing: 2, monthlyProcessing: 1 }
    expect(await historyOf(userId).stats()).toMatchObject(figures)
  })
})

describe('removal', () => {
  const hasFiles = async (folder: string) => {
    for await (const _file of service.storage.list(folder)) return true
    return false
  }
  const endOf = async (jobId: string) => {
    const sql = 'select status, result_oss_url as result from processing_history where id = $1'
    const read = () => service.database.query<{ status: string; result: string | null }>(sql, [jobId])
    return (await eventually(read, ([row]) => row!.status === 'failed' || row!.status === 'completed'))[0]
  }

  it('[HIST-06] [HIST-07] [HIST-18] [STATE-05] hides uploads and their records; the rows stay', async () => {
    const userId = await createTestUser(service.database)
    const ids = [await createTestUpload(service, userId), await createTestUpload(service, userId)]
    const job = await runOn(userId, ids[0]!)
    await watchToEnd(service, userId, job.id)
    expect(await historyOf(userId).remove({ uploadIds: ids })).toEqual({ removed: 2 })
    expect(await historyOf(userId).remove({ uploadIds: ids })).toEqual({ removed: 0 })
    expect((await historyOf(userId).list({})).entries).toEqual([])
    await expect(service.clientOf(userId).processing.jobs.get({ id: job.id })).rejects.toMatchObject({
      code: 'job-not-found',
    })
    const rows = await service.database.query('select status from user_uploads where user_id = $1', [userId])
    expect(rows).toEqual([{ status: 'deleted' }, { status: 'deleted' }])
  })

  it('cancels what still runs on the picture and gives the credits back', async () => {
    service.provider.next({ hangs: true })
    const userId = await createTestUser(service.database)
    const uploadId = await createTestUpload(service, userId)
    const job = await runOn(userId, uploadId)
    await historyOf(userId).remove({ uploadIds: [uploadId] })
    expect(await endOf(job.id)).toEqual({ status: 'failed', result: null })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    service.provider.next({})
  })

  it('a result that comes before its worker has heard of the removal costs nothing and leaves no file', async () => {
    service.provider.next({ durationMs: 500 })
    const userId = await createTestUser(service.database)
    const job = await runOn(userId, await createTestUpload(service, userId))
    await service.database.query('update processing_history set deleted_at = now() where id = $1', [job.id])
    expect(await endOf(job.id)).toEqual({ status: 'failed', result: null })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    await expect.poll(() => hasFiles(`results/${userId}/${job.id}`)).toBe(false)
    service.provider.next({})
  })
})

describe('cleanup', () => {
  const age = (table: string, id: string, days = 31) => setTime(table, id, `now() - interval '${days} days'`)
  const isStored = async (key: string) => (await service.storage.stat(key)) !== undefined

  it('[HIST-10] removes own records and files older than 30 days and says before and after how much', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    const stranger = await createTestUser(service.database)
    const upload = (by = userId) => createTestUpload(service, by)
    const [old, mixed, young, foreign] = [await upload(), await upload(), await upload(), await upload(stranger)]
    const oldJob = await runOn(userId, old)
    const youngJob = await runOn(userId, mixed)
    for (const { id } of [oldJob, youngJob]) await watchToEnd(service, userId, id)
    for (const id of [old, mixed, foreign]) await age('user_uploads', id)
    await age('processing_history', oldJob.id)
    await age('processing_history', youngJob.id, 29)
    await age('user_uploads', young, 29)

    // Copies and tiles that were made of the pictures take room, too.
    await service.clientOf(userId).processing.uploads.tiles({ id: old })
    const before = await historyOf(userId).cleanupPreview()
    expect(before).toMatchObject({ uploads: 1, records: 1 })
    expect(before.sizeBytes).toBeGreaterThan(0)
    expect(await historyOf(stranger).cleanupPreview()).toMatchObject({ uploads: 1, records: 0 })
    const done = await historyOf(userId).cleanup()
    expect(done).toEqual(before)
    expect(await isStored(`results/${userId}/${oldJob.id}/result.png`)).toBe(false)
    expect(await isStored(`results/${userId}/${youngJob.id}/result.png`)).toBe(true)
    expect(await isStored(`uploads/${stranger}/${foreign}/original.png`)).toBe(true)
    expect(await isStored(`uploads/${userId}/${young}/original.png`)).toBe(true)
    expect((await historyOf(userId).list({})).entries.map(({ id }) => id)).toEqual([young, mixed])
    expect(await historyOf(userId).cleanupPreview()).toMatchObject({ uploads: 0, records: 0 })
    const { balance, ledger } = await readMoney(service.database, userId)
    expect(balance).toBe(ledger)
  })
})

describe('batch download', () => {
  it('is one ZIP with the results under the names of their pictures, for tiers that have it', async () => {
    const userId = await createTestUser(service.database, { userType: 'premium' })
    const [first, second] = [await createTestUpload(service, userId), await createTestUpload(service, userId)]
    await service.database.query(`update user_uploads set original_filename = '外婆/生日.jpg' where id = $1`, [first])
    for (const uploadId of [first, first, second]) await watchToEnd(service, userId, (await runOn(userId, uploadId)).id)
    const offer = await historyOf(userId).archive({ uploadIds: [first, second] })
    expect(offer.files).toBe(3)
    const answer = await fetch(`${service.origin}${offer.address}`)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    // An operator's own name, where PRODUCT_NAME gives one.
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('测试影坊-结果-'))
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(offer.sizeBytes)
    const names = Object.keys(unzipSync(bytes)).sort()
    expect(names).toHaveLength(3)
    expect(names.filter((name) => name.startsWith('外婆_生日 - '))).toHaveLength(2)
    const stored = await buffer(
      await service.storage.openRead(`results/${userId}/${await lastJobOf(userId)}/result.png`),
    )
    expect(Object.values(unzipSync(bytes)).map((content) => Buffer.from(content).equals(stored))).toContain(true)
  })

  it('is refused to the free tier, to others, without results, and with a ticket that is not ours', async () => {
    const free = await createTestUser(service.database)
    const paying = await createTestUser(service.database, { userType: 'vip' })
    const uploadId = await createTestUpload(service, free)
    await watchToEnd(service, free, (await runOn(free, uploadId)).id)
    await expect(historyOf(free).archive({ uploadIds: [uploadId] })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(historyOf(paying).archive({ uploadIds: [uploadId] })).rejects.toMatchObject({ code: 'result-expired' })
    const answer = await fetch(`${service.origin}/api/history/archive?ticket=x.y.z`)
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'address-expired' }])
  })

  const lastJobOf = async (userId: string) => {
    const [row] = await service.database.query<{ id: string }>(
      'select id from processing_history where user_id = $1 order by created_at desc limit 1',
      [userId],
    )
    return row!.id
  }
})
