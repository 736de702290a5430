// An account that answers for its balance and takes no task: without right or plan, or with less credits than a task costs. Nothing flaps, one run meets it, and
// what waits is done once when the account is well.
import { afterEach, describe, expect, it } from 'vitest'
import { runChecks } from '../../audit/run-checks.ts'
import { createTestUser, eventually, readMoney, watchToEnd } from '../../testing/test-service.ts'
import { KEY, VENDOR_CREDITS } from './testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'

let { emulator, service, topaz, callsOf, start, submits, vendor, close } = {} as TopazService

async function open(): Promise<void> {
  const timing = { heartbeatMs: 200, recoverMs: 1e9 }
  ;({ emulator, service, topaz, callsOf, start, submits, vendor, close } = await openTopazService({
    topaz: () => ({ recheckSeconds: 60 }),
    service: { overrides: { timing } },
  }))
}
afterEach(() => close())

const refusal = () => topaz.gate!.refusal()
/** So many seconds after the last look. */
async function recheckAfter(seconds: number): Promise<void> {
  await service.database.query('update provider_gates set checked_at = now() - make_interval(secs => $1)', [seconds])
  await topaz.gate!.recheck()
}
const endOf = async (userId: string) => (await watchToEnd(service, userId, await start(userId))).at(-1)

describe.each(['forbidden', 'no-plan'] as const)('an account that is %s', (state) => {
  it('and says so to every call but the balance stays closed: one run meets it, however often it is asked', async () => {
    await open()
    emulator.vendor.account.setKey(KEY, state)
    const userId = await createTestUser(service.database)
    expect(await endOf(userId)).toMatchObject({ status: 'failed', error: { code: 'provider-key' } })
    for (let n = 0; n < 3; n += 1) await recheckAfter(61)
    expect(await refusal()).toBe('provider-key')
    await expect(start(userId)).rejects.toMatchObject({ code: 'provider-key' })
    emulator.vendor.account.setKey(KEY, 'good')
    await recheckAfter(61)
    expect(await endOf(userId)).toMatchObject({ status: 'completed' })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('and says so only to a whole task: later runs wait with their holds, it is asked ever later, and each is done once', async () => {
    await open()
    emulator.vendor.account.setKey(KEY, state)
    emulator.vendor.settings.refusesLate = true
    const [first, second] = [await createTestUser(service.database), await createTestUser(service.database)]
    expect(await endOf(first)).toMatchObject({ status: 'failed', error: { code: 'provider-key' } })
    await recheckAfter(61)
    expect(await refusal()).toBeUndefined()
    const id = await start(second)
    await eventually(refusal, (why) => why !== undefined)
    const statusOf = async () => (await callsOf(second).jobs.get({ id })).status
    await eventually(statusOf, (status) => status === 'pending')
    expect(await readMoney(service.database, second)).toEqual({ balance: 3, ledger: 3 })
    await recheckAfter(61)
    expect(await refusal()).toBe('provider-key')

    emulator.vendor.account.setKey(KEY, 'good')
    await recheckAfter(121)
    expect(await refusal()).toBeUndefined()
    await service.database.query(`update processing_history set created_at = now() - interval '2 minutes'`)
    await service.processing.recover()
    expect((await watchToEnd(service, second, id)).at(-1)).toMatchObject({ status: 'completed', creditsConsumed: 2 })
    expect(submits().filter(({ status }) => status === 200)).toHaveLength(1)
    expect(vendor()).toMatchObject({ total_credits: VENDOR_CREDITS - 1, reserved_credits: 0 })
    expect(await readMoney(service.database, first)).toEqual({ balance: 5, ledger: 5 })
    expect((await runChecks(service.database)).filter(({ count }) => count > 0)).toEqual([])

    // A task that was taken ends it: the next refusal is news again.
    emulator.vendor.account.setKey(KEY, state)
    expect(await endOf(first)).toMatchObject({ status: 'failed', error: { code: 'provider-key' } })
    emulator.vendor.account.setKey(KEY, 'good')
    await recheckAfter(61)
    expect(await refusal()).toBeUndefined()
  })
})
