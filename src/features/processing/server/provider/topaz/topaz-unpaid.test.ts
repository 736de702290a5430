// Tasks that the operator pays at the vendor and nobody pays here: pictures removed while the vendor works, results after the limit (decision 0228).
import { afterEach, expect, it } from 'vitest'
import { UNPAID_TASKS_PER_DAY } from '#rulebook/runs/unpaid-tasks.ts'
import { runChecks } from '../../audit/run-checks.ts'
import { createTestUser, eventually, readMoney, watchToEnd } from '../../testing/test-service.ts'
import { VENDOR_CREDITS } from './testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'

let { emulator, service, callsOf, agree, pressOf, start, vendor, close } = {} as TopazService

async function open(): Promise<void> {
  const timing = { heartbeatMs: 100, recoverMs: 1e9, latePollMs: 0 }
  ;({ emulator, service, callsOf, agree, pressOf, start, vendor, close } = await openTopazService({
    service: { overrides: { timing } },
  }))
}
afterEach(() => close())

const isAbout = (id: string) => (task: { filename: string }) => task.filename.includes(id)
const taskOf = (id: string) => emulator.vendor.jobs.list().find(isAbout(id))
const faults = async () => (await runChecks(service.database)).filter(({ count }) => count > 0)
const enough = (userId: string, credits = 50) =>
  service.database.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'grant', $2, $2, 'test')`,
    [userId, credits],
  )
const balanceOf = async (userId: string) => (await readMoney(service.database, userId)).balance
const statusOf = async (id: string) =>
  (await service.database.query<{ status: string }>('select status from processing_history where id = $1', [id]))[0]!
    .status

/** The vendor has begun; a cancel is too late. */
async function atWork(userId: string): Promise<{ id: string; uploadId: string }> {
  emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e5 } } })
  await agree(userId)
  const press = await pressOf(userId)
  const { id } = await callsOf(userId).jobs.start(press)
  await eventually(
    async () => emulator.requests.some(({ path }) => path.includes(`/status/${taskOf(id)?.id}`)),
    (isLookedAt) => isLookedAt,
  )
  emulator.vendor.clock.advance(5e4)
  return { id, uploadId: (press.source as { uploadId: string }).uploadId }
}

/** As its owner does it in the history. */
async function removedAtWork(userId: string): Promise<void> {
  const { id, uploadId } = await atWork(userId)
  await service.processing.removeUploads(userId, [uploadId])
  await eventually(
    async () => emulator.requests.some(({ method, path }) => method === 'DELETE' && path.includes(taskOf(id)!.id)),
    (isAsked) => isAsked,
  )
  emulator.vendor.clock.advance(1e5)
  await eventually(
    () => statusOf(id),
    (status) => status !== 'processing',
  )
}

async function overItsLimit(userId: string): Promise<string> {
  const { id } = await atWork(userId)
  await service.database.query(
    `update processing_history set deadline_at = now() - interval '1 minute' where id = $1`,
    [id],
  )
  await service.processing.recover()
  expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ error: { code: 'processing-timeout' } })
  return id
}

it('pictures removed while the vendor works are free three times a day, then paid like a cancel that comes too late', async () => {
  await open()
  const userId = await createTestUser(service.database)
  await enough(userId)
  const before = await balanceOf(userId)
  for (let n = 0; n < UNPAID_TASKS_PER_DAY; n += 1) await removedAtWork(userId)
  expect(await balanceOf(userId)).toBe(before)
  await removedAtWork(userId)
  expect(await balanceOf(userId)).toBe(before - 2)
  expect(vendor().total_credits).toBe(VENDOR_CREDITS - UNPAID_TASKS_PER_DAY - 1)
  expect(await faults()).toEqual([])
})

it('results after the limit come free of charge three times a day, together with removed pictures, and no more', async () => {
  await open()
  const userId = await createTestUser(service.database)
  await enough(userId)
  await removedAtWork(userId)
  const ids: string[] = []
  for (let n = 0; n < UNPAID_TASKS_PER_DAY; n += 1) ids.push(await overItsLimit(userId))
  emulator.vendor.clock.advance(1e5)
  for (let look = 0; look < 6; look += 1) await service.processing.keepLate()
  const kept = await Promise.all(ids.map(async (id) => (await callsOf(userId).jobs.get({ id })).result !== null))
  expect(kept.filter(Boolean)).toHaveLength(UNPAID_TASKS_PER_DAY - 1)
  const asked = emulator.requests.length
  await service.processing.keepLate()
  expect(emulator.requests.length).toBe(asked)
  expect(await faults()).toEqual([])
})

it('a run over its limit whose task the vendor may have done counts towards the credits of the day', async () => {
  await open()
  const userId = await createTestUser(service.database)
  const { value } = service.systemSettings
  service.systemSettings.value = { ...value, maxDailyCreditsPerUser: 3 }
  await overItsLimit(userId)
  await expect(start(userId)).rejects.toMatchObject({ code: 'daily-limit', data: { limit: 3 } })
  expect(await balanceOf(userId)).toBe(5)
  expect(emulator.vendor.jobs.list()).toHaveLength(1)
})

it('a task that failed at the vendor, which takes nothing for it, does not count', async () => {
  await open()
  const userId = await createTestUser(service.database)
  const { value } = service.systemSettings
  service.systemSettings.value = { ...value, maxDailyCreditsPerUser: 3 }
  emulator.script.add({ method: 'POST', path: '/async', fault: { job: { failsAt: 30 } } })
  expect((await watchToEnd(service, userId, await start(userId))).at(-1)).toMatchObject({ status: 'failed' })
  expect((await watchToEnd(service, userId, await start(userId))).at(-1)).toMatchObject({ status: 'completed' })
})
