// What the nightly and hourly rounds remove, and what they must not touch (C-14, C-36, C-54, U-56).
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageError } from '#platform/server/storage/object-storage.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'
import { claimTrial, trialVisitor } from '../uploads/trial-upload.ts'
import {
  measureExpiredFilesOf,
  removeExpiredFiles,
  removeExpiredFilesOf,
  removeExpiredTrials,
} from './retention.job.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
const parts = () => ({ ...service, log: pino({ level: 'silent' }) })
const age = (table: string, id: string, interval: string) =>
  service.database.query(`update ${table} set created_at = now() - interval '${interval}' where id = $1`, [id])
const uploadKey = (userId: string, id: string) => `uploads/${userId}/${id}/original.png`
const isStored = async (key: string) => (await service.storage.stat(key)) !== undefined
/** Their ids. */
const rowsOf = async (table: string, userId: string, that = 'true') => {
  const rows = await service.database.query<{ id: string }>(
    `select id from ${table} where user_id = $1 and ${that} order by created_at`,
    [userId],
  )
  return rows.map(({ id }) => id)
}
/** Rows without files. */
const addOldUploads = (userId: string, count: number) =>
  service.database.query(
    `insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key,
       view_mime_type, created_at)
       select $1::uuid, 'old.png', 1, 'image/png', 8, 8, key, key || '_thumb', key || '_view', 'image/png',
              now() - interval '31 days' - n * interval '1 second'
         from generate_series(1, $2::int) n, concat('uploads/', $1::uuid, '/', n) key`,
    [userId, count],
  )
const runOn = async (userId: string, uploadId: string) => {
  const input = await startInput(service, userId, { source: { uploadId } })
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  await watchToEnd(service, userId, id)
  return id
}

describe('the nightly round', () => {
  it('[LEGAL-14] removes files after 30 days and keeps the rows, the ledger and younger files', async () => {
    const userId = await createTestUser(service.database)
    const [old, young] = [await createTestUpload(service, userId), await createTestUpload(service, userId)]
    const [jobId, youngJobId] = [await runOn(userId, old), await runOn(userId, young)]
    await age('user_uploads', old, '31 days')
    await age('user_uploads', young, '29 days')
    await age('processing_history', jobId, '31 days')
    await age('processing_history', youngJobId, '29 days')
    await removeExpiredFiles(parts())
    expect(await isStored(uploadKey(userId, old))).toBe(false)
    expect(await isStored(`results/${userId}/${jobId}/result.png`)).toBe(false)
    expect(await isStored(uploadKey(userId, young))).toBe(true)
    expect(await isStored(`results/${userId}/${youngJobId}/result.png`)).toBe(true)
    const job = await service.clientOf(userId).processing.jobs.get({ id: jobId })
    expect(job).toMatchObject({ status: 'completed', filesRemoved: true, result: null, creditsConsumed: 2 })
    expect(await service.clientOf(userId).processing.uploads.get({ id: old })).toMatchObject({ filesRemoved: true })
    const input = await startInput(service, userId, { source: { uploadId: old } })
    await expect(service.clientOf(userId).processing.jobs.start(input)).rejects.toMatchObject({
      code: 'upload-expired',
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 1, ledger: 1 })
  })

  it('removes the files of removed uploads the next night, but not while a job reads them', async () => {
    const userId = await createTestUser(service.database)
    const [removed, busy] = [await createTestUpload(service, userId), await createTestUpload(service, userId)]
    service.provider.next({ hangs: true })
    const input = await startInput(service, userId, { source: { uploadId: busy } })
    const { id } = await service.clientOf(userId).processing.jobs.start(input)
    await service.database.query(`update user_uploads set status = 'deleted' where user_id = $1`, [userId])
    await removeExpiredFiles(parts())
    expect(await isStored(uploadKey(userId, removed))).toBe(false)
    expect(await isStored(uploadKey(userId, busy))).toBe(true)
    await service.clientOf(userId).processing.jobs.cancel({ id })
    await removeExpiredFiles(parts())
    expect(await isStored(uploadKey(userId, busy))).toBe(false)
    service.provider.next({})
    // What is gone is still a row: the history and the statistics know of it for two years.
    expect(await rowsOf('user_uploads', userId)).toHaveLength(2)
  })

  it('keeps a removed result while the next run reads it', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    const uploadId = await createTestUpload(service, userId)
    const [read, removed] = [await runOn(userId, uploadId), await runOn(userId, uploadId)]
    const resultOf = (id: string) => isStored(`results/${userId}/${id}/result.png`)
    service.provider.next({ hangs: true })
    const input = await startInput(service, userId, { source: { parentJobId: read }, modelKey: 'denoise/normal' })
    const { id } = await service.clientOf(userId).processing.jobs.start(input)
    await service.database.query('update processing_history set deleted_at = now() where id = any($1::uuid[])', [
      [read, removed],
    ])
    await removeExpiredFiles(parts())
    expect([await resultOf(read), await resultOf(removed)]).toEqual([true, false])
    await service.clientOf(userId).processing.jobs.cancel({ id })
    await removeExpiredFiles(parts())
    expect(await resultOf(read)).toBe(false)
    service.provider.next({})
  })

  it('asks a storage that gives up nothing for one batch only, and loses no row of it', async () => {
    const userId = await createTestUser(service.database)
    await addOldUploads(userId, 201)
    let asked = 0
    const remove = () => {
      asked += 1
      return Promise.reject(new Error('the storage is away'))
    }
    await removeExpiredFiles({ ...parts(), storage: { ...service.storage, remove } })
    expect(asked).toBe(200)
    await removeExpiredFiles(parts())
    expect(await rowsOf('user_uploads', userId, 'files_removed_at is not null')).toHaveLength(201)
  })

  it('goes on until nothing is left, and leaves for the next night only what the storage would not give up, asked once', async () => {
    const userId = await createTestUser(service.database)
    const stuck = await createTestUpload(service, userId)
    await addOldUploads(userId, 450)
    await age('user_uploads', stuck, '40 days')
    let refusals = 0
    const remove = async (key: string) => {
      if (key !== uploadKey(userId, stuck)) return service.storage.remove(key)
      refusals += 1
      throw new Error('the storage is away')
    }
    const left = () => rowsOf('user_uploads', userId, 'files_removed_at is null')
    await removeExpiredFiles({ ...parts(), storage: { ...service.storage, remove } })
    expect([refusals, await left()]).toEqual([1, [stuck]])
    expect(await isStored(uploadKey(userId, stuck))).toBe(true)
    await removeExpiredFiles(parts())
    expect(await left()).toEqual([])
    expect(await isStored(uploadKey(userId, stuck))).toBe(false)
  })

  it('removes records after two years, never the ledger', async () => {
    const userId = await createTestUser(service.database)
    const uploadId = await createTestUpload(service, userId)
    const jobId = await runOn(userId, uploadId)
    await age('user_uploads', uploadId, '2 years 1 day')
    await age('processing_history', jobId, '2 years 1 day')
    // Files that the storage does not give up keep their row: nothing else knows of them.
    const remove = () => Promise.reject(new Error('the storage is away'))
    await removeExpiredFiles({ ...parts(), storage: { ...service.storage, remove } })
    expect([await rowsOf('processing_history', userId), await rowsOf('user_uploads', userId)]).toEqual([
      [jobId],
      [uploadId],
    ])
    await removeExpiredFiles(parts())
    expect(await service.database.query('select id from processing_history where id = $1', [jobId])).toEqual([])
    expect(await service.database.query('select id from user_uploads where id = $1', [uploadId])).toEqual([])
    expect(await service.database.query('select kind from usage_logs where job_id = $1', [jobId])).toHaveLength(2)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('keeps the record of an old picture that a younger run was made of, and younger records', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    const uploadId = await createTestUpload(service, userId)
    const [old, young] = [await runOn(userId, uploadId), await runOn(userId, uploadId)]
    await age('user_uploads', uploadId, '2 years 1 day')
    await age('processing_history', old, '2 years 1 day')
    await age('processing_history', young, '1 year 11 months')
    await removeExpiredFiles(parts())
    expect(await rowsOf('processing_history', userId)).toEqual([young])
    expect(await rowsOf('user_uploads', userId)).toEqual([uploadId])
  })

  it('forgets the counts of days that nothing asks for any more', async () => {
    const subject = crypto.randomUUID()
    await service.database.query(
      `insert into user_quotas (subject, kind, day, used) select $1, 'uploads', current_date - ago, 1 from unnest(array[0, 1, 2, 3]) ago`,
      [subject],
    )
    await removeExpiredFiles(parts())
    expect(
      await service.database.query(
        'select current_date - day as ago from user_quotas where subject = $1 order by ago',
        [subject],
      ),
    ).toEqual([{ ago: 0 }, { ago: 1 }, { ago: 2 }])
  })
})

describe('at once, for one person', () => {
  it('frees what it announced, and nothing of others', async () => {
    const [userId, other] = [await createTestUser(service.database), await createTestUser(service.database)]
    const [own, foreign] = [await createTestUpload(service, userId), await createTestUpload(service, other)]
    const [ownJob, foreignJob] = [await runOn(userId, own), await runOn(other, foreign)]
    const sizeOf = async (key: string) => (await service.storage.stat(key))!.sizeBytes
    const held = (await sizeOf(uploadKey(userId, own))) + (await sizeOf(`results/${userId}/${ownJob}/result.png`))
    const announced = await measureExpiredFilesOf(parts(), userId, { uploadIds: [own], recordIds: [ownJob] })
    expect(await measureExpiredFilesOf(parts(), userId, { uploadIds: [], recordIds: [] })).toBe(0)
    expect(announced).toBeGreaterThanOrEqual(held)
    await service.database.query(`update user_uploads set status = 'deleted' where id = any($1::uuid[])`, [
      [own, foreign],
    ])
    await service.database.query('update processing_history set deleted_at = now() where id = any($1::uuid[])', [
      [ownJob, foreignJob],
    ])
    expect(await removeExpiredFilesOf(parts(), userId)).toBe(announced)
    expect(await isStored(uploadKey(userId, own))).toBe(false)
    for (const key of [uploadKey(other, foreign), `results/${other}/${foreignJob}/result.png`])
      expect(await isStored(key)).toBe(true)
  })
})

describe('the hourly round', () => {
  const visitor = trialVisitor({ headers: new Headers({ [FINGERPRINT_HEADER]: 'browser' }), clientAddress: '::1' })
  /** Key of its original. */
  const trial = async (claimedBy: string | null, interval: string, id: string = crypto.randomUUID()) => {
    const path = join(tmpdir(), `huanying-trial-${id}`)
    await writeFile(path, 'picture')
    const keys = ['original', 'thumb', 'view'].map((name) => `uploads/trial/${id}/${name}`)
    for (const key of keys) await service.storage.putFile(key, path, 'image/png')
    await rm(path)
    await service.database.query(
      `insert into trial_uploads (id, fingerprint_hash, original_filename, file_size, mime_type, width, height, oss_url,
         thumbnail_url, view_key, view_mime_type, claimed_by, created_at)
       values ($1, $2, 'a.png', 1, 'image/png', 1, 1, $3, $4, $5, 'image/png', $6, now() - interval '${interval}')`,
      [id, visitor.fingerprintHash, ...keys, claimedBy],
    )
    return keys[0]!
  }

  it('removes anonymous pictures after a day, but not the files of one that was taken over', async () => {
    const userId = await createTestUser(service.database)
    const old = await trial(null, '25 hours')
    const young = await trial(null, '23 hours')
    const claimed = await trial(userId, '25 hours')
    await removeExpiredTrials(parts())
    expect([await isStored(old), await isStored(young), await isStored(claimed)]).toEqual([false, true, true])
    const [left] = await service.database.query<{ n: number }>('select count(*)::int as n from trial_uploads')
    expect(left!.n).toBe(1)

    // The row stays as long as the storage keeps the files.
    const kept = await trial(null, '25 hours')
    const away = { ...service.storage, remove: () => Promise.reject(new Error('the storage is away')) }
    await removeExpiredTrials({ ...parts(), storage: away })
    expect(await isStored(kept)).toBe(true)
    await removeExpiredTrials(parts())
    expect(await isStored(kept)).toBe(false)
  })

  it('leaves a storage that is away until the next round: it is asked for one picture only', async () => {
    class Away extends StorageError {
      readonly isAway = true
    }
    const keys = [await trial(null, '25 hours'), await trial(null, '25 hours'), await trial(null, '25 hours')]
    let asked = 0
    const remove = () => {
      asked += 1
      return Promise.reject(new Away())
    }
    await removeExpiredTrials({ ...parts(), storage: { ...service.storage, remove } })
    expect(asked).toBe(1)
    await removeExpiredTrials(parts())
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false, false])
  })

  it('has the database answer others while the storage takes its time, and hands nobody the picture that goes', async () => {
    const [userId, id] = [await createTestUser(service.database), crypto.randomUUID()]
    const going = await trial(null, '25 hours', id)
    const [reached, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const remove = async (key: string) => {
      reached.resolve()
      return slow.promise.then(() => service.storage.remove(key))
    }
    const round = removeExpiredTrials({ ...parts(), storage: { ...service.storage, remove } })
    await reached.promise
    expect(await service.database.query('select 1 as n')).toEqual([{ n: 1 }])
    const settings = { storagePerPersonMb: 100, uploadsPerDay: 10 }
    await expect(claimTrial({ ...service, settings }, userId, id, visitor)).rejects.toMatchObject({
      code: 'upload-missing',
    })
    slow.resolve()
    await round
    expect(await isStored(going)).toBe(false)
    expect(await service.database.query('select id from trial_uploads where id = $1', [id])).toEqual([])
  })
})
