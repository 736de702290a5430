// What wakes those who watch: announcements, and for lost ones a look at all watched jobs together, however many watch (decision 0112).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { createTestUser } from '../testing/test-service.ts'
import { type JobFeed, openJobFeed, waitForChanges } from './job-feed.ts'

const LOOK_EVERY_MS = 100
const LONG_MS = 600_000
let database: Database
let feed: JobFeed
let looks: unknown[][] = []
let userId: string

beforeAll(async () => {
  database = await openTestDatabase()
  userId = await createTestUser(database)
  const counted: Database = {
    ...database,
    query: (text, values = []) => {
      looks.push(values)
      return database.query(text, values)
    },
  }
  feed = await openJobFeed(counted, { elsewhere: ['topaz'] }, LOOK_EVERY_MS)
})
afterAll(async () => {
  await feed.close()
  await database.close()
})

async function addJob(aiService = 'local'): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `with picture as (
       insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
       values ($1, 'a.jpg', 1, 'image/jpeg', 1, 1, 'o', 't', 'v', 'image/jpeg') returning id)
     insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode, status,
       list_credits, credits_consumed, start_key, deadline_at)
     select $1, id, 'a.jpg', 'o', $2, 'denoise', 'denoise/normal', 'auto', 'pending', 0, 0, gen_random_uuid(), now() from picture returning id`,
    [userId, aiService],
  )
  return row!.id
}
/** As if the connection that listens had been away. */
async function changeSilently(id: string, change: string): Promise<void> {
  await database.orm.transaction(async (tx) => {
    await tx.execute('alter table processing_history disable trigger user')
    await tx.execute(`update processing_history set ${change} where id = '${id}'`)
    await tx.execute('alter table processing_history enable trigger user')
  })
}
/** Past the first look, which notifies every watcher once. */
async function watch(id: string) {
  const waiter = waitForChanges(feed, id)
  await waiter.next(LONG_MS)
  return waiter
}

it('one statement looks for all who watch, and wakes only those of a changed job', async () => {
  const [one, other] = [await addJob(), await addJob()]
  const waiters = await Promise.all([one, one, one, other].map(watch))
  looks = []
  const woken: string[] = []
  const waiting = waiters.map((waiter, n) => waiter.next(LONG_MS).then(() => woken.push(n < 3 ? 'one' : 'other')))
  await changeSilently(one, `status = 'processing', progress = 40`)
  await expect.poll(() => woken.sort(), { timeout: 20_000 }).toEqual(['one', 'one', 'one', 'other'])
  // The other one's place in the line has changed with it.
  await Promise.all(waiting)
  expect(looks.every(([ids]) => (ids as string[]).toSorted().join() === [one, other].toSorted().join())).toBe(true)

  const quiet = waiters[3]!.next(LONG_MS).then(() => 'woken')
  await changeSilently(one, 'progress = 60')
  await waiters[0]!.next(LONG_MS)
  const seen = looks.length
  await expect.poll(() => looks.length, { timeout: 20_000 }).toBeGreaterThan(seen + 2)
  expect(await Promise.race([quiet, Promise.resolve('asleep')])).toBe('asleep')
  for (const waiter of waiters) waiter.close()
})

it('a job of the other line has no part in the place of this one', async () => {
  const elsewhere = await addJob('topaz')
  const [one, other] = [await addJob(), await addJob()]
  const waiter = await watch(other)
  const news = waiter.next(LONG_MS).then(() => 'woken')
  await changeSilently(elsewhere, `status = 'processing'`)
  const seen = looks.length
  await expect.poll(() => looks.length, { timeout: 20_000 }).toBeGreaterThan(seen + 2)
  expect(await Promise.race([news, Promise.resolve('asleep')])).toBe('asleep')
  await changeSilently(one, `status = 'processing'`)
  expect(await news).toBe('woken')
  waiter.close()
})

it('a removed job wakes who watches it, and without a watcher nothing is asked', async () => {
  const id = await addJob()
  const waiter = await watch(id)
  await changeSilently(id, 'deleted_at = now()')
  await waiter.next(LONG_MS)
  waiter.close()
  await expect
    .poll(async () => {
      looks = []
      await new Promise((resolve) => setTimeout(resolve, 3 * LOOK_EVERY_MS))
      return looks
    })
    .toEqual([])
})
