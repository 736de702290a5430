// Files whose row is gone are removed after a day; everything that has a row, or may still get one, stays.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUpload, createTestUser, openTestService, type TestService } from '../testing/test-service.ts'
import { removeOrphans } from './orphans.job.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ hasWorker: false })
})
afterAll(() => service.close())

const MINUTES_OF_DAY = 24 * 60
const sweepIn = (minutes: number, options?: { readonly isSure: boolean }) =>
  removeOrphans(
    {
      ...service,
      log: pino({ level: 'silent' }),
      clock: { now: () => new Date(Date.now() + minutes * 60_000) },
    },
    options,
  )
const isStored = async (key: string) => (await service.storage.stat(key)) !== undefined

it('removes what has no row, a day after it was stored', async () => {
  const userId = await createTestUser(service.database)
  const owned = await createTestUpload(service, userId)
  const lost = await createTestUpload(service, userId)
  await service.database.query('delete from user_uploads where id = $1', [lost])
  const path = join(service.dataDir, 'result')
  await writeFile(path, 'result')
  const result = `results/${userId}/${crypto.randomUUID()}/result.png`
  await service.storage.putFile(result, path, 'image/png')
  const trial = crypto.randomUUID()
  await service.database.query(
    `insert into trial_uploads (id, fingerprint_hash, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
     values ($1, 'f', 'a.png', 1, 'image/png', 1, 1, 'o', 't', 'v', 'image/png')`,
    [trial],
  )
  const untouched = [
    `uploads/${userId}/${owned}/original.png`,
    `uploads/trial/${trial}/original`,
    // Laid there by hand.
    'uploads/readme.txt',
    `uploads/${userId}/notes/readme.txt`,
    `uploads/${userId}/${crypto.randomUUID()}`,
  ]
  for (const key of untouched.slice(1)) await service.storage.putFile(key, path, 'image/png')

  expect(await sweepIn(MINUTES_OF_DAY - 1)).toBe(0)
  expect(await sweepIn(MINUTES_OF_DAY + 1)).toBe(2)
  expect(await isStored(`uploads/${userId}/${lost}/original.png`)).toBe(false)
  expect(await isStored(result)).toBe(false)
  for (const key of untouched) expect([key, await isStored(key)]).toEqual([key, true])
})

it('removes also what no column of its row names: of a run that failed, of files that are removed already', async () => {
  const userId = await createTestUser(service.database)
  const uploadId = await createTestUpload(service, userId)
  const path = join(service.dataDir, 'late')
  await writeFile(path, 'late')
  const layRun = async (columns: string, name: string) => {
    const [run] = await service.database.query<{ id: string }>(
      `insert into processing_history
         (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode, params, progress, stage,
          start_key, deadline_at, credits_held, list_credits, status, result_oss_url, files_removed_at)
       values ($1, $2, 'a', 'o', 'local', 'enhance', 'enhance/standard/standard', 'auto', '{}', 0, 'queued', gen_random_uuid()::text, now(),
               0, 0, ${columns}) returning id`,
      [userId, uploadId],
    )
    const key = `results/${userId}/${run!.id}/${name}`
    await service.storage.putFile(key, path, 'image/png')
    return key
  }
  const left = [
    await layRun(`'failed', null, null`, 'view.png'),
    await layRun(`'completed', 'result', now()`, 'export-high.webp'),
  ]
  const kept = [
    await layRun(`'completed', 'result', null`, 'result.png'),
    await layRun(`'failed', 'late result', null`, 'result.png'),
    await layRun(`'pending', null, null`, 'result.png'),
  ]
  const tile = `uploads/${userId}/${uploadId}/tiles/0/0_0.webp`
  await service.storage.putFile(tile, path, 'image/webp')

  expect(await sweepIn(MINUTES_OF_DAY + 1)).toBe(left.length)
  for (const key of left) expect([key, await isStored(key)]).toEqual([key, false])
  for (const key of [...kept, tile]) expect([key, await isStored(key)]).toEqual([key, true])
  await service.database.query('update user_uploads set files_removed_at = now() where id = $1', [uploadId])
  expect(await sweepIn(MINUTES_OF_DAY + 1)).toBe(1)
  expect(await isStored(tile)).toBe(false)
})

it('leaves very many without a row where they are, until somebody is sure: the database may have been set back', async () => {
  const userId = await createTestUser(service.database)
  const path = join(service.dataDir, 'newer')
  await writeFile(path, 'newer than the database')
  const lay = () => service.storage.putFile(`uploads/${userId}/${crypto.randomUUID()}/original.png`, path, 'image/png')
  for (let n = 0; n < 11; n += 1) await lay()
  // Taken over by a person after the sign-in, as far as anybody knows.
  await service.storage.putFile(`uploads/trial/${crypto.randomUUID()}/original.png`, path, 'image/png')
  expect(await sweepIn(MINUTES_OF_DAY + 1)).toBe(0)
  expect(await sweepIn(MINUTES_OF_DAY + 1, { isSure: true })).toBe(12)
})
