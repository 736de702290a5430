// Runs on the Topaz provider through the whole service, over HTTP: the final states of job, ledger and vendor credits when all is well, when the
// account is refused in the middle of the work, and when a consumer cancels.
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { runChecks } from '../../audit/run-checks.ts'
import { createTestUser, eventually, readMoney, watchToEnd } from '../../testing/test-service.ts'
import { KEY, VENDOR_CREDITS } from './testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'

let { emulator, service, topaz: provider, start, submits, vendor, close } = {} as TopazService

async function open(apiKey: string | null = KEY): Promise<void> {
  ;({
    emulator,
    service,
    topaz: provider,
    start,
    submits,
    vendor,
    close,
  } = await openTopazService({
    topaz: () => ({ apiKey: apiKey ?? undefined, recheckSeconds: 0 }),
    service: { parallelJobs: 4 },
  }))
}
afterEach(() => close())

interface Row {
  readonly status: string
  readonly error_code: string | null
  readonly ai_service: string
  readonly credits_consumed: number
  readonly vendor_credits: number | null
}
const rows = () =>
  service.database.query<Row>(
    'select status, error_code, ai_service, credits_consumed, vendor_credits from processing_history order by created_at',
  )
const isSent = (count: number) =>
  eventually(
    async () => emulator.vendor.jobs.list().length,
    (n) => n === count,
  )
const slow = (times: number) =>
  emulator.script.add({ method: 'POST', path: '/async', times, fault: { job: { durationSeconds: 1e5 } } })
const later = (change: string) => service.database.query(`update processing_history set ${change}`)

describe('a run on the Topaz provider', () => {
  it('ends as completed, paid once here and once there', async () => {
    await open()
    const userId = await createTestUser(service.database)
    const id = await start(userId)
    const end = (await watchToEnd(service, userId, id)).at(-1)!
    expect(end).toMatchObject({ status: 'completed', aiService: 'topaz', creditsConsumed: 2 })
    expect(end.result).toMatchObject({ width: 240, height: 160 })
    const download = await fetch(new URL(end.result!.downloadAddress, service.origin))
    expect(download.headers.get('content-disposition')).toMatch(/filename="processed-\d+\.png"/)
    expect(Buffer.from(await download.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG')
    expect(await rows()).toMatchObject([{ vendor_credits: 1, credits_consumed: 2 }])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor()).toMatchObject({ total_credits: 9999, reserved_credits: 0 })
    expect(await provider.gate!.balance()).toMatchObject({ available: 9999, reserved: 0 })
    expect(submits()).toHaveLength(1)
  })

  it('without a key: nothing starts and nothing is charged', async () => {
    await open(null)
    const userId = await createTestUser(service.database)
    await expect(start(userId)).rejects.toMatchObject({ code: 'provider-key', status: 503 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect([provider.gate?.isConfigured, await provider.gate?.balance()]).toEqual([false, undefined])
  })

  it('a key revoked among 51 runs: what is there waits, what waits is not sent, nothing is lost or paid twice', async () => {
    await open()
    slow(4)
    const users = await Promise.all(
      Array.from({ length: 17 }, () => createTestUser(service.database, { extraCredits: 5 })),
    )
    for (const userId of users) for (let n = 0; n < 3; n += 1) await start(userId)
    await isSent(4)
    emulator.vendor.account.setKey(KEY, 'revoked')
    await eventually(rows, (all) => all.every(({ status }) => status === 'pending'))
    for (const userId of users) expect(await readMoney(service.database, userId)).toEqual({ balance: 4, ledger: 4 })
    await expect(start(await createTestUser(service.database))).rejects.toMatchObject({ code: 'provider-key' })
    await provider.gate!.recheck().catch(() => {})
    expect(await provider.gate!.refusal()).toBe('provider-key')
    // Nobody is woken for what cannot be sent.
    await later(`created_at = now() - interval '2 minutes'`)
    expect(await service.processing.recover()).toBe(0)

    emulator.vendor.account.setKey(KEY, 'good')
    emulator.vendor.clock.advance(2e5)
    await provider.gate!.recheck()
    await service.processing.recover()
    const ended = await eventually(rows, (all) => all.every(({ status }) => status === 'completed'))
    expect(ended).toHaveLength(51)
    expect(ended.every((row) => row.vendor_credits === 1 && row.credits_consumed === 2)).toBe(true)
    expect(submits().filter(({ status }) => status === 200)).toHaveLength(51)
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 51, reserved_credits: 0 })
    for (const userId of users) expect(await readMoney(service.database, userId)).toEqual({ balance: 4, ledger: 4 })
    expect((await runChecks(service.database)).filter(({ count }) => count > 0)).toEqual([])
  }, 400_000)

  it('vendor credits at their end: the run that meets it fails free of charge, later presses are refused, an overdue one says why', async () => {
    await open()
    slow(1)
    const [waiting, meeting] = await Promise.all([createTestUser(service.database), createTestUser(service.database)])
    await start(waiting)
    await isSent(1)
    emulator.vendor.account.setKey(KEY, 'empty')
    const id = await start(meeting)
    expect((await watchToEnd(service, meeting, id)).at(-1)).toMatchObject({ error: { code: 'provider-quota' } })
    expect(await readMoney(service.database, meeting)).toEqual({ balance: 5, ledger: 5 })
    await expect(start(meeting)).rejects.toMatchObject({ code: 'provider-quota' })
    // An account without credits may still look at its tasks, so the one that is there goes on; put into the queue it would wait.
    await service.stopWorker(0)
    await eventually(rows, (all) => all.some(({ status }) => status === 'pending'))
    await later(`deadline_at = now() - interval '1 minute'`)
    await service.processing.recover()
    expect((await rows()).map(({ error_code }) => error_code)).toEqual(['provider-quota', 'provider-quota'])
    expect(await readMoney(service.database, waiting)).toEqual({ balance: 5, ledger: 5 })
  })

  it('cancelled in the vendor’s line: stopped and free; cancelled too late: delivered and paid', async () => {
    await open()
    slow(2)
    const userId = await createTestUser(service.database)
    const first = await start(userId)
    await isSent(1)
    const cancelled = await service.clientOf(userId).processing.jobs.cancel({ id: first })
    expect(cancelled).toMatchObject({ status: 'failed', error: { code: 'processing-cancelled' } })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject({ total_credits: 10_000, reserved_credits: 0 })
    const second = await start(userId)
    await isSent(2)
    await eventually(
      async () => emulator.requests.filter(({ path }) => path.includes('/status/')).length,
      (n) => n > 0,
    )
    emulator.vendor.clock.advance(5e4)
    const answer = service.clientOf(userId).processing.jobs.cancel({ id: second })
    await eventually(
      async () => emulator.requests.filter(({ status }) => status === 409).length,
      (n) => n === 1,
    )
    emulator.vendor.clock.advance(1e5)
    expect(await answer).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor().total_credits).toBe(9999)
  })

  it('the vendor away: the run waits with its hold and is done once when it is back, or ends free of charge at its deadline', async () => {
    await open()
    const [patient, overdue] = await Promise.all([createTestUser(service.database), createTestUser(service.database)])
    emulator.script.add({ path: '/image/', times: 20, fault: { reset: 'before' } })
    expect((await watchToEnd(service, patient, await start(patient))).at(-1)).toMatchObject({ status: 'completed' })
    expect(emulator.vendor.jobs.list()).toHaveLength(1)

    emulator.script.add({ path: '/image/', times: 1e6, fault: { reset: 'before' } })
    const id = await start(overdue)
    await eventually(rows, (all) => all.some(({ status }) => status === 'processing'))
    await later(`deadline_at = now() - interval '1 hour' where id = '${id}'`)
    await service.processing.recover()
    expect((await watchToEnd(service, overdue, id)).at(-1)).toMatchObject({ error: { code: 'processing-timeout' } })
    expect(await readMoney(service.database, overdue)).toEqual({ balance: 5, ledger: 5 })
    expect(await readMoney(service.database, patient)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
  })

  it.each([['forbidden'], ['no-plan']] as const)(
    'an account that is %s stops at its first run, free of charge',
    async (state) => {
      await open()
      const userId = await createTestUser(service.database)
      emulator.vendor.account.setKey(KEY, state)
      const end = (await watchToEnd(service, userId, await start(userId))).at(-1)
      expect(end).toMatchObject({ status: 'failed', error: { code: 'provider-key' } })
      await expect(start(userId)).rejects.toMatchObject({ code: 'provider-key' })
      expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
      expect([submits().length, vendor().total_credits]).toEqual([1, VENDOR_CREDITS])
    },
  )

  it('failed there: failed here, given back once, and nothing taken', async () => {
    await open()
    const userId = await createTestUser(service.database)
    emulator.script.add({ method: 'POST', path: '/async', fault: { job: { failsAt: 40 } } })
    const end = (await watchToEnd(service, userId, await start(userId))).at(-1)!
    expect(end).toMatchObject({ status: 'failed', error: { code: 'processing-failed' } })
    const entries = await service.database.query('select kind from usage_logs where job_id = $1 order by kind', [
      end.id,
    ])
    expect(entries).toEqual([{ kind: 'hold' }, { kind: 'release' }])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS, reserved_credits: 0 })
  })

  it('a result of another size: free of charge, and the figure that the vendor took is kept', async () => {
    await open()
    const userId = await createTestUser(service.database)
    emulator.script.add({ method: 'POST', path: '/async', fault: { job: { wrongSize: { width: 61, height: 40 } } } })
    const end = (await watchToEnd(service, userId, await start(userId))).at(-1)!
    expect(end).toMatchObject({ status: 'failed', error: { code: 'processing-failed' } })
    expect(await rows()).toMatchObject([{ status: 'failed', vendor_credits: 1, credits_consumed: 0 }])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
  })

  it('two workers on one job: the one that lost it leaves the task to the other, which can still be asked to cancel', async () => {
    await open()
    slow(2)
    const userId = await createTestUser(service.database)
    const attemptsOf = async (id: string) =>
      (
        await service.database.query<{ attempts: number }>('select attempts from processing_history where id = $1', [
          id,
        ])
      )[0]!.attempts
    const loseToAnother = async (id: string) => {
      await later(`heartbeat_at = now() - interval '1 minute' where id = '${id}'`)
      await service.processing.recover()
      await eventually(
        () => attemptsOf(id),
        (attempts) => attempts === 2,
      )
      // The first worker sees it at its next heartbeat.
      await delay(500)
    }
    const delivered = await start(userId)
    await isSent(1)
    await loseToAnother(delivered)
    emulator.vendor.clock.advance(2e5)
    expect((await watchToEnd(service, userId, delivered)).at(-1)).toMatchObject({ status: 'completed' })
    expect(submits()).toHaveLength(1)

    const cancelled = await start(userId)
    await isSent(2)
    await loseToAnother(cancelled)
    await service.clientOf(userId).processing.jobs.cancel({ id: cancelled })
    expect((await watchToEnd(service, userId, cancelled)).at(-1)).toMatchObject({ status: 'failed' })
    expect(emulator.vendor.jobs.list().map(({ end }) => end?.status)).toEqual(['Cancelled', 'Completed'])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
    expect((await runChecks(service.database)).filter(({ count }) => count > 0)).toEqual([])
  })
})
