// Everything but the engine's own time in a run of 2 megapixels, from the press to the end of the event stream (issue: at most 200 ms
// at the median). `npx node bench/web-overhead.ts [runs] [modelKey]`

import { quantile } from './statistics.ts'
import { loadLine, makeFolder, makePicture, startJob, startWithPerson, upload, watchJob } from './web-service.ts'

const runs = Number(process.argv[2] ?? 10)
const modelKey = process.argv[3] ?? 'lighting/adjust'

const folder = makeFolder()
console.log(loadLine())
const { service, headers } = await startWithPerson(folder.path)
try {
  const { origin } = service
  const picture = await upload(origin, headers, await makePicture(1600, 1250))
  const rest: number[] = []
  const engine: number[] = []
  for (let i = 0; i < runs; i++) {
    const pressedAt = performance.now()
    const job = await startJob(origin, headers, picture.id, modelKey)
    const startMs = performance.now() - pressedAt
    const ended = await watchJob(origin, headers, job.id)
    const totalMs = performance.now() - pressedAt
    if (!ended.result) throw new Error(`the run failed: ${ended.error?.code}`)
    const engineMs = ended.result.processingSeconds * 1000
    const waitMs = Date.parse(ended.startedAt) - Date.parse(ended.createdAt)
    const workMs = Date.parse(ended.completedAt) - Date.parse(ended.startedAt)
    rest.push(totalMs - engineMs)
    engine.push(engineMs)
    console.log(
      `run ${i + 1}: total ${totalMs.toFixed(0)} ms, engine ${engineMs.toFixed(0)} ms, rest ${(totalMs - engineMs).toFixed(0)} ms (start call ${startMs.toFixed(0)}, waited ${waitMs}, worked ${workMs})`,
    )
  }
  console.log(
    `median: engine ${quantile(engine, 0.5).toFixed(0)} ms, everything else ${quantile(rest, 0.5).toFixed(0)} ms (goal 200), ${modelKey}`,
  )
} finally {
  await service.stop()
  folder.remove()
}
