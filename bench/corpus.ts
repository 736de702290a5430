// The corpus of odd and hostile files through every door that takes pictures: upload, avatar and both documented functions, on the real service as
// people run it. `npx node bench/corpus.ts [every] [folder]` takes each `every`-th file of ../shared/data/formats. No answer of 500 and above, no
// process above its bound, light calls in 250 ms at p99 meanwhile; ends with 1 otherwise. Loopback only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { quantile } from './statistics.ts'
import { authenticate, demand, loadLine, makeFolder, residentBytes, startWithPerson } from './web-service.ts'

const every = Number(process.argv[2] ?? 1)
const folder = process.argv[3] ?? fileURLToPath(new URL('../../shared/data/formats', import.meta.url))
const PARALLEL = 3
const CALL_EVERY_MS = 100
const MIB = 2 ** 20
/** Child: its limit (local-engine.ts) and what the watch needs to notice. */
const [WEB_MOST_BYTES, CHILD_MOST_BYTES] = [700 * MIB, 1800 * MIB]
const LIGHT_P99_MS = 250
/** A session's token lives for five minutes. */
const RENEW_EVERY_MS = 240_000
/** Answers to a caller who is nobody any more, or calls too often: the file was not looked at. */
const UNLOOKED = [401, 429]

if (!existsSync(folder)) {
  console.log(`Nothing measured: ${folder} is absent.`)
  process.exit(0)
}
process.env.UPLOADS_PER_DAY = '100000'
console.log(loadLine())
const home = makeFolder()
const { service, headers } = await startWithPerson(home.path, allowManyCalls)
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'SOURCES.md')
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .filter((_, n) => n % every === 0)
const answers = new Map<string, number>()
const wrong: string[] = []
const lightMs: number[] = []
const most = { web: 0, child: 0 }
let isOver = false

const DOORS: Readonly<Record<string, (path: string) => Promise<Response>>> = {
  upload: (path) => post('/api/uploads', formOf(path, { purpose: 'alternate' })),
  avatar: (path) => post('/api/account/avatar', formOf(path)),
  function: (path) => call('topaz-process', 'lighting', path),
  'async function': (path) => call('topaz-process-async', 'restore', path),
}

try {
  const watching = [watchMemory(), callLightly(), staySignedIn()]
  const next = files.values()
  const work = async () => {
    for (const path of next) for (const [door, send] of Object.entries(DOORS)) await pass(door, path, send)
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  isOver = true
  await Promise.all(watching)
  report()
} finally {
  isOver = true
  await service.stop()
  home.remove()
}

/** The most that an operator can set for one person in a minute. */
async function allowManyCalls(): Promise<void> {
  const database = await openDatabase({ folder: home.path })
  await database.query(`insert into system_configs (config_key, config_value) values ('api_rate_limit', '1000')
    on conflict (config_key) do update set config_value = excluded.config_value`)
  await database.close()
}

async function pass(door: string, path: string, send: (path: string) => Promise<Response>): Promise<void> {
  const outcome = await send(path).then(
    async (answer) => {
      const text = await answer.text()
      if (answer.status >= 500 || UNLOOKED.includes(answer.status))
        wrong.push(`${door} ${relative(folder, path)}: ${answer.status} ${text.slice(0, 200)}`)
      return `${door} ${answer.status}`
    },
    (error: Error) => {
      wrong.push(`${door} ${relative(folder, path)}: ${error.message}`)
      return `${door} without an answer`
    },
  )
  answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
}

function formOf(path: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  // What browsers make of a name: avatars are first asked for their declared type.
  const type = `image/${extname(path).slice(1).toLowerCase().replace('jpg', 'jpeg')}`
  form.set('file', new Blob([new Uint8Array(readFileSync(path))], { type }), relative(folder, path))
  return form
}

function post(path: string, body: FormData): Promise<Response> {
  return fetch(service.origin + path, { method: 'POST', headers, body })
}

function call(name: string, functionType: string, path: string): Promise<Response> {
  return fetch(`${service.origin}/api/functions/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image: readFileSync(path).toString('base64'), functionType }),
  })
}

/** Open model: each call goes out on time. */
async function callLightly(): Promise<void> {
  const pending: Promise<void>[] = []
  while (!isOver) {
    const startedAt = performance.now()
    const call = demand(fetch(`${service.origin}/api/v1/site/status`, { headers }))
    pending.push(call.then((answer) => answer.text()).then(() => void lightMs.push(performance.now() - startedAt)))
    await delay(CALL_EVERY_MS)
  }
  await Promise.all(pending)
}

async function staySignedIn(): Promise<void> {
  for (let signedInAt = Date.now(); !isOver; await delay(CALL_EVERY_MS)) {
    if (Date.now() - signedInAt < RENEW_EVERY_MS) continue
    Object.assign(headers, await authenticate(service.origin, 'sign-in'))
    signedInAt = Date.now()
  }
}

async function watchMemory(): Promise<void> {
  while (!isOver) {
    most.web = Math.max(most.web, residentBytes(service.pid))
    for (const pid of childrenOf(service.pid)) {
      try {
        most.child = Math.max(most.child, residentBytes(pid))
      } catch {
        // It has ended since.
      }
    }
    await delay(CALL_EVERY_MS)
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function report(): void {
  for (const [outcome, count] of [...answers].sort()) console.log(`${String(count).padStart(5)}  ${outcome}`)
  const p99 = quantile(lightMs, 0.99)
  console.log(
    `${files.length} files; most memory: web ${(most.web / MIB).toFixed(0)} MB, a child ${(most.child / MIB).toFixed(0)} MB; ` +
      `light calls p50 ${quantile(lightMs, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  )
  for (const line of wrong) console.log(`WRONG ${line}`)
  const isBeyond = most.web > WEB_MOST_BYTES || most.child > CHILD_MOST_BYTES || p99 > LIGHT_P99_MS
  if (wrong.length > 0 || isBeyond) process.exitCode = 1
}
