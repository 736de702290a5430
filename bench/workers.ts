// Runs a minute with 1, 2 and 4 workers on one PostgreSQL: `npx node bench/workers.ts [runs of each worker] [ms of a run]`. In the engine's place runs a
// clock, so that what is measured is what workers share: the database, its line and its locks. Ends with code 1 where more workers bring less than
// their number, by 5 %.
import { fileURLToPath } from 'node:url'
import { runChecks } from '../src/features/processing/server/audit/run-checks.ts'
import type { Database } from '../src/platform/server/database/database.ts'
import { forkWorker } from './runs/fork-worker.ts'
import { untilAllEnded } from './runs/line.ts'
import { withLine } from './runs/with-line.ts'
import { loadLine } from './web-service.ts'
import type { StandInOrder } from './workers/stand-in-worker.ts'

const WORKERS = [1, 2, 4]
const OFF_BY_MOST = 0.05
const WITHIN_MS = 600_000
const LOOK_MS = 500
const WORKER = fileURLToPath(new URL('workers/stand-in-worker.ts', import.meta.url))

const runsEach = Number(process.argv[2] ?? 40)
const runMs = Number(process.argv[3] ?? 1000)

console.log(loadLine())
const rates = new Map<number, number>()
for (const workers of WORKERS) rates.set(workers, await measureRate(workers))
const alone = rates.get(WORKERS[0]!)!
let isHeld = true
for (const [workers, aMinute] of rates) {
  const times = aMinute / alone
  const isLinear = Math.abs(times / workers - 1) <= OFF_BY_MOST
  isHeld &&= isLinear
  console.log(
    `${workers} workers: ${aMinute.toFixed(1)} runs a minute, ${times.toFixed(2)} times one${isLinear ? '' : '  NOT HELD'}`,
  )
}
console.log(`a run of ${runMs} ms took ${(60_000 / alone - runMs).toFixed(0)} ms more with one worker`)
process.exitCode = isHeld ? 0 : 1

/** Completed in a minute, while the line is long enough for all. Throws where a run did not end well or the books have a fault. */
function measureRate(workers: number): Promise<number> {
  return withLine(async ({ database, place, addRuns }) => {
    const count = workers * runsEach
    const order: StandInOrder = { ...place, runMs }
    const children = await Promise.all(Array.from({ length: workers }, () => forkWorker(WORKER, order)))
    try {
      await addRuns('scripted', count)
      await untilAllEnded(database, count, WITHIN_MS, LOOK_MS)
      await demandGoodEnds(database, count)
      return await rateOf(database, workers)
    } finally {
      for (const child of children) child.kill('SIGKILL')
    }
  })
}

/** From the moment that all have begun to the last start: the end, when some have nothing to do any more, says nothing. */
async function rateOf(database: Database, workers: number): Promise<number> {
  const [row] = await database.query<{ a_minute: number }>(
    `with begun as (select started_at, row_number() over (order by started_at) as place from processing_history),
          span as (select max(started_at) filter (where place = $1) as since, max(started_at) as until from begun)
     select (count(*) / extract(epoch from max(until) - max(since)) * 60)::float8 as a_minute
       from processing_history, span where completed_at > since and completed_at <= until`,
    [workers],
  )
  return row!.a_minute
}

async function demandGoodEnds(database: Database, count: number): Promise<void> {
  const [row] = await database.query<{ good: number }>(
    `select count(*)::int as good from processing_history where status = 'completed' and attempts = 1 and credits_consumed = 2`,
  )
  const faults = (await runChecks(database)).filter(({ count: found }) => found > 0)
  if (row!.good !== count || faults.length > 0)
    throw new Error(`${row!.good} of ${count} runs ended well at their first try, ${faults.length} faults of the books`)
}
