// The worker killed with -9 at every moment of a run at the vendor: the next process ends the job
// once, the vendor takes its credits once, nothing is left over on either side, and the audit finds nothing. Service and vendor are processes of their own.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RecordedRequest } from '#emulators/topaz/request-log.ts'
import { expectGreenAuditAt } from '#features/admin/server/testing/expect-green-audit.ts'
import { killedProcesses } from '../../testing/killed-processes.ts'
import type { StartedJob } from '../../testing/process-order.ts'
import { type EmulatorProcess, forkTopazEmulator } from './testing/emulator-process.ts'
import { KEY, VENDOR_CREDITS } from './testing/topaz-harness.ts'

/** Each test starts two or more processes, on machines that may be busy. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let vendor: EmulatorProcess
const { killedAt, finish, database } = killedProcesses({ topaz: () => ({ origin: vendor.origin, apiKey: KEY }) })
beforeAll(async () => {
  vendor = await forkTopazEmulator()
})
afterAll(() => vendor.close())
afterEach(() => vendor.reset())
afterEach(() => expectGreenAuditAt(database()))

/** Resolves when the vendor has met so many calls like these. */
const seen =
  (isLike: (request: RecordedRequest) => boolean, times = 1) =>
  async (): Promise<void> => {
    await expect.poll(async () => (await vendor.requests()).filter(isLike).length, POLL).toBeGreaterThanOrEqual(times)
  }
const POLL = { timeout: 300_000, interval: 50 }
const isSubmit = ({ method, path }: RecordedRequest) => method === 'POST' && path.endsWith('/async')
const isReceived = (request: RecordedRequest) => isSubmit(request) && request.file !== undefined
const isLook = ({ method, path }: RecordedRequest) => method === 'GET' && path.includes('/status/')
const isCancel = ({ method, status }: RecordedRequest) => method === 'DELETE' && status !== undefined
const isDownload = ({ origin }: RecordedRequest) => origin === 'blob'

const tasksOf = async ({ jobId }: StartedJob) =>
  (await vendor.jobs()).filter(({ filename }) => filename.includes(jobId))

let finished = 0
async function endsOnce(job: StartedJob) {
  const end = await finish(job)
  finished += 1
  expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2, aiService: 'topaz' } })
  expect(end.job.result).toMatchObject({ width: 240, height: 160 })
  expect(end).toMatchObject({ money: { balance: 3, ledger: 3 }, entries: ['capture', 'hold'], vendorCredits: 1 })
  // Original and result, each with its thumbnail and its view.
  expect(end.files).toHaveLength(6)
  expect(await tasksOf(job)).toMatchObject([{ status: 'Completed' }])
  expect(await vendor.balance()).toMatchObject({ total_credits: VENDOR_CREDITS - finished, reserved_credits: 0 })
}

describe('kill -9 with the work at the vendor', () => {
  it('before the submit: the intent is stored, nothing was sent, the next process sends it', async () => {
    const job = await killedAt('intend')
    expect((await vendor.requests()).filter(isSubmit)).toEqual([])
    await endsOnce(job)
  })

  it('while the submit is under way: the vendor takes it after the death, and the next process finds it', async () => {
    await vendor.script({ method: 'POST', path: '/async', fault: { takenAfterMs: 5000 } })
    const job = await killedAt('run', { until: seen(isReceived) })
    await expect.poll(() => tasksOf(job), POLL).toHaveLength(1)
    await endsOnce(job)
    expect((await vendor.requests()).filter(isSubmit)).toHaveLength(1)
  })

  it('after the submit, before the id is stored: found by its file name, not sent again', async () => {
    await endsOnce(await killedAt('accepted'))
    expect((await vendor.requests()).filter(isSubmit)).toHaveLength(1)
  })

  it('while it looks: the next process looks on', async () => {
    await vendor.script({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e6 } } })
    const job = await killedAt('run', { until: seen(isLook, 2) })
    await vendor.advance(1e6)
    await endsOnce(job)
    expect((await vendor.requests()).filter(isSubmit)).toHaveLength(1)
  })

  it('while the answer comes: fetched anew, whole', async () => {
    await vendor.script({ path: '/blob/', fault: { bytesPerSecond: 10 } })
    const job = await killedAt('run', { until: seen(isDownload) })
    await endsOnce(job)
    expect((await vendor.requests()).filter(isSubmit)).toHaveLength(1)
  })

  it('between storing and capturing: captured, and the vendor is not asked again', async () => {
    const job = await killedAt('store')
    await vendor.reset()
    await endsOnce(job)
    expect((await vendor.requests()).filter((request) => isSubmit(request) || isLook(request))).toEqual([])
  })

  it('three times while it looks: failed, the credits are back, and the vendor is told to stop', async () => {
    await vendor.script({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e7 } } })
    const job = await killedAt('run', { until: seen(isLook) })
    for (const _attempt of [2, 3]) {
      // One process may have looked several times before its end: the next look of all is the next process's.
      const looks = (await vendor.requests()).filter(isLook).length
      await killedAt('run', { job, until: seen(isLook, looks + 1) })
    }
    const end = await finish(job, { until: seen(isCancel) })
    expect(end).toMatchObject({ job: { status: 'failed', error: { code: 'crashed' } }, attempts: 3 })
    expect(end).toMatchObject({ money: { balance: 5, ledger: 5 }, entries: ['hold', 'release'] })
    expect((await vendor.requests()).filter(isSubmit)).toHaveLength(1)
    expect((await vendor.requests()).filter(isCancel)).toMatchObject([{ status: 204 }])
    expect(await vendor.balance()).toMatchObject({ total_credits: VENDOR_CREDITS - finished, reserved_credits: 0 })
  })
})
