// When the gate to the vendor opens again, asked of the emulator by the real adapter.
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { openTopazHarness } from './topaz/testing/topaz-harness.ts'

const database = await openTestDatabase()
const { emulator, providerFor, reset, close } = await openTopazHarness()
const { gate } = providerFor({ database })
beforeEach(async () => void (await database.query('delete from provider_gates')))
afterEach(reset)
afterAll(async () => {
  await close()
  await database.close()
})

const closedFor = (refusal: string, checkedAt: string) =>
  database.query(
    `insert into provider_gates (name, closed_for, checked_at) values ('topaz', $1, now() + $2::interval)`,
    [refusal, checkedAt],
  )

it('is asked once in its time, and at once where the clock was set back since the last look', async () => {
  await closedFor('provider-key', '-30 seconds')
  await gate!.recheck()
  expect([await gate!.refusal(), emulator.requests.length]).toEqual(['provider-key', 0])
  await database.query(`update provider_gates set checked_at = now() + interval '1 hour'`)
  await gate!.recheck()
  expect(await gate!.refusal()).toBeUndefined()
})
