// The checklist for the real service, against the emulator of the same contract: silent where both agree, and each difference found.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TopazEmulator } from '#emulators/topaz/emulator.ts'
import {
  KEY,
  openQuickEmulator,
  VENDOR_CREDITS,
} from '#features/processing/server/provider/topaz/testing/topaz-harness.ts'
import type { TopazGeneration } from '#features/processing/server/provider/topaz/topaz-models.ts'
import { checkedText, runChecklist } from './checklist.ts'

let emulator: TopazEmulator
beforeAll(async () => {
  emulator = await openQuickEmulator()
})
afterAll(() => emulator.close())
afterEach(() => {
  emulator.script.clear()
  Object.assign(emulator.vendor.settings, { generation: 'g2', namesAddressUrl: false, isStrict: true })
})

async function differences(isPaid: boolean, generation: TopazGeneration = 'g2', apiKey = KEY) {
  const account = { apiKey, imageUrl: emulator.imageBase, accountUrl: emulator.accountBase, authHeader: 'X-API-Key' }
  const all = await runChecklist({ account, generation, isPaid, gapMs: 0, pollMs: 5 })
  expect(all.map(checkedText).join('\n')).not.toContain(KEY)
  return { count: all.length, differ: all.filter(({ isAsWritten }) => !isAsWritten).map(checkedText) }
}

it('free of charge: account, refusals and an estimate of each of the 23 models', async () => {
  expect(await differences(false)).toEqual({ count: 32, differ: [] })
  expect(emulator.vendor.account.balance(KEY).total_credits).toBe(VENDOR_CREDITS)
  expect(emulator.vendor.jobs.list()).toEqual([])
})

it('paid: a run, a cancel and the spelling of settings, for at most three vendor credits', async () => {
  expect(await differences(true)).toEqual({ count: 40, differ: [] })
  expect(VENDOR_CREDITS - emulator.vendor.account.balance(KEY).total_credits).toBeLessThanOrEqual(3)
})

it('says what differs: names of the address, spelling, models, status codes, a key that is refused', async () => {
  emulator.vendor.settings.namesAddressUrl = true
  emulator.script.add({ method: 'GET', path: '/status/none', fault: { status: 404 } })
  const { differ } = await differences(true)
  expect(differ).toHaveLength(2)
  expect(differ.join()).toMatch(/an id that is none is 400: 404.*download_url.*the store answered 200/s)

  Object.assign(emulator.vendor.settings, { namesAddressUrl: false, generation: 'g3', isStrict: false })
  const later = (await differences(true, 'g2')).differ.join('\n')
  expect(later).toMatch(/lens-blur: an estimate.* 400/)
  expect(later).toMatch(/spelling of g2.*options_json/)

  const refused = await differences(false, 'g2', 'not-the-key')
  expect(refused.differ.length).toBeGreaterThan(25)
  expect(refused.differ[0]).toContain('DIFFERS')
})
