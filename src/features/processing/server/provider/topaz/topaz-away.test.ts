// The vendor down for an hour (decision 0067): it is detected after a while without answers, reported to the operator, and our own engine is offered
// where the operator allows it. Runs in progress, and new ones of users who choose to wait, keep their holds.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestUser, eventually, readMoney, watchToEnd } from '../../testing/test-service.ts'
import type { Provider } from '../provider.ts'
import { createProviders } from '../providers.ts'
import { createScriptedProvider } from '../scripted-provider.ts'
import { createAwayWatch } from './away-watch.ts'
import { QUICK_TIMING, VENDOR_CREDITS } from './testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'

let opened: TopazService
let { emulator, service, topaz, vendor } = {} as TopazService
let allowsFailover = true
const local: Provider = { ...createScriptedProvider(), name: 'local', aiService: 'local' }
beforeAll(async () => {
  opened = await openTopazService({
    topaz: () => ({ timing: { ...QUICK_TIMING, awayAfterMs: 200 }, recheckSeconds: 0 }),
    providers(byDefault) {
      const providers = createProviders({ byDefault, retired: [local] })
      return Object.defineProperty({ ...providers }, 'failover', { get: () => (allowsFailover ? local : undefined) })
    },
  })
  ;({ emulator, service, topaz, vendor } = opened)
})
afterAll(() => opened.close())

const callsOf = (userId: string) => opened.callsOf(userId)
async function pressOf(userId: string) {
  await opened.agree(userId)
  return opened.pressOf(userId)
}
const away = (is: boolean) =>
  eventually(
    () => topaz.gate!.isAway(),
    (seen) => seen === is,
  )

it('noticed, told, offered; what had begun is done once when the vendor is back, paid once on both sides', async () => {
  const [waits, asks] = await Promise.all([createTestUser(service.database), createTestUser(service.database)])
  emulator.script.add({ path: '/', times: 1e6, fault: { reset: 'before' } })
  const { id } = await callsOf(waits).jobs.start(await pressOf(waits))
  await away(true)
  // It is not a refusal: a user who does not want the engine waits as before.
  expect(await topaz.gate!.refusal()).toBeUndefined()
  await topaz.gate!.recheck().catch(() => {})
  expect(await topaz.gate!.isAway()).toBe(true)

  const press = await pressOf(asks)
  await expect(callsOf(asks).jobs.start(press)).rejects.toMatchObject({
    code: 'engine-instead',
    data: { name: 'Topaz Labs', credits: 1 },
  })
  const instead = await callsOf(asks).jobs.start({ ...press, acceptsEngine: true, shownCredits: 1 })
  expect((await watchToEnd(service, asks, instead.id)).at(-1)).toMatchObject({
    status: 'completed',
    aiService: 'local',
    creditsConsumed: 1,
  })
  expect(await readMoney(service.database, asks)).toEqual({ balance: 4, ledger: 4 })
  allowsFailover = false
  const patient = await callsOf(asks).jobs.start(await pressOf(asks))
  expect(patient).toMatchObject({ aiService: 'topaz' })

  emulator.script.clear()
  await topaz.gate!.recheck()
  await away(false)
  for (const [userId, jobId] of [
    [waits, id],
    [asks, patient.id],
  ] as const)
    expect((await watchToEnd(service, userId, jobId)).at(-1)).toMatchObject({ status: 'completed', aiService: 'topaz' })
  expect(await readMoney(service.database, waits)).toEqual({ balance: 3, ledger: 3 })
  expect(await readMoney(service.database, asks)).toEqual({ balance: 2, ledger: 2 })
  expect(vendor()).toMatchObject({
    total_credits: VENDOR_CREDITS - 2,
    reserved_credits: 0,
  })
})

describe('what counts as away', () => {
  afterEach(() => vi.useRealTimers())
  const watchOf = (probe: () => Promise<unknown>) => {
    vi.useFakeTimers()
    const onAway = vi.fn(async () => {})
    return { onAway, watch: createAwayWatch({ afterMs: 1000, probe, onAway }) }
  }
  const failFor = async (watch: ReturnType<typeof createAwayWatch>, calls: number) => {
    for (let n = 0; n < calls; n += 1) {
      watch.note(false)
      await vi.advanceTimersByTimeAsync(300)
    }
  }

  it('silence for a while, of several calls, that a call of another kind meets too', async () => {
    const { watch, onAway } = watchOf(() => Promise.reject(new Error('silence')))
    await failFor(watch, 4)
    expect(onAway).not.toHaveBeenCalled()
    await failFor(watch, 1)
    expect(onAway).toHaveBeenCalledTimes(1)
  })

  it('neither one answer in between, nor one run that alone makes the vendor fail', async () => {
    const { watch, onAway } = watchOf(async () => {})
    await failFor(watch, 4)
    watch.note(true)
    await failFor(watch, 12)
    expect(onAway).not.toHaveBeenCalled()
  })
})
