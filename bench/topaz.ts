// The way to Topaz under load, against the emulator in a process of its own: `npx node bench/topaz.ts [runs|waiting|picture] [count] [a second]`; all three
// without a word. On the machine's own PostgreSQL, with the pace, timing and engine of production. Ends with code 1 when a gate is not held.
//   runs     500 runs over 4 worker processes, all there at once or so many a second: all end right, never above 5 requests in any second, our own
//            time per run ≤ 150 ms (median)
//   waiting  10,000 runs in the line while the account is refused: the workers take ≤ 5 % of one core
//   picture  a picture of 50 MB to the vendor and back: the process grows by ≤ 80 MB
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runChecks } from '../src/features/processing/server/audit/run-checks.ts'
import {
  type EmulatorProcess,
  forkTopazEmulator,
} from '../src/features/processing/server/provider/topaz/testing/emulator-process.ts'
import type { Database } from '../src/platform/server/database/database.ts'
import { forkWorker } from './runs/fork-worker.ts'
import { untilAllEnded } from './runs/line.ts'
import { withLine } from './runs/with-line.ts'
import { quantile } from './statistics.ts'
import { measurePicture } from './topaz/picture.ts'
import { type EndedRun, reportParts } from './topaz/report.ts'
import type { WorkerMetrics, WorkerOrder } from './topaz/worker.ts'
import { loadLine } from './web-service.ts'

// As the service does for the engine's children (src/app/server.ts).
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/huanying/compiled', import.meta.url))

const WORKERS = 4
const GATES = { requestsPerSecond: 5, ownMs: 150, cpuPercent: 5, grownMb: 80 } as const
const WATCHED_MS = 60_000
const WITHIN_MS = 1_200_000

const what = process.argv[2]
const isAsked = (name: string) => what === undefined || what === name
const countOr = (otherwise: number) => Number(process.argv[3] ?? otherwise)
let isHeld = true
const gate = (text: string, value: number, most: number) => {
  if (value > most) isHeld = false
  console.log(`${text}: ${value.toFixed(1)} (at most ${most})${value > most ? '  NOT HELD' : ''}`)
}

console.log(loadLine())
if (isAsked('runs')) await withBench((bench) => measureRuns(bench, countOr(500), Number(process.argv[4] ?? 0)))
if (isAsked('waiting')) await withBench((bench) => measureWaiting(bench, countOr(10_000)))
if (isAsked('picture')) gate('growth with a picture of 50 MB, MB', await measurePicture(), GATES.grownMb)
console.log(isHeld ? 'all gates held' : 'a gate is not held')
process.exit(isHeld ? 0 : 1)

interface Bench {
  readonly database: Database
  readonly vendor: EmulatorProcess
  readonly addRuns: (count: number, apartMs?: number) => Promise<string>
  readonly startWorkers: () => Promise<Worker[]>
}
interface Worker {
  metrics(): Promise<WorkerMetrics>
}

async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const vendor = await forkTopazEmulator({ speed: 1 })
  preferred(vendor.pid)
  const children: ChildProcess[] = []
  try {
    await withLine(({ database, place, addRuns }) =>
      work({
        database,
        vendor,
        addRuns: (count, apartMs) => addRuns('topaz', count, apartMs),
        startWorkers: () => {
          const order = { ...place, vendorOrigin: vendor.origin }
          return Promise.all(Array.from({ length: WORKERS }, () => startWorker(order, children)))
        },
      }).finally(() => {
        for (const child of children) child.kill('SIGKILL')
      }),
    )
  } finally {
    await vendor.close()
  }
}

/** The vendor is the instrument here: one that is kept from the processor writes several arrivals into one moment. Not everybody may do this. */
function preferred(pid: number): void {
  try {
    setPriority(pid, -10)
  } catch {
    console.log('the emulator runs at ordinary priority')
  }
}

async function startWorker(order: WorkerOrder, children: ChildProcess[]): Promise<Worker> {
  const child = await forkWorker(fileURLToPath(new URL('topaz/worker.ts', import.meta.url)), order)
  children.push(child)
  return {
    async metrics() {
      child.send('metrics')
      const [metrics] = (await once(child, 'message')) as [WorkerMetrics]
      return metrics
    },
  }
}

async function measureRuns(bench: Bench, count: number, aSecond: number): Promise<void> {
  const { database, vendor } = bench
  const apartMs = aSecond > 0 ? 1000 / aSecond : 0
  const early = apartMs > 0 ? await bench.startWorkers() : undefined
  const userId = await bench.addRuns(count, apartMs)
  const workers = early ?? (await bench.startWorkers())
  const metricsOf = () => Promise.all(workers.map((worker) => worker.metrics()))
  const begun = await metricsOf()
  await untilAllEnded(database, count, WITHIN_MS)
  const metrics = await metricsOf()
  const runs = await endedRuns(database, userId)
  await checkEnds(bench, runs, count)
  const requests = (await vendor.requests()).filter(({ origin }) => origin === 'api')
  gate(
    'requests sent in the fullest second',
    fullestSecond(metrics.flatMap(({ sentAtMs }) => sentAtMs)),
    GATES.requestsPerSecond,
  )
  gate('arrived in the fullest second', fullestSecond(requests.map(({ atMs }) => atMs)), GATES.requestsPerSecond)
  const own = reportParts(runs, Object.assign({}, ...metrics.map(({ parts }) => parts)))
  const cpu = (of: 'own' | 'children') =>
    metrics.reduce((sum, { cpuMs }, n) => sum + cpuMs[of] - begun[n]!.cpuMs[of], 0) / count
  console.log(
    `processor time per run: ${cpu('own').toFixed(0)} ms in the workers, ${cpu('children').toFixed(0)} ms in children that decode`,
  )
  gate('our own time per run on the wall clock, ms (median)', quantile(own, 0.5), GATES.ownMs)
}

interface EndedRow extends EndedRun {
  readonly status: string
  readonly paid: number
  readonly vendor: number | null
}

function endedRuns(database: Database, userId: string): Promise<EndedRow[]> {
  return database.query<EndedRow>(
    `select id, status, credits_consumed as paid, vendor_credits as vendor, extract(epoch from created_at)::float8 * 1000 as "createdAtMs",
            extract(epoch from started_at)::float8 * 1000 as "startedAtMs", extract(epoch from completed_at)::float8 * 1000 as "completedAtMs"
       from processing_history where user_id = $1`,
    [userId],
  )
}

/** Each run completed, and paid once on both sides. */
async function checkEnds({ database, vendor }: Bench, runs: readonly EndedRow[], count: number): Promise<void> {
  const right = runs.filter(({ status, paid, vendor: taken }) => status === 'completed' && paid === 2 && taken === 1)
  const faults = (await runChecks(database)).filter(({ count: found }) => found > 0)
  const { total_credits } = await vendor.balance()
  const requests = (await vendor.requests()).filter(({ origin }) => origin === 'api')
  const submits = requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/async'))
  const tookMs =
    Math.max(...runs.map(({ completedAtMs }) => completedAtMs)) -
    Math.min(...runs.map(({ startedAtMs }) => startedAtMs))
  console.log(
    `${right.length} of ${count} runs completed and paid once on both sides, in ${(tookMs / 1000).toFixed(0)} s; ${requests.length} requests, ${submits.length} submits`,
  )
  console.log(`the vendor has ${total_credits} credits left; faults of the books: ${faults.length}`)
  isHeld &&= right.length === count && submits.length === count && faults.length === 0
}

async function measureWaiting({ database, addRuns: add, startWorkers }: Bench, count: number): Promise<void> {
  await add(count)
  await database.query(
    `insert into provider_gates (name, closed_for, checked_at) values ('topaz', 'provider-quota', now() + interval '1 hour')`,
  )
  const workers = await startWorkers()
  // What the start itself costs is not the line's.
  await delay(WATCHED_MS / 2)
  const cpuMs = async () =>
    (await Promise.all(workers.map(async (worker) => (await worker.metrics()).cpuMs.own))).reduce((a, b) => a + b)
  const beforeMs = await cpuMs()
  await delay(WATCHED_MS)
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from processing_history where status = 'pending'`,
  )
  console.log(`${row!.n} runs wait`)
  gate('the workers, % of one core', ((await cpuMs()) - beforeMs) / (WATCHED_MS / 100), GATES.cpuPercent)
}

function fullestSecond(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b)
  let first = 0
  let most = 0
  sorted.forEach((atMs, n) => {
    while (atMs - sorted[first]! >= 1000) first += 1
    most = Math.max(most, n - first + 1)
  })
  return most
}
