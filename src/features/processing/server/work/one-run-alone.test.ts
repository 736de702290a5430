// What happens to a run touches no other: the table also holds runs in every state, of its owner and of another user. And a
// worker writes only to jobs that it still owns.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { reopenHold } from '#features/credits/server/hold-credits.ts'
import { changedRows } from '#platform/server/database/testing/changed-rows.ts'
import { requestCancel } from '../jobs/cancel-job.ts'
import { completeJob, failJob, keepLate } from '../jobs/settle-job.ts'
import { createProviders } from '../provider/providers.ts'
import { createTestUser, openTestService, startInput, type TestService } from '../testing/test-service.ts'
import {
  type ClaimedJob,
  claimJob,
  findServiceOf,
  handBack,
  readRemainingMs,
  rememberStep,
  writeHeartbeat,
  writeProgress,
} from './claim-job.ts'

const STORED = { width: 9, height: 8, inputHeight: 4, seconds: 3, viewMimeType: 'image/jpeg' }
const RUNNING = `status = 'processing', attempts = 1, heartbeat_at = now(), ai_service = 'topaz'`
const OVERDUE = `status = 'failed', error_code = 'processing-timeout', completed_at = now()`

let service: TestService
let owner: string
let newest: string
beforeAll(async () => {
  service = await openTestService({ hasWorker: false })
  owner = await createTestUser(service.database, { extraCredits: 100 })
  for (const userId of [owner, await createTestUser(service.database, { extraCredits: 100 })])
    for (const changes of ['progress = 0', RUNNING, OVERDUE, `status = 'completed', completed_at = now()`])
      await startedJob(changes, userId)
})
afterAll(() => service.close())
// Few may be open at once.
afterEach(() => service.database.query(`update processing_history set status = 'failed' where id = $1`, [newest]))

async function startedJob(changes: string, userId = owner): Promise<string> {
  const { id } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  newest = id
  await service.database.query(`update processing_history set ${changes} where id = $1`, [id])
  return id
}
const changesOf = <Answer>(act: () => Promise<Answer>) => changedRows(service.database, ['processing_history'], act)
async function complete(id: string) {
  const hold = (await reopenHold(service.database.orm, id))!
  return completeJob(service.database, { id, userId: owner, attempts: 1, hold }, STORED)
}
const cancel = (id: string) => {
  const providers = createProviders({ byDefault: service.provider })
  return requestCancel({ database: service.database, providers }, owner, id)
}

it.each<[string, string, (id: string) => Promise<unknown>, unknown]>([
  ['completed', RUNNING, complete, 'completed'],
  ['completed, its picture being removed', `${RUNNING}, deleted_at = now()`, complete, 'discarded'],
  ['completed after its limit', OVERDUE, complete, 'late'],
  ['kept after its limit', OVERDUE, (id) => keepLate(service.database, { id, userId: owner }, STORED), true],
  ['failed', RUNNING, (id) => failJob(service.database, id, { code: 'unexpected' }), true],
  ['cancelled while it waits', 'progress = 0', cancel, undefined],
  ['cancelled while it runs', RUNNING, cancel, undefined],
  ['claimed', 'progress = 0', async (id) => (await claimJob(service.database, id, 'scripted'))?.id === id, true],
])('a run that is %s is the only one', async (_title, changes, act, expected) => {
  const id = await startedJob(changes)
  expect(await changesOf(() => act(id))).toEqual({ answer: expected, changed: [id] })
})

it.each<[string, (job: ClaimedJob) => Promise<unknown>]>([
  ['shows that it lives', (job) => writeHeartbeat(service.database, job)],
  ['shows how far it is', (job) => writeProgress(service.database, job, 50, 'processing')],
  ['remembers a step', (job) => rememberStep(service.database, job, { storedResult: STORED })],
  ['hands it back', (job) => handBack(service.database, job)],
])('a worker who %s writes to its run alone, and to none that is not its any more', async (_title, act) => {
  const id = await startedJob('progress = 0')
  const job = (await claimJob(service.database, id, 'scripted'))!
  expect((await changesOf(() => act(job))).changed).toEqual([id])
  for (const taken of [`status = 'processing', attempts = 2`, `status = 'failed', attempts = 1`]) {
    await service.database.query(`update processing_history set ${taken} where id = $1`, [id])
    expect((await changesOf(() => act(job).catch(() => undefined))).changed).toEqual([])
  }
})

it('a worker reads of its run alone, and of none that it has not', async () => {
  const id = await startedJob(`ai_service = 'local', deadline_at = now() + interval '9 days'`)
  expect(await findServiceOf(service.database, id)).toMatchObject({ aiService: 'local' })
  const job = (await claimJob(service.database, id, 'scripted'))!
  expect(await findServiceOf(service.database, id)).toBeUndefined()
  expect(await claimJob(service.database, id, 'scripted')).toBeUndefined()
  expect(await readRemainingMs(service.database, job)).toBeGreaterThan(8 * 86_400_000)
  for (const taken of [`attempts = 2`, `attempts = 1, status = 'pending'`]) {
    await service.database.query(`update processing_history set ${taken} where id = $1`, [id])
    await expect(readRemainingMs(service.database, job)).rejects.toThrow('belongs to another worker')
  }
})

it('a run that has ended, or that another worker has, is not failed', async () => {
  const id = await startedJob(`status = 'completed'`)
  const fail = (condition = {}) =>
    changesOf(() => failJob(service.database, id, { code: 'crashed' }, condition).catch(() => false))
  expect(await fail()).toEqual({ answer: false, changed: [] })
  await service.database.query(`update processing_history set ${RUNNING} where id = $1`, [id])
  for (const condition of [{ attempts: 2 }, { states: ['pending'] }])
    expect(await fail(condition)).toEqual({ answer: false, changed: [] })
})
