// Light calls while the engine works at full load (issue: p99 at most 50 ms). `npx node bench/web-latency.ts [seconds] [modelKey]`

import { latencyText } from './statistics.ts'
import {
  demand,
  loadLine,
  makeFolder,
  makePicture,
  startJob,
  startWithPerson,
  upload,
  watchJob,
} from './web-service.ts'

const seconds = Number(process.argv[2] ?? 30)
const modelKey = process.argv[3] ?? 'denoise/normal'
const CALLS_PER_SECOND = 20
const PATHS = ['/api/v1/site/status', '/api/v1/account/profile']

const folder = makeFolder()
console.log(loadLine())
const { service, headers } = await startWithPerson(folder.path)
const { origin } = service
try {
  const picture = await upload(origin, headers, await makePicture(4000, 3000))
  const quiet = await measure(5)
  console.log(`idle:    ${latencyText(quiet)}`)
  let isOver = false
  let runs = 0
  const working = (async () => {
    while (!isOver) {
      const job = await startJob(origin, headers, picture.id, modelKey)
      const ended = await watchJob(origin, headers, job.id)
      if (ended.status !== 'completed' && !isOver) throw new Error(`the run failed: ${ended.error?.code}`)
      runs += 1
    }
  })()
  const loaded = await Promise.race([measure(seconds), working.then(() => measure(0))])
  isOver = true
  console.log(`working: ${latencyText(loaded)} (goal p99 50 ms; ${runs} finished runs of 12 megapixels, ${modelKey})`)
  for (const job of await open()) await fetch(`${origin}/api/v1/jobs/${job.id}/cancel`, { method: 'POST', headers })
  await working
} finally {
  await service.stop()
  folder.remove()
}

/** Open model: a call goes out on time whatever became of the ones before, so a stall counts for every call it delays. */
async function measure(forSeconds: number): Promise<number[]> {
  const times: number[] = []
  const pending: Promise<void>[] = []
  const endsAt = performance.now() + forSeconds * 1000
  for (let i = 0; performance.now() < endsAt; i++) {
    pending.push(timed(PATHS[i % PATHS.length]!).then((ms) => void times.push(ms)))
    await new Promise((resolve) => setTimeout(resolve, 1000 / CALLS_PER_SECOND))
  }
  await Promise.all(pending)
  return times
}

async function timed(path: string): Promise<number> {
  const startedAt = performance.now()
  await (await demand(fetch(`${origin}${path}`, { headers }))).arrayBuffer()
  return performance.now() - startedAt
}

async function open(): Promise<{ id: string }[]> {
  return (await (await demand(fetch(`${origin}/api/v1/jobs/open`, { headers }))).json()) as { id: string }[]
}
