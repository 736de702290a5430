// `npx node bench/ledger.ts`: what the service adds to a run beside the tool's own time (start call, and press to completed), and
// whether the ledger's sums still equal the balances after many runs at once. Embedded database, or TEST_DATABASE_URL.
import { setTimeout as delay } from 'node:timers/promises'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  readMoney,
  type TestService,
} from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { PROVIDER_REQUESTS_PER_SECOND } from '#rulebook/runs/polling.ts'

const SINGLE_RUNS = 40
const USERS = 10
const RUNS_PER_USER = 12
const MAX_MEDIAN_MS = 200
const PACE_MS = 1000 / PROVIDER_REQUESTS_PER_SECOND

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function run(
  service: TestService,
  userId: string,
  uploadId: string,
): Promise<{ startMs: number; wholeMs: number }> {
  const { jobs } = service.clientOf(userId).processing
  const startedMs = performance.now()
  const job = await jobs.start(startOf({ uploadId }))
  const startMs = performance.now() - startedMs
  for await (const { status } of await jobs.watch({ id: job.id })) if (status === 'completed') break
  return { startMs, wholeMs: performance.now() - startedMs }
}

const service = await openTestService({ parallelJobs: 4 })
const userId = await createTestUser(service.database, { extraCredits: 1000 })
const uploadId = await createTestUpload(service, userId)
for (let n = 0; n < 5; n += 1) await run(service, userId, uploadId)
const cpuBefore = process.cpuUsage()
const singles = []
for (let n = 0; n < SINGLE_RUNS; n += 1) {
  // The pace of five requests per second towards providers would otherwise be measured instead.
  await delay(PACE_MS)
  singles.push(await run(service, userId, uploadId))
}
const cpu = process.cpuUsage(cpuBefore)
const medianMs = middle(singles.map(({ wholeMs }) => wholeMs))
console.log(`${service.database.kind} database, ${SINGLE_RUNS} runs one after the other, a tool that takes no time:`)
console.log(`  start call   median ${middle(singles.map(({ startMs }) => startMs)).toFixed(0)} ms`)
console.log(`  press to end median ${medianMs.toFixed(0)} ms (bound ${MAX_MEDIAN_MS} ms)`)
console.log(
  `  processor time ${((cpu.user + cpu.system) / 1000 / SINGLE_RUNS).toFixed(0)} ms per run, browser side and scripted pictures included`,
)

service.provider.next({}, { failure: 'timeout' }, {}, { failure: 'broken' }, {})
const users = await Promise.all(
  Array.from({ length: USERS }, () => createTestUser(service.database, { extraCredits: 10 })),
)
const startedMs = performance.now()
await Promise.all(
  users.map(async (id) => {
    const picture = await createTestUpload(service, id)
    for (let n = 0; n < RUNS_PER_USER; n += 1) await run(service, id, picture).catch(() => undefined)
  }),
)
const seconds = (performance.now() - startedMs) / 1000
const money = await Promise.all(users.map((id) => readMoney(service.database, id)))
const isEqual = money.every(({ balance, ledger }) => balance === ledger && balance >= 0)
console.log(
  `${USERS} users at once, ${USERS * RUNS_PER_USER} presses in ${seconds.toFixed(1)} s; every balance is its ledger's sum: ${isEqual}`,
)
await service.close()
process.exit(isEqual && medianMs <= MAX_MEDIAN_MS ? 0 : 1)
