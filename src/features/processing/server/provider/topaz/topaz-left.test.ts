// A run that ends by a fault of ours while the vendor has its task: what is stopped there, what is fetched later, and who pays for it.
import { symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { runChecks } from '../../audit/run-checks.ts'
import { createTestUser, eventually, readMoney, watchToEnd } from '../../testing/test-service.ts'
import { createQuickEngine } from './testing/quick-engine.ts'
import { KEY, QUICK_TIMING, VENDOR_CREDITS } from './testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'
import type { TopazOptions } from './topaz-provider.ts'

let { emulator, service, topaz, callsOf, start, vendor, close } = {} as TopazService
/** In the way of every source that a run fetches. */
let sourceComes: () => Promise<void>

async function open(changes: Partial<TopazOptions> = {}): Promise<void> {
  sourceComes = async () => {}
  const timing = { heartbeatMs: 200, recoverMs: 1e9, latePollMs: 0 }
  ;({ emulator, service, topaz, callsOf, start, vendor, close } = await openTopazService({
    topaz: () => changes,
    service: {
      parallelJobs: 4,
      overrides: { timing },
      wrapStorage: (storage) => ({
        ...storage,
        async fetchToFile(key, path) {
          await sourceComes()
          await storage.fetchToFile(key, path)
        },
      }),
    },
  }))
}
afterEach(() => close())

const task = () => emulator.vendor.jobs.list()[0]
const requests = (method: string, part: string) =>
  emulator.requests.filter((request) => request.method === method && request.path.includes(part))
const faults = async () => (await runChecks(service.database)).filter(({ count }) => count > 0)
const nothingTaken = { total_credits: VENDOR_CREDITS, reserved_credits: 0 }

/** A run whose first worker was lost with the task in the vendor's line; `meets`: what the second one finds in the place of its source. */
async function secondAttempt(userId: string, meets: () => Promise<void>): Promise<string> {
  emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e5 } } })
  const id = await start(userId)
  await eventually(
    async () => requests('GET', '/status/').length,
    (looks) => looks > 0,
  )
  let hasBegun = false
  sourceComes = () => {
    hasBegun = true
    return meets()
  }
  // Again where the first worker's heartbeat came in between.
  const lose = `update processing_history set heartbeat_at = now() - interval '1 minute' where id = $1 and attempts = 1`
  await eventually(
    async () => {
      await service.database.query(lose, [id])
      await service.processing.recover()
      return hasBegun
    },
    (isIt) => isIt,
  )
  // The first worker sees it at its next heartbeat, and lets go of the run.
  await delay(500)
  return id
}

describe('a second attempt that ends before it is with the vendor again', () => {
  it('cancelled while the vendor has the task in line: stopped there, too, and nothing is taken', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const { promise, resolve } = Promise.withResolvers<void>()
    const id = await secondAttempt(userId, () => promise)
    // Answered when the run has ended, or after some seconds: the source is still on its way.
    await callsOf(userId).jobs.cancel({ id })
    expect(task()?.end?.status).toBe('Cancelled')
    resolve()
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ error: { code: 'processing-cancelled' } })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject(nothingTaken)
    expect(await faults()).toEqual([])
  })

  it('cancelled while the vendor works on it: too late, delivered and paid', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const { promise, resolve } = Promise.withResolvers<void>()
    const id = await secondAttempt(userId, () => promise)
    emulator.vendor.clock.advance(5e4)
    const cancelling = callsOf(userId).jobs.cancel({ id })
    await eventually(
      async () => requests('DELETE', '/cancel/').some(({ status }) => status === 409),
      (isTooLate) => isTooLate,
    )
    emulator.vendor.clock.advance(1e5)
    resolve()
    await cancelling
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor().total_credits).toBe(VENDOR_CREDITS - 1)
    expect(await faults()).toEqual([])
  })

  it('failed, because its picture cannot be fetched: the vendor is told to stop', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const id = await secondAttempt(userId, () => Promise.reject(new Error('a storage that breaks')))
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ error: { code: 'unexpected' } })
    await eventually(
      async () => task()?.end?.status,
      (end) => end === 'Cancelled',
    )
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject(nothingTaken)
  })
})

describe('a task that the vendor accepted and does not know yet', () => {
  const unknown = (times: number) =>
    emulator.script.add({ method: 'GET', path: '/status/', times, fault: { status: 404 } })

  it('is looked for again, delivered and paid once', async () => {
    await open()
    const userId = await createTestUser(service.database)
    unknown(3)
    expect((await watchToEnd(service, userId, await start(userId))).at(-1)).toMatchObject({ status: 'completed' })
    expect(requests('POST', '/async')).toHaveLength(1)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor().total_credits).toBe(VENDOR_CREDITS - 1)
  })

  it('and stays unknown: the run fails free of charge, and the vendor is told to stop', async () => {
    await open({ timing: { ...QUICK_TIMING, unlistedMs: 100 } })
    const userId = await createTestUser(service.database)
    emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e5 } } })
    unknown(1e6)
    expect((await watchToEnd(service, userId, await start(userId))).at(-1)).toMatchObject({
      error: { code: 'processing-failed' },
    })
    await eventually(
      async () => task()?.end?.status,
      (end) => end === 'Cancelled',
    )
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject(nothingTaken)
  })
})

describe('a task behind an account that is refused until the deadline', () => {
  /** Fails as the account is refused; its task is in the vendor's line, or at work. */
  async function refusedUntilItsDeadline(userId: string, isAtWork: boolean): Promise<string> {
    emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e5 } } })
    const id = await start(userId)
    await eventually(
      async () => requests('GET', '/status/').length,
      (looks) => looks > 0,
    )
    if (isAtWork) emulator.vendor.clock.advance(5e4)
    emulator.vendor.account.setKey(KEY, 'revoked')
    await eventually(
      () => topaz.gate!.refusal(),
      (refusal) => refusal !== undefined,
    )
    const pending = async () => (await callsOf(userId).jobs.get({ id })).status
    await eventually(pending, (status) => status === 'pending')
    await service.database.query(`update processing_history set deadline_at = now() where id = $1`, [id])
    await service.processing.recover()
    await eventually(
      async () => requests('DELETE', '/cancel/').length,
      (asked) => asked === 1,
    )
    expect(await callsOf(userId).jobs.get({ id })).toMatchObject({ error: { code: 'provider-key' }, result: null })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(await service.processing.keepLate()).toBe(0)
    return id
  }
  async function accountIsWellAgain(): Promise<void> {
    emulator.vendor.account.setKey(KEY, 'good')
    await topaz.gate!.recheck()
    expect(await topaz.gate!.refusal()).toBeUndefined()
  }

  it('and done there: fetched when it is well again, be it hours later, not charged, and counted for the day', async () => {
    await open({ recheckSeconds: 0 })
    const userId = await createTestUser(service.database)
    const { value } = service.systemSettings
    service.systemSettings.value = { ...value, maxDailyCreditsPerUser: 3 }
    const id = await refusedUntilItsDeadline(userId, true)
    emulator.vendor.clock.advance(1e5)
    await service.database.query(
      `update processing_history set completed_at = now() - interval '6 hours' where id = $1`,
      [id],
    )
    await accountIsWellAgain()
    expect(await service.processing.keepLate()).toBe(1)
    expect(await callsOf(userId).jobs.get({ id })).toMatchObject({
      error: { code: 'provider-key' },
      creditsConsumed: 0,
      result: { width: 240, height: 160 },
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
    await expect(start(userId)).rejects.toMatchObject({ code: 'daily-limit' })
    expect(await faults()).toEqual([])
  })

  it('and still in the line there: stopped when it is well again, for nothing', async () => {
    await open({ recheckSeconds: 0 })
    const userId = await createTestUser(service.database)
    const id = await refusedUntilItsDeadline(userId, false)
    await accountIsWellAgain()
    expect(await service.processing.keepLate()).toBe(0)
    expect(task()?.end?.status).toBe('Cancelled')
    const asked = emulator.requests.length
    expect([await service.processing.keepLate(), emulator.requests.length]).toEqual([0, asked])
    expect((await callsOf(userId).jobs.get({ id })).result).toBeNull()
    expect(vendor()).toMatchObject(nothingTaken)
  })
})

describe('a full disk while the answer comes', () => {
  it('ends the run as that, free of charge, after one download; the result comes when there is room', async () => {
    let isFull = true
    const engine = createQuickEngine()
    await open({
      engine: {
        ...engine,
        // The disk has room for what is sent, and none for what comes.
        async prepare(task, run) {
          if (isFull) await symlink('/dev/full', join(dirname(task.sourcePath), 'result.png.answer'))
          return engine.prepare(task, run)
        },
      },
    })
    const userId = await createTestUser(service.database)
    const end = (await watchToEnd(service, userId, await start(userId))).at(-1)
    expect(end).toMatchObject({ status: 'failed', error: { code: 'disk-full' } })
    expect(requests('GET', '/blob/')).toHaveLength(1)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    isFull = false
    expect(await service.processing.keepLate()).toBe(1)
    expect((await callsOf(userId).jobs.get({ id: end!.id })).result).toMatchObject({ width: 240, height: 160 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
    expect(await faults()).toEqual([])
  })
})
