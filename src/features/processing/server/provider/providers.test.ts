// Both providers of this service against the port's conformance, and the pace towards them.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { PROVIDER_REQUESTS_PER_SECOND } from '#rulebook/runs/polling.ts'
import { createLocalProvider } from './local-provider.ts'
import { describeProvider } from './provider.conformance.ts'
import { createSharedPacer } from './request-pacer.ts'
import { createScriptedProvider } from './scripted-provider.ts'

describeProvider('local', () => ({
  provider: createLocalProvider(createLocalEngine()),
  beSlow: () => {},
  beNormal: () => {},
}))

describeProvider('scripted', () => {
  const provider = createScriptedProvider()
  return {
    provider,
    beSlow: () => provider.next({ hangs: true }),
    fail: () => provider.next({ failure: 'unknown file format' }),
    beNormal: () => provider.next({}),
  }
})

describe('the pace', () => {
  it('[PROC-21] is at most five requests in any second, of all workers together; more wait and none is refused', async () => {
    const database = await openTestDatabase()
    const workers = [1, 2].map(() => createSharedPacer(database, 'vendor', PROVIDER_REQUESTS_PER_SECOND))
    const times: number[] = []
    await Promise.all(
      Array.from({ length: 9 }, async (_, n) => {
        await workers[n % 2]!.turn()
        times.push(performance.now())
      }),
    )
    expect(times).toHaveLength(9)
    // Timers may fire a millisecond early; six turns within a second would be five gaps of less than 200 ms each.
    for (let n = 5; n < times.length; n += 1) expect(times[n]! - times[n - 5]!).toBeGreaterThanOrEqual(990)
    await workers[0]!.turn()
    await expect(workers[1]!.turn(AbortSignal.timeout(20))).rejects.toThrow()
    await database.close()
  })

  it('[PROC-21] is kept where the database answers now at once and now late: a turn counts from its own moment', async () => {
    const database = await openTestDatabase()
    let asked = 0
    const slow: Database = {
      ...database,
      async query<Row>(text: string, values?: unknown[]) {
        const rows = await database.query<Row>(text, values)
        asked += 1
        await delay(150 * (asked % 4))
        return rows
      },
    }
    const workers = [database, slow].map((each) => createSharedPacer(each, 'vendor', PROVIDER_REQUESTS_PER_SECOND))
    const times: number[] = []
    await Promise.all(
      Array.from({ length: 14 }, async (_, n) => {
        await workers[n % 2]!.turn()
        times.push(performance.now())
      }),
    )
    times.sort((a, b) => a - b)
    for (let n = 5; n < times.length; n += 1) expect(times[n]! - times[n - 5]!).toBeGreaterThanOrEqual(990)
    await database.close()
  })

  it('[PROC-21] is kept when the clock was set back while nobody ran, and nobody waits for the hour', async () => {
    const database = await openTestDatabase()
    const times: number[] = []
    const turns = async (count: number) => {
      const pacer = createSharedPacer(database, 'vendor', PROVIDER_REQUESTS_PER_SECOND)
      for (let n = 0; n < count; n += 1) {
        await pacer.turn(AbortSignal.timeout(10_000))
        times.push(performance.now())
      }
    }
    await turns(3)
    await database.query(
      `update provider_gates set next_request_at = next_request_at + interval '1 hour', taken_at = taken_at + interval '1 hour'`,
    )
    await turns(4)
    expect(times[5]! - times[0]!).toBeGreaterThanOrEqual(990)
    await database.close()
  })

  it.each([3_600_000, -3_600_000])('goes on at once when the clock is set by %i ms under it', async (setByMs) => {
    const database = await openTestDatabase()
    let aheadMs = 0
    const setClock: Database = {
      ...database,
      async query<Row>(text: string, values?: unknown[]) {
        const rows = await database.query<Record<string, number>>(text, values)
        // Slower than before: by their quickness alone these answers would not count.
        if (aheadMs !== 0) await delay(500)
        return rows.map((row) => ({ ...row, turn_ms: row.turn_ms! + aheadMs, now_ms: row.now_ms! + aheadMs }) as Row)
      },
    }
    const pacer = createSharedPacer(setClock, 'vendor', PROVIDER_REQUESTS_PER_SECOND)
    for (let n = 0; n < 2; n += 1) await pacer.turn()
    aheadMs = setByMs
    await pacer.turn(AbortSignal.timeout(15_000))
    await database.close()
  })
})
