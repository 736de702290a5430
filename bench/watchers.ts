// Idle watchers of runs, and many of them waking at once: `npx node bench/watchers.ts [watchers] [waking]`. One web process over the machine's own
// PostgreSQL, started for the bench; ten live views a person, each run watched by them. Ends by itself; loopback only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccessTokens } from '#features/account/server/sign-in/access-token.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { STREAMS_AT_ONCE } from '#rulebook/site/request-limits.ts'
import { serviceProgram } from '../scripts/bundle/bundle-service.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { startPrivatePostgres } from '../scripts/testing/private-postgres.ts'
import { latencyText } from './statistics.ts'
import { cpuSeconds, demand, loadLine, makeFolder, residentBytes } from './web-service.ts'

const watchers = Number(process.argv[2] ?? 10_000)
const waking = Number(process.argv[3] ?? 1000)
const SECRET = 'a secret of the bench, long enough for its keys'
const IDLE_SECONDS = 30
/** Light calls are timed for so long from the moment that views wake. */
const WAKING_SECONDS = 10
const CALLS_PER_SECOND = 10
const OPENED_AT_ONCE = 50
const WAKE_WITHIN_MS = 60_000
const { perPerson, perNetwork } = STREAMS_AT_ONCE

interface Person {
  readonly jobId: string
  readonly token: string
  readonly address: string
}
let events = 0
const lateMs: number[] = []
let wokenAtMs: number | undefined

console.log(loadLine())
const postgres = await startPrivatePostgres()
if (!postgres) throw new Error('this machine has no PostgreSQL server')
const folder = makeFolder()
const database = await openDatabase({ url: postgres.url })
const people = await addPeople(database, Math.ceil(watchers / perPerson))
const { origin, pid, stop } = await startWeb(postgres.url)
const tabs: ClientRequest[] = []
try {
  const bareBytes = residentBytes(pid)
  await openTabs()
  const openedBytes = residentBytes(pid)
  console.log(
    `${tabs.length} watchers of ${people.length} runs: ${megabytes(openedBytes - bareBytes)} MB more than the ${megabytes(bareBytes)} MB before, ` +
      `${((openedBytes - bareBytes) / tabs.length / 1024).toFixed(1)} KB each`,
  )
  const cpuBefore = cpuSeconds(pid)
  const quiet = await timeLightCalls(IDLE_SECONDS)
  const share = ((100 * (cpuSeconds(pid) - cpuBefore)) / IDLE_SECONDS).toFixed(0)
  console.log(`idle:   ${share} % of one core; light calls ${latencyText(quiet)}`)
  const before = events
  const calls = timeLightCalls(WAKING_SECONDS)
  wokenAtMs = performance.now()
  await database.query(
    `update processing_history set progress = 42 where id in (select id from processing_history order by id limit $1)`,
    [Math.ceil(waking / perPerson)],
  )
  const endsAtMs = performance.now() + WAKE_WITHIN_MS
  while (events - before < waking && performance.now() < endsAtMs) await delay(20)
  console.log(
    `waking: ${events - before} notified within ${latencyText(lateMs)}; light calls meanwhile ${latencyText(await calls)}`,
  )
  if (events - before < waking) process.exitCode = 1
} finally {
  for (const tab of tabs) tab.destroy()
  await stop()
  await database.close()
  postgres.stop()
  folder.remove()
}

/** With a sign-in and a run that goes on. */
async function addPeople(db: Database, count: number): Promise<Person[]> {
  const rows = await db.query<{ userId: string; sessionId: string; jobId: string }>(
    `with people as (
       insert into auth_users (id, name, email, email_verified)
       select id, 'bench', id || '@example.com', true from (select gen_random_uuid() as id from generate_series(1, $1)) ids returning id),
     profiles as (insert into user_profiles (id) select id from people returning id),
     sessions as (
       insert into auth_sessions (user_id, token, expires_at) select id, gen_random_uuid(), now() + interval '1 day' from people
       returning id, user_id),
     pictures as (
       insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
       select id, 'a.jpg', 1, 'image/jpeg', 1, 1, 'o', 't', 'v', 'image/jpeg' from people returning id, user_id),
     jobs as (
       insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode,
         status, list_credits, credits_consumed, start_key, deadline_at)
       select user_id, id, 'a.jpg', 'o', 'local', 'denoise', 'denoise/normal', 'auto', 'processing', 0, 0, id::text, now() + interval '1 day'
       from pictures returning id, user_id)
     select jobs.user_id as "userId", sessions.id as "sessionId", jobs.id as "jobId" from jobs join sessions using (user_id)`,
    [count],
  )
  const tokens = createAccessTokens(SECRET, systemClock)
  return Promise.all(
    rows.map(async ({ userId, sessionId, jobId }, n) => {
      const network = Math.floor(n / (perNetwork / perPerson))
      return {
        jobId,
        token: (await tokens.issue(userId, sessionId)).token,
        address: `10.8.${network >> 8}.${network & 255}`,
      }
    }),
  )
}

async function startWeb(databaseUrl: string) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--max-semi-space-size=8', serviceProgram(), '--role', 'web'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder.path,
      SECRET,
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      output += chunk
      if (/The service is ready/.test(output)) resolve()
    })
    void exited.then(() => reject(new Error(`the service ended: ${output}`)))
  })
  const end = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: end }
}

async function openTabs(): Promise<void> {
  const wanted = people.flatMap((person) => Array.from({ length: perPerson }, () => person)).slice(0, watchers)
  const next = wanted.values()
  const work = async () => {
    for (const person of next) await openTab(person)
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, work))
}

/** Resolves with the first event. */
function openTab({ jobId, token, address }: Person): Promise<void> {
  return new Promise((resolve, reject) => {
    const tab = request(`${origin}/api/v1/jobs/${jobId}/events`, {
      agent: false,
      headers: { apikey: 'huanying-web', authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    })
    tabs.push(tab)
    tab.on('error', reject)
    tab.on('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a live view was answered ${answer.statusCode}`))
      answer.on('data', (chunk: Buffer) => {
        // Signs of life are comments.
        if (!chunk.includes('"progress"')) return
        events += 1
        if (wokenAtMs !== undefined) lateMs.push(performance.now() - wokenAtMs)
        resolve()
      })
    })
    tab.end()
  })
}

/** Milliseconds of each light call during these seconds; each goes out on time whatever became of the ones before. */
async function timeLightCalls(seconds: number): Promise<number[]> {
  const times: number[] = []
  const pending: Promise<void>[] = []
  for (let n = 0; n < seconds * CALLS_PER_SECOND; n += 1) {
    const startedAt = performance.now()
    const call = demand(fetch(`${origin}/api/v1/site/status`, { headers: { apikey: 'huanying-web' } }))
    pending.push(call.then((answer) => answer.text()).then(() => void times.push(performance.now() - startedAt)))
    await delay(1000 / CALLS_PER_SECOND)
  }
  await Promise.all(pending)
  return times
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
