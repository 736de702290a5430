// Two hundred presses at once on credits for ten runs. A press refused because too many run is repeated, as people do.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOOLS } from '#rulebook/tools/tool.ts'
import {
  createTestUpload,
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
} from '../testing/test-service.ts'

const CALLERS = 200
const RUNS = 10
/** As soon as people press again; at once they would keep the runs from the processor. */
const RETRY_MS = 500
const PRICE = TOOLS.enhance.credits
let service: TestService
beforeAll(async () => {
  service = await openTestService({ parallelJobs: 4 })
  const { value } = service.systemSettings
  service.systemSettings.value = { ...value, apiRateLimit: 1_000_000, maxDailyCreditsPerUser: 1_000_000 }
})
afterAll(() => service.close())

it('200 starts at once on credits for 10 are exactly 10 runs, and nothing is left', { timeout: 120_000 }, async () => {
  const userId = await createTestUser(service.database, { extraCredits: RUNS * PRICE - 5 })
  expect(await readMoney(service.database, userId)).toEqual({ balance: RUNS * PRICE, ledger: RUNS * PRICE })
  const source = { uploadId: await createTestUpload(service, userId) }
  const press = async (): Promise<'started' | 'no-credits'> => {
    const input = await startInput(service, userId, { source })
    for (;;) {
      const refused = await service
        .clientOf(userId)
        .processing.jobs.start(input)
        .then(
          () => undefined,
          ({ code }: { code: string }) => code,
        )
      if (refused === undefined) return 'started'
      if (refused === 'insufficient-credits') return 'no-credits'
      if (refused !== 'too-many-jobs') throw new Error(refused)
      await delay(RETRY_MS)
    }
  }
  const outcomes = await Promise.all(Array.from({ length: CALLERS }, press))
  expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(RUNS)
  const states = () =>
    service.database.query<{ status: string; n: number }>(
      'select status, count(*)::int as n from processing_history where user_id = $1 group by status',
      [userId],
    )
  const ended = await eventually(states, (rows) => rows.every(({ status }) => status === 'completed'))
  expect(ended).toEqual([{ status: 'completed', n: RUNS }])
  expect(await readMoney(service.database, userId)).toEqual({ balance: 0, ledger: 0 })
})
