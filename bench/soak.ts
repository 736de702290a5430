// Hours of mixed use, and what it leaves in memory: `npx node bench/soak.ts [minutes] [seed] [folder]` (360 minutes are meant; ten show a leak of every
// request). Two heap snapshots, after three tenths (until then code is compiled) and at the end, both after a collection, are compared by class;
// resident memory is printed every tenth. `folder` keeps both snapshots for DevTools. Ends by itself, with 1 when the heap has grown by more than
// GROWTH_MAX; loopback only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startOf } from '#features/processing/testing/start-of.ts'
import { serviceProgram } from '../scripts/bundle/bundle-service.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { type Caller, enter } from './kills/caller.ts'
import { newJournal } from './kills/journal.ts'
import { sendPicture } from './kills/people.ts'
import { randomFrom } from './kills/random.ts'
import { collectGarbage, compareHeaps, type HeapByClass, openInspector, readHeap } from './soak/heap.ts'
import { loadLine, makeFolder, residentBytes } from './web-service.ts'

const minutes = Number(process.argv[2] ?? 360)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const PEOPLE = 6
const [PARTS, WARM_PARTS] = [10, 3]
const PAUSE_MS = 400
/** Caches that fill slowly, compiled code and the like; a leak of 1 KB a request passes it within half an hour. */
const GROWTH_MAX = 0.1
const kept = (name: string) => (process.argv[4] ? join(process.argv[4], `${name}.heapsnapshot`) : undefined)
const MIB = 2 ** 20
const root = fileURLToPath(new URL('..', import.meta.url))
const TOOLS = ['lighting/adjust', 'denoise/normal', 'sharpen/standard/strong'] as const

console.log(`${minutes} minutes, seed ${seed}; ${loadLine()}`)
const random = randomFrom(seed)
const journal = newJournal()
const folder = makeFolder()
const [port, inspectorPort] = [await freePort(), await freePort()]
const origin = `http://127.0.0.1:${port}`
const service = spawn(
  process.execPath,
  ['--max-semi-space-size=8', `--inspect=127.0.0.1:${inspectorPort}`, serviceProgram()],
  {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      SIGN_UP_WALL: 'none',
      DATA_DIR: folder.path,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      TRUSTED_PROXIES: '127.0.0.1',
      UPLOADS_PER_DAY: '100000',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  },
)
const exited = once(service, 'exit')
try {
  await new Promise<void>((resolve, reject) => {
    service.stderr.on('data', (text) => /The service is ready/.test(String(text)) && resolve())
    void exited.then(() => reject(new Error('the service ended')))
  })
  await soak()
} finally {
  // A process under a debugger waits for it to detach before it ends.
  service.kill('SIGKILL')
  await exited
  folder.remove()
}

async function soak(): Promise<void> {
  const inspector = await openInspector(inspectorPort)
  let isOver = false
  const scene = { origin, journal, random, isOver: () => isOver }
  const callers: Caller[] = []
  for (let n = 0; n < PEOPLE; n += 1) callers.push((await enter(scene, `soak${n}@bench.test`, `10.5.0.${n}`))!)
  const work = callers.map((caller, n) => beBusy(caller, n, scene))
  let first: HeapByClass | undefined
  for (let part = 1; part <= PARTS; part += 1) {
    await delay((minutes * 60_000) / PARTS)
    const usedBytes = await collectGarbage(inspector)
    console.log(
      `after ${((minutes * part) / PARTS).toFixed(0)} min: heap ${(usedBytes / MIB).toFixed(1)} MB, resident ${(residentBytes(service.pid!) / MIB).toFixed(0)} MB`,
    )
    if (part === WARM_PARTS) first = await readHeap(inspector, kept('warm'))
  }
  const last = await readHeap(inspector, kept('last'))
  isOver = true
  await Promise.all(work)
  inspector.close()
  const calls = [...journal.answers.values()].reduce((sum, n) => sum + n, 0)
  console.log(
    `${calls} calls: ${[...journal.answers]
      .map(([kind, n]) => `${kind}: ${n}`)
      .sort()
      .join(', ')}`,
  )
  const { growth, lines } = compareHeaps(first!, last)
  console.log(`heap ${(100 * growth).toFixed(1)} % larger than when it was warm (at most ${100 * GROWTH_MAX} %)`)
  for (const line of lines) console.log(line)
  if (growth > GROWTH_MAX) process.exitCode = 1
}

/** Credits end after a few runs; then the refusal is part of the load. Every picture goes again, so that lists stay as long as they are. */
async function beBusy(
  caller: Caller,
  number: number,
  scene: Parameters<typeof sendPicture>[1] & { origin: string },
): Promise<void> {
  for (let round = 0; !scene.isOver(); round += 1) {
    const uploadId = await sendPicture(caller, scene)
    if (uploadId) {
      const order = startOf({ uploadId }, random.pick(TOOLS))
      const started = await caller.call<{ id: string }>('start', 'POST', '/api/v1/jobs', order)
      if (started !== 'lost' && 'body' in started) {
        await caller.call('look', 'GET', `/api/v1/jobs/${started.body.id}`)
        if (random.next() < 0.3) await caller.call('cancel', 'POST', `/api/v1/jobs/${started.body.id}/cancel`, {})
      }
      await caller.call('history', 'GET', '/api/v1/history')
      await caller.call('statistics', 'GET', '/api/v1/history/stats')
      await caller.call('ledger', 'GET', '/api/v1/billing/usage')
      await caller.call('remove', 'POST', '/api/v1/history/remove', { uploadIds: [uploadId] })
    }
    await fetch(`${scene.origin}/`, { headers: { 'x-forwarded-for': `10.6.0.${number}` } }).then((answer) =>
      answer.text(),
    )
    if (round % 20 === 19) await enter(scene, `soak-${number}-${round}@bench.test`, `10.7.${number}.${round % 250}`)
    await delay(random.between(0, PAUSE_MS))
  }
}
