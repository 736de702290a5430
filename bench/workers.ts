// Throughput with 1, 2 and 4 workers on a stand-in engine (issue: linear within 5 %): processes of their own with data folders of their own over one
// PostgreSQL and one storage, a full queue, runs of SECONDS each that take no processor. The figure is runs a second between the first and the last
// end. Needs a PostgreSQL server on this machine. `node bench/workers.ts [seconds of a run] [runs per worker]`
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPrivatePostgres } from '../scripts/testing/private-postgres.ts'
import { authenticate, loadLine, makeFolder, makePicture, startJob, upload } from './web-service.ts'

const seconds = Number(process.argv[2] ?? 1)
const runsEach = Number(process.argv[3] ?? 20)
const entry = fileURLToPath(new URL('../src/app/server/testing/scripted-service.ts', import.meta.url))
const SECRET = 'a secret of the benches that is long enough'

const postgres = await startPrivatePostgres()
if (!postgres) throw new Error('no PostgreSQL server is installed here')
const folder = makeFolder()
const alive = new Set<ChildProcess>()
console.log(loadLine())
try {
  const rates: number[] = []
  for (const workers of [1, 2, 4]) {
    const rate = await measure(workers)
    rates.push(rate)
    const share = rate / rates[0]! / workers
    console.log(
      `${workers} workers: ${rate.toFixed(3)} runs/s, ${(share * 100).toFixed(1)} % of ${workers} × one worker (goal 95 to 105), ${(workers / rate - seconds).toFixed(3)} s beside each run of ${seconds} s`,
    )
  }
} finally {
  for (const child of alive) child.kill('SIGKILL')
  postgres.stop()
  folder.remove()
}

async function measure(workers: number): Promise<number> {
  const client = new pg.Client({ connectionString: postgres!.url })
  await client.connect()
  const name = `bench_${workers}`
  await client.query(`create database ${name}`)
  const url = Object.assign(new URL(postgres!.url), { pathname: `/${name}` }).href
  const first = await start('web', url, `${name}-web`)
  await authenticate(first.origin, 'sign-up')
  await first.end()
  await openLimits(url)
  const web = await start('web', url, `${name}-web`)
  const headers = await authenticate(web.origin, 'sign-in')
  const picture = await upload(web.origin, headers, await makePicture(160, 120))
  const runs = workers * runsEach
  for (let i = 0; i < runs; i += 1) await startJob(web.origin, headers, picture.id, 'lighting/adjust')
  await Promise.all(Array.from({ length: workers }, (_, i) => start('worker', url, `${name}-${i}`)))
  const rate = await rateOf(url, runs)
  for (const child of [...alive]) child.kill('SIGKILL')
  await client.end()
  return rate
}

/** All starts come from one person within a minute. */
async function openLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into system_configs (config_key, config_value) values ('api_rate_limit', '1000'), ('max_daily_credits_per_user', '10000')
       on conflict (config_key) do update set config_value = excluded.config_value`,
  )
  await client.end()
}

/** By the database's clock; the first run of each worker is not counted, it waited for the start of the process. */
async function rateOf(url: string, runs: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (;;) {
    const { rows } = await client.query<{ done: number; failed: number }>(
      `select count(*) filter (where status = 'completed')::int as done, count(*) filter (where status = 'failed')::int as failed from processing_history`,
    )
    if (rows[0]!.failed > 0) throw new Error('a run failed')
    if (rows[0]!.done === runs) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const { rows } = await client.query<{ at: number }>(
    'select extract(epoch from completed_at)::float8 as at from processing_history order by completed_at',
  )
  await client.end()
  // The middle: all workers are there, and none has run dry.
  const [from, until] = [Math.floor(runs * 0.2), Math.ceil(runs * 0.9) - 1]
  return (until - from) / (rows[until]!.at - rows[from]!.at)
}

async function start(role: 'web' | 'worker', url: string, name: string) {
  const data = join(folder.path, name)
  if (!existsSync(data)) {
    // One storage for all of them, which knows its database.
    const pictures = join(folder.path, `pictures-${new URL(url).pathname.slice(1)}`)
    mkdirSync(pictures, { recursive: true })
    mkdirSync(data)
    symlinkSync(pictures, join(data, 'files'))
  }
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ROLE: role,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: data,
      DATABASE_URL: url,
      SECRET,
      STARTUP_ADMIN_EMAIL: 'bench@example.com',
      SCRIPTED_STEP: JSON.stringify({ durationMs: seconds * 1000 }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  alive.add(child)
  const exited = once(child, 'exit').then(() => alive.delete(child))
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk
      if (/role is running/.test(said)) resolve('')
      const address = /ready: (\S+)/.exec(said)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    void exited.then(() => reject(new Error(said)))
  })
  return {
    origin,
    end: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
