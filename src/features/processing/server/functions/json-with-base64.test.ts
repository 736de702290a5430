// The documented status call over HTTP with a result as large as they come: it goes out piece by piece, however slowly it is read, and lets go of its
// file when nobody reads on.
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, openTestService, startInput, type TestService } from '../testing/test-service.ts'

const MEGABYTE = 1024 * 1024
const CALLS = 16
/** Not a multiple of three: the last letters are padded. */
const RESULT = randomBytes(20 * MEGABYTE + 1)

let service: TestService
let userId: string
let taskId: string
/** Every file that was opened for an answer. */
const opened: Readable[] = []
beforeAll(async () => {
  service = await openTestService({
    hasWorker: false,
    wrapStorage: (storage) => ({
      ...storage,
      async openRead(...of) {
        const file = await storage.openRead(...of)
        opened.push(file)
        return file
      },
    }),
  })
  userId = await createTestUser(service.database)
  const path = join(service.dataDir, 'result')
  await writeFile(path, RESULT)
  const key = `results/${userId}/result.png`
  await service.storage.putFile(key, path, 'image/png')
  taskId = (await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))).id
  await service.database.query(
    `update processing_history set status = 'completed', completed_at = now(), result_oss_url = $2 where id = $1`,
    [taskId, key],
  )
})
afterAll(() => service.close())

const ask = (init: RequestInit = {}) =>
  fetch(`${service.origin}/api/functions/topaz-process-async?taskId=${taskId}`, {
    ...init,
    // Packing sixteen times 27 MB would be most of this test's work.
    headers: { authorization: `Bearer ${userId}`, 'accept-encoding': 'identity' },
  })
/** The service of this test is the test's own process. */
const residentMb = () => process.memoryUsage().rss / MEGABYTE
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it('[PROC-10] a result of 20 MB arrives whole, its last byte too', async () => {
  const { result, ...fields } = (await (await ask()).json()) as { result: string }
  expect(fields).toEqual({ success: true, status: 'completed', progress: 100 })
  expect(hashOf(Buffer.from(result, 'base64'))).toBe(hashOf(RESULT))
})

it('sixteen answers of 27 MB that are open at once are not held in memory', async () => {
  const before = residentMb()
  const readers = await Promise.all(
    Array.from({ length: CALLS }, async () => {
      const reader = (await ask()).body!.getReader()
      expect((await reader.read()).value!.length).toBeGreaterThan(0)
      return reader
    }),
  )
  expect(residentMb() - before).toBeLessThan(150)
  await Promise.all(readers.map((reader) => reader.cancel()))
})

it('a caller who wants the head alone, or leaves early, leaves no file open', async () => {
  opened.length = 0
  const leaving = new AbortController()
  for (let n = 0; n < CALLS; n += 1) await ask({ method: 'HEAD' })
  const left = await Promise.all(Array.from({ length: CALLS }, () => ask({ signal: leaving.signal })))
  expect(left.map(({ status }) => status)).toEqual(Array(CALLS).fill(200))
  leaving.abort()
  await expect.poll(() => opened.filter(({ closed }) => !closed).length).toBe(0)
  expect(opened).toHaveLength(2 * CALLS)
})
