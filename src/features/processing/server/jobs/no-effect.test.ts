// A paid run that changed next to nothing costs nothing, by itself and a limited number of times a day (decision 0095).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveBack } from '#features/credits/server/give-back.ts'
import { NO_EFFECT_RETURNS_PER_DAY } from '#rulebook/runs/no-effect.ts'
import {
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'
import { readReturnsToday } from './no-effect.ts'

const NOTHING = { meanLevels: 0.05, visibleShare: 0 }
const MUCH = { meanLevels: 4, visibleShare: 0.2 }

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

async function run(userId: string, change: typeof NOTHING, modelKey = 'denoise/normal') {
  service.provider.next({ change })
  const input = await startInput(service, userId, { modelKey })
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  return (await watchToEnd(service, userId, id)).at(-1)!
}
const entriesOf = async (jobId: string) => {
  const sql = `select kind, amount, details from usage_logs where job_id = $1 order by kind <> 'hold'`
  return service.database.query<{ kind: string; amount: number; details: unknown }>(sql, [jobId])
}

it('gives the credits of a run without effect back once, keeps its result, and says so', async () => {
  const userId = await createTestUser(service.database)
  const before = await readReturnsToday(service.database.orm)
  const job = await run(userId, NOTHING)
  expect(job).toMatchObject({
    status: 'completed',
    creditsConsumed: 0,
    noEffect: { outcome: 'returned', credits: 2 },
    result: { width: 64, height: 48 },
  })
  expect(await entriesOf(job.id)).toEqual([
    { kind: 'hold', amount: -2, details: null },
    { kind: 'release', amount: 2, details: { reason: 'no-effect' } },
  ])
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  const after = await readReturnsToday(service.database.orm)
  expect(after).toEqual({ runs: before.runs + 1, credits: before.credits + 2 })
})

it('charges what changed its picture, and what enlarged it', async () => {
  const userId = await createTestUser(service.database)
  expect(await run(userId, MUCH)).toMatchObject({ creditsConsumed: 2, noEffect: null })
  expect(await run(userId, NOTHING, 'enhance/standard/standard-v2')).toMatchObject({
    creditsConsumed: 2,
    noEffect: null,
  })
  expect(await readMoney(service.database, userId)).toEqual({ balance: 1, ledger: 1 })
})

it('charges from the limit of the day on, and tells that; unlimited accounts have nothing to get back', async () => {
  const userId = await createTestUser(service.database)
  for (let n = 0; n < NO_EFFECT_RETURNS_PER_DAY; n++)
    expect((await run(userId, NOTHING)).noEffect).toEqual({ outcome: 'returned', credits: 2 })
  const job = await run(userId, NOTHING)
  expect(job).toMatchObject({ creditsConsumed: 2, noEffect: { outcome: 'charged', credits: 2 } })
  expect((await entriesOf(job.id)).map(({ kind }) => kind)).toEqual(['hold', 'capture'])
  const read = () => service.clientOf(userId).processing.jobs.get({ id: job.id })
  // Said as it was settled, whatever would be judged today; and no longer once an operator has given it back.
  await service.database.query('update processing_history set report = null where id = $1', [job.id])
  expect((await read()).noEffect).toEqual({ outcome: 'charged', credits: 2 })
  await service.database.orm.transaction((tx) => giveBack(tx, { userId, jobId: job.id, reason: '效果不佳' }))
  expect(await read()).toMatchObject({ creditsConsumed: 2, creditsGivenBack: 2, noEffect: null })
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  const member = await createTestUser(service.database, { userType: 'premium' })
  expect(await run(member, NOTHING)).toMatchObject({ creditsConsumed: 0, noEffect: null })
})
