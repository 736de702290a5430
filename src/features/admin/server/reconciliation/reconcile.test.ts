// The nightly comparison with the vendor against the emulator of its API and a real database (decision 0068).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TopazEmulator } from '#emulators/topaz/emulator.ts'
import {
  KEY,
  openQuickEmulator,
  quickOptions,
} from '#features/processing/server/provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '#features/processing/server/provider/topaz/topaz-provider.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { addJob, addUser } from '../testing/sample-rows.ts'
import { readMargin } from './read-margin.ts'
import { readVendorReport, reconcileVendor } from './reconcile.job.ts'

let emulator: TopazEmulator
let database: Database
let folder: string
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
beforeAll(async () => {
  emulator = await openQuickEmulator()
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'huanying-vendor-'))
})
afterAll(async () => {
  await emulator.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  lines.length = 0
})

const reconcile = async () => {
  // The balance is kept for a minute: each night is a new process here.
  const { gate } = createTopazProvider({ ...quickOptions(emulator), log, database })
  await reconcileVendor({ database, log, providerGate: gate })
  return (await readVendorReport(database.orm))!
}
/** A run of ours; null: nobody noted what the vendor took. */
async function addRun(vendorCredits: number | null, status = 'completed'): Promise<string> {
  const [row] = await database.orm.transaction(async (tx) => {
    const userId = await addUser(tx)
    await addJob(tx, userId, { status })
    return [{ userId }]
  })
  const [job] = await database.query<{ id: string }>(
    `update processing_history set ai_service = 'topaz', vendor_credits = $2, credits_consumed = case when status = 'completed' then 2 else 0 end
      where user_id = $1 returning id`,
    [row!.userId, vendorCredits],
  )
  return job!.id
}
/** A task that the vendor has finished and was paid for. */
async function addTask(filename: string): Promise<void> {
  const form = new FormData()
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  form.append('image', new Blob([picture], { type: 'image/png' }), filename)
  form.append('model', 'Normal')
  form.append('output_format', 'png')
  const answer = await fetch(`${emulator.imageBase}/denoise/async`, {
    method: 'POST',
    headers: { 'X-API-Key': KEY },
    body: form,
  })
  expect(answer.status).toBe(200)
  emulator.vendor.clock.advance(60)
}
const task = (jobId: string) => addTask(`job_${jobId}.png`)

it('agrees night after night while every task is a run of ours at the credits that the vendor took', async () => {
  expect(await reconcile()).toMatchObject({ tasks: 0, faults: 0, balance: 10_000 })
  await task(await addRun(1))
  expect(await reconcile()).toMatchObject({ tasks: 1, vendorCredits: 1, learned: 0, faults: 0, balance: 9999 })
  expect(await reconcile()).toMatchObject({ tasks: 1, faults: 0 })
  expect(lines.join()).toContain('the vendor and our runs agree')
})

it('learns what the vendor took for a run that had ended before its word came: the pool counts it from then on', async () => {
  const late = await addRun(null, 'failed')
  await task(late)
  expect(await reconcile()).toMatchObject({ learned: 1, faults: 0 })
  const [row] = await database.query<{ vendor_credits: number; credits_consumed: number }>(
    'select vendor_credits, credits_consumed from processing_history where id = $1',
    [late],
  )
  expect(row).toEqual({ vendor_credits: 1, credits_consumed: 0 })
  expect(await reconcile()).toMatchObject({ learned: 0, faults: 0 })
})

it('finds foreign tasks, other figures, a run paid twice and credits that no task explains', async () => {
  const [other, twice] = [await addRun(3), await addRun(2)]
  await task(other)
  await task(twice)
  await task(twice)
  await addTask('somebody-elses.png')
  // One of them hides behind the newest task, which is counted for both nights.
  emulator.vendor.account.topUp(-8)
  expect(await reconcile()).toMatchObject({
    byCheck: { unknown: 1, differing: 1, missing: 0, twice: 1, unexplained: 7 },
    faults: 10,
  })
  expect(lines.join()).toContain('do not agree')
  // What was found once is not lost the night after, but the account is compared from there.
  expect((await reconcile()).byCheck).toMatchObject({ unknown: 1, twice: 1, unexplained: 0 })
  await database.query(`update processing_history set vendor_credits = 1 where id = $1`, [other])
})

it('finds a run that says the vendor was paid while its list knows nothing of it', async () => {
  const id = await addRun(1)
  await database.query(
    `update processing_history set created_at = now() - interval '3 hours', completed_at = now() - interval '2 hours' where id = $1`,
    [id],
  )
  expect((await reconcile()).byCheck).toMatchObject({ missing: 1 })
})

it('asks nobody without an account, and leaves the last word standing while the vendor does not answer', async () => {
  const before = await readVendorReport(database.orm)
  await reconcileVendor({ database, log, providerGate: undefined })
  emulator.script.add({ path: '/status', times: 50, fault: { status: 500 } })
  await expect(reconcile()).rejects.toThrow()
  emulator.script.clear()
  expect(await readVendorReport(database.orm)).toEqual(before)
})

it('the margin counts what the vendor took and what people paid for it, failures and all', async () => {
  const runs = await database.query(`select 1 from processing_history where ai_service = 'topaz'`)
  const margin = await readMargin(database.orm)
  expect(margin).toMatchObject({ runs: runs.length, vendorCredits: 6, creditsConsumed: 2 * (runs.length - 1) })
})
