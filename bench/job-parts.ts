// Where the time of a run goes beside the engine, part by part (issue: at most 50 ms of ours at the median), from the service's own traces: the call that
// starts it, the way through the queue, what comes before and after the engine's work. `npx node bench/job-parts.ts [runs] [modelKey]`
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { quantile } from './statistics.ts'
import { loadLine, makeFolder, makePicture, startJob, startWithPerson, upload, watchJob } from './web-service.ts'

interface Sent {
  readonly traceId: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly doubleValue?: number } }[]
}
interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[]
}

const runs = Number(process.argv[2] ?? 15)
const modelKey = process.argv[3] ?? 'lighting/adjust'
const spans: Sent[] = []
const collector = createServer(async (request, response) => {
  const { resourceSpans } = JSON.parse(await text(request)) as Batch
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  response.end('{}')
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const folder = makeFolder()
console.log(loadLine())
const { service, headers } = await startWithPerson(folder.path)
try {
  const picture = await upload(service.origin, headers, await makePicture(1600, 1250))
  for (let i = 0; i < runs; i += 1) {
    const job = await startJob(service.origin, headers, picture.id, modelKey)
    await watchJob(service.origin, headers, job.id)
    // As a person does: the next child is ready meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
} finally {
  // The last spans are sent at the stop.
  await service.stop()
  collector.close()
  folder.remove()
}

const ms = (span: Sent, end: 'start' | 'end'): number =>
  Number(BigInt(end === 'start' ? span.startTimeUnixNano : span.endTimeUnixNano) / 1000n) / 1000
const engineMs = ({ attributes }: Sent): number =>
  (attributes.find(({ key }) => key === 'huanying.engine_seconds')?.value.doubleValue ?? 0) * 1000

/** Undefined for a trace that is no whole run. */
function partsOf(traceId: string): Record<string, number> | undefined {
  const find = (name: RegExp) => spans.find((span) => span.traceId === traceId && name.test(span.name))
  const [call, work, engine] = [find(/^POST /), find(/^process run-job/), find(/^engine$/)]
  if (!call || !work || !engine) return undefined
  const took = engineMs(engine)
  // The run's last statement tells the person; what goes on behind it (its folder is removed) nobody waits for.
  const statements = spans.filter(
    (span) => span.traceId === traceId && span.name === 'UPDATE' && ms(span, 'start') < ms(work, 'end'),
  )
  const lastUpdateMs = Math.max(...statements.map((span) => ms(span, 'end')))
  return {
    'start, until the worker has the entry': ms(work, 'start') - ms(call, 'start'),
    'claim, fetch of the source': ms(engine, 'start') - ms(work, 'start'),
    'around the engine: its process, its files': ms(engine, 'end') - ms(engine, 'start') - took,
    'store, complete, capture': lastUpdateMs - ms(engine, 'end'),
    'all of ours': lastUpdateMs - ms(call, 'start') - took,
    engine: took,
  }
}

const parts = [...new Set(spans.map(({ traceId }) => traceId))].flatMap((traceId) => {
  const part = partsOf(traceId)
  return part ? [part] : []
})
// The first finds a cold child.
const warm = parts.slice(1)
console.log(`${warm.length} runs of ${modelKey}, 2 megapixels, medians:`)
for (const name of Object.keys(warm[0] ?? {}))
  console.log(
    `${quantile(
      warm.map((part) => part[name]!),
      0.5,
    )
      .toFixed(1)
      .padStart(8)} ms  ${name}`,
  )
