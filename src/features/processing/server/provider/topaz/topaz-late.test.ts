// What the vendor finishes after a run's limit, and what comes larger than anybody asked for: the final states of job, ledger and vendor credits.
import { afterEach, describe, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { runChecks } from '../../audit/run-checks.ts'
import { ownedPictures } from '../../merge-pictures.ts'
import { createTestUser, eventually, readMoney, startInput, watchToEnd } from '../../testing/test-service.ts'
import type { Provider } from '../provider.ts'
import { createProviders, type Providers } from '../providers.ts'
import { createRealUpload } from './testing/real-upload.ts'
import { QUICK_TIMING, VENDOR_CREDITS } from './testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'
import type { TopazOptions } from './topaz-provider.ts'

let { emulator, service, callsOf, agree, start, vendor, close } = {} as TopazService

async function open(changes: Partial<TopazOptions> = {}, providers?: (topaz: Provider) => Providers): Promise<void> {
  const timing = { heartbeatMs: 200, recoverMs: 1e9, latePollMs: 0 }
  ;({ emulator, service, callsOf, agree, start, vendor, close } = await openTopazService({
    topaz: () => changes,
    ...(providers && { providers }),
    service: { overrides: { timing } },
  }))
}
afterEach(() => close())

const task = () => emulator.vendor.jobs.list()[0]
const requests = () => emulator.requests.length
const faults = async () => (await runChecks(service.database)).filter(({ count }) => count > 0)
const memoryOf = async (id: string) =>
  (
    await service.database.query<{ memory: { isGivenUp?: boolean }; vendor_credits: number | null; looked_at: Date }>(
      'select memory, vendor_credits, heartbeat_at as looked_at from processing_history where id = $1',
      [id],
    )
  )[0]!

/** When the run ended, and was looked at last. */
const hoursAgo = (id: string, hours: number) =>
  service.database.query(
    `update processing_history set completed_at = now() - make_interval(hours => $2), heartbeat_at = null where id = $1`,
    [id, hours],
  )

/** The task is at the vendor, in its line or at work, when the limit passes. */
async function runOverItsLimit(userId: string, isAtWork: boolean): Promise<string> {
  emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e5 } } })
  const id = await start(userId)
  await eventually(
    async () => emulator.requests.some(({ path }) => path.includes('/status/')),
    (isLookedAt) => isLookedAt,
  )
  if (isAtWork) emulator.vendor.clock.advance(5e4)
  await service.database.query(
    `update processing_history set deadline_at = now() - interval '1 minute' where id = $1`,
    [id],
  )
  await service.processing.recover()
  expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({
    status: 'failed',
    error: { code: 'processing-timeout' },
    result: null,
  })
  await eventually(
    async () => emulator.requests.some(({ method, status }) => method === 'DELETE' && status !== undefined),
    (isAsked) => isAsked,
  )
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  return id
}

describe('over the limit (C-13)', () => {
  it('a task that the vendor works on is fetched when it ends, put into the history and not charged', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const id = await runOverItsLimit(userId, true)
    expect(await service.processing.keepLate()).toBe(0)
    emulator.vendor.clock.advance(1e5)
    await eventually(
      () => service.processing.keepLate(),
      (kept) => kept === 1,
    )
    expect(await callsOf(userId).jobs.get({ id })).toMatchObject({
      status: 'failed',
      error: { code: 'processing-timeout' },
      creditsConsumed: 0,
      result: { width: 240, height: 160 },
    })
    expect(await memoryOf(id)).toMatchObject({ vendor_credits: 1 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
    expect(emulator.vendor.jobs.list()).toHaveLength(1)
    const asked = requests()
    expect([await service.processing.keepLate(), requests()]).toEqual([0, asked])
    expect(await faults()).toEqual([])
  })

  it('a result that is fetched while its account is merged into another is found by its new owner', async () => {
    let release = () => {}
    const merged = new Promise<void>((resolve) => (release = resolve))
    let isFetching = false
    const held = (topaz: Provider): Provider => ({
      ...topaz,
      late: {
        ...topaz.late!,
        fetch: async (...args) => {
          isFetching = true
          await merged
          return topaz.late!.fetch(...args)
        },
      },
    })
    await open({}, (topaz) => createProviders({ byDefault: held(topaz) }))
    const [userId, primaryId] = [await createTestUser(service.database), await createTestUser(service.database)]
    const id = await runOverItsLimit(userId, true)
    emulator.vendor.clock.advance(1e5)
    const kept = eventually(
      () => service.processing.keepLate(),
      (count) => count === 1,
    )
    await eventually(
      async () => isFetching,
      (isIt) => isIt,
    )
    await service.database.orm.transaction((tx) => ownedPictures.move(tx, { primaryId, mergedId: userId }))
    release()
    await kept
    const { result } = await callsOf(primaryId).jobs.get({ id })
    for (const address of [result!.downloadAddress, result!.viewAddress, result!.thumbnailAddress])
      expect((await fetch(service.origin + address)).status).toBe(200)
  })

  it('a task that still waited there is stopped; it is looked at once more, and never again', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const id = await runOverItsLimit(userId, false)
    await eventually(
      async () => task()?.end?.status,
      (end) => end === 'Cancelled',
    )
    await service.processing.keepLate()
    expect(await memoryOf(id)).toMatchObject({ memory: { isGivenUp: true } })
    const asked = requests()
    await service.processing.keepLate()
    expect(requests()).toBe(asked)
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS, reserved_credits: 0 })
  })

  it('a task of another size gives nothing, and one that outlasts its family is asked for once more and never again', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const outlasting = await runOverItsLimit(userId, true)
    await hoursAgo(outlasting, 5)
    expect(await service.processing.keepLate()).toBe(0)
    const givenUp = await memoryOf(outlasting)
    expect(givenUp).toMatchObject({ memory: { isGivenUp: true } })
    await service.processing.keepLate()
    expect(await memoryOf(outlasting)).toEqual(givenUp)
    emulator.vendor.clock.advance(1e5)
    emulator.requests.length = 0
    const id = await runOverItsLimit(userId, true)
    Object.assign(task()!, { output: { width: 61, height: 40 } })
    emulator.vendor.clock.advance(1e5)
    expect(await service.processing.keepLate()).toBe(0)
    expect(await memoryOf(id)).toMatchObject({ memory: { isGivenUp: true } })
    expect((await callsOf(userId).jobs.get({ id })).result).toBeNull()
    expect(await faults()).toEqual([])
  })
})

describe('an answer of 256 megapixels', () => {
  it('that nobody asked for is refused by its header, fetched once, free of charge; the next run is as ever', async () => {
    const engine = createLocalEngine()
    const timing = { ...QUICK_TIMING, requestTimeoutMs: 300_000 }
    await open({ engine, timing })
    const userId = await createTestUser(service.database)
    emulator.script.add({
      method: 'POST',
      path: '/async',
      fault: { job: { wrongSize: { width: 16_000, height: 16_000 } } },
    })
    const id = await start(userId)
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({
      status: 'failed',
      error: { code: 'processing-failed' },
      result: null,
    })
    expect(emulator.requests.filter(({ origin }) => origin === 'blob')).toHaveLength(1)
    expect(await memoryOf(id)).toMatchObject({ vendor_credits: 1 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    const next = await start(userId)
    expect((await watchToEnd(service, userId, next)).at(-1)).toMatchObject({ status: 'completed' })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 2, reserved_credits: 0 })
    expect(await faults()).toEqual([])
    engine.close()
  }, 400_000)

  it('is never ordered: no price buys more than can be taken back', async () => {
    await open({ creditUsd: 0.001 })
    const userId = await createTestUser(service.database)
    const uploadId = await createRealUpload(service, userId)
    await service.database.query('update user_uploads set width = 16000, height = 16000 where id = $1', [uploadId])
    await agree(userId)
    const input = await startInput(service, userId, { source: { uploadId } })
    await expect(callsOf(userId).jobs.start(input)).rejects.toMatchObject({
      code: 'output-too-large',
      data: { limit: 6400 },
    })
    expect(emulator.vendor.jobs.list()).toEqual([])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })
})
