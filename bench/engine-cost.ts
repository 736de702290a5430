// `npx node bench/engine-cost.ts`: what every model costs through the real child process, one that has loaded its code and waits as in the
// service: wall seconds, CPU seconds and peak memory at 2 and 12 megapixels, and for a result of 25 megapixels. The picture is made here
// (edges, texture, noise of 3 levels, JPEG 92), so the figures need no data. `quick` measures 2 megapixels only, `poor` a file of
// JPEG 75; a further word only the models whose key contains it. `growth` measures one enlarging model from 1 to 50 megapixels of
// result. Exits 1 above the memory bound, when a tool that invents nothing takes longer than it may (wall seconds: only on a
// quiet machine), or when cost grows faster than pixels.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { addNoise, syntheticRaster } from '#engine/testing/synthetic-picture.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { cpuSeconds } from './web-service.ts'

/** Engine study §3.6: a result of 25 megapixels within this. */
const MEMORY_BOUND_MB = 700
const BOUND_UP_TO_MP = 26
/** Bounds by megapixels of the source, on two cores; the tools that invent are not "standard tools". */
const GATES = [
  { source: { width: 1632, height: 1224 }, seconds: 5 },
  { source: { width: 4000, height: 3000 }, seconds: 15 },
] as const
/** The tallest result that can be asked for has 4096 rows: 25.2 megapixels of a photograph in 3:2. */
const LARGE = { width: 6144, height: 4096 }
/** Results ×4. Beyond `LARGE` the tools allow 8192 × 4096; the engine itself goes to 50 megapixels. */
const GROWTH = [
  { width: 1224, height: 816 },
  { width: 2448, height: 1632 },
  { width: 4320, height: 2880 },
  LARGE,
  { width: 8160, height: 6120 },
]
/** A pixel more at the upper end may cost this much of one at the lower. */
const MOST_GROWTH = 1.25
const JPEG_QUALITY = { good: 92, poor: 75 } as const
const WATCH_MS = 25
const LOADING_MS = 2000

const folder = mkdtempSync(path.join(tmpdir(), 'engine-cost-'))
const engine = createLocalEngine({ standby: true })

interface Usage {
  readonly peakMb: number
  readonly cpuSeconds: number
}

/** Reads /proc of our children while one runs: the others wait or, of the run before, still end, so it is the one that works most from now on. */
function watchChild(): () => Usage {
  const usages = new Map<string, Usage & { readonly before: number }>()
  const read = () => {
    for (const pid of readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')) {
      try {
        const { cpuSeconds, peakMb } = usageOf(pid)
        const known = usages.get(pid)
        usages.set(pid, {
          cpuSeconds,
          peakMb: Math.max(peakMb, known?.peakMb ?? 0),
          before: known ? known.before : isFirst ? cpuSeconds : 0,
        })
      } catch {
        // The child ended between two reads, or has no memory any more.
      }
    }
  }
  let isFirst = true
  read()
  isFirst = false
  const timer = setInterval(read, WATCH_MS)
  return () => {
    clearInterval(timer)
    const work = ({ cpuSeconds, before }: Usage & { readonly before: number }) => cpuSeconds - before
    return [...usages.values()].reduce((most, usage) => (work(usage) > work(most) ? usage : most))
  }
}

function usageOf(pid: string): Usage {
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { peakMb: Number(peak?.[1] ?? 0) / 1024, cpuSeconds: cpuSeconds(Number(pid)) }
}

async function source(width: number, height: number, quality: number = JPEG_QUALITY.good): Promise<string> {
  const file = path.join(folder, `${width}x${height}.jpg`)
  writeFileSync(
    file,
    await sharpOf(addNoise(syntheticRaster(width, height), 3))
      .jpeg({ quality })
      .toBuffer(),
  )
  return file
}

async function measure(
  label: string,
  sourcePath: string,
  modelKey: string,
  params: ParameterValues,
  mostSeconds = Number.POSITIVE_INFINITY,
): Promise<Usage> {
  const stop = watchChild()
  const startedAt = performance.now()
  const outcome = await engine.process({
    sourcePath,
    resultPath: path.join(folder, 'result.png'),
    thumbnailPath: path.join(folder, 'thumb.jpg'),
    thumbnailSidePx: 200,
    thumbnailQuality: 0.8,
    viewPath: path.join(folder, 'view'),
    viewMaxSidePx: 2048,
    modelKey,
    params,
  })
  const wallSeconds = (performance.now() - startedAt) / 1000
  const usage = stop()
  const megapixels = (outcome.width * outcome.height) / 1e6
  const figures = [
    label.padEnd(44),
    `${megapixels.toFixed(1).padStart(5)} MP`,
    `${wallSeconds.toFixed(1).padStart(6)} s`,
    `${usage.cpuSeconds.toFixed(1).padStart(6)} cpu s`,
    `${(usage.cpuSeconds / megapixels).toFixed(2).padStart(6)} cpu s/MP`,
    `${usage.peakMb.toFixed(0).padStart(5)} MB`,
    ...(wallSeconds > mostSeconds ? [`(gate ${mostSeconds} s)`] : []),
  ]
  console.log(figures.join('  '))
  const isTooLarge = megapixels <= BOUND_UP_TO_MP && usage.peakMb > MEMORY_BOUND_MB
  if (isTooLarge || wallSeconds > mostSeconds) process.exitCode = 1
  return usage
}

async function measureModels(extent: string | undefined, wanted: string): Promise<void> {
  const models = MODELS.filter(({ key }) => key.includes(wanted))
  await warmUp()
  for (const { source: size, seconds } of extent === 'quick' ? GATES.slice(0, 1) : GATES) {
    const file = await source(size.width, size.height, extent === 'poor' ? JPEG_QUALITY.poor : JPEG_QUALITY.good)
    for (const { key } of models) {
      const label = `${key} of ${((size.width * size.height) / 1e6).toFixed(0)} MP`
      await measure(label, file, key, {}, key.includes('/generative/') ? undefined : seconds)
    }
  }
  if (extent === 'poor') return
  await measureLarge(2)
  // Doubles twice and projects back: the most planes at a time.
  await measureLarge(2.1, LARGE, 'enhance/generative/redefine')
}

/** From the first call on a child waits. */
async function warmUp(): Promise<void> {
  await measure('the first call', await source(64, 48), 'lighting/adjust', {})
  await setTimeout(LOADING_MS)
}

async function measureLarge(factor: number, { width, height } = LARGE, modelKey = 'enhance/standard/standard-v2') {
  const file = await source(Math.round(width / factor), Math.round(height / factor))
  return measure(`${modelKey} ×${factor}`, file, modelKey, { output_height: height })
}

/** CPU seconds for each further megapixel, from one size to the next. */
async function measureGrowth(): Promise<void> {
  const usages: (Usage & { megapixels: number })[] = []
  for (const size of GROWTH) {
    usages.push({ ...(await measureLarge(4, size)), megapixels: (size.width * size.height) / 1e6 })
  }
  const [, low, , large, most] = usages
  const slope = (from: (typeof usages)[number], to: (typeof usages)[number]) =>
    (to.cpuSeconds - from.cpuSeconds) / (to.megapixels - from.megapixels)
  const [lower, upper] = [slope(low!, large!), slope(large!, most!)]
  console.log(`a further megapixel: ${lower.toFixed(2)} CPU s up to 25 MP, ${upper.toFixed(2)} up to 50 MP`)
  if (upper > MOST_GROWTH * lower) process.exitCode = 1
}

try {
  console.log(`${'model'.padEnd(44)}  result     wall      cpu      cpu per MP    peak`)
  const [, , extent, wanted = ''] = process.argv
  if (extent === 'growth') await measureGrowth()
  else await measureModels(extent, wanted)
} finally {
  engine.close()
  rmSync(folder, { recursive: true, force: true })
}
