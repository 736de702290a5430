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

const sweepIn = (hours: number) =>
  removeOrphans({
    ...service,
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
  })
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
  const strange = 'uploads/readme.txt'
  await service.storage.putFile(strange, path, 'text/plain')

  expect(await sweepIn(23)).toBe(0)
  expect(await sweepIn(25)).toBe(2)
  expect(await isStored(`uploads/${userId}/${lost}/original.png`)).toBe(false)
  expect(await isStored(result)).toBe(false)
  expect(await isStored(`uploads/${userId}/${owned}/original.png`)).toBe(true)
  expect(await isStored(strange)).toBe(true)
})
