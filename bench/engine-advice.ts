// Whether the advice is right: held-out training photographs with one known fault each, as of a large file, are measured as a page asks for it
// (engine.measure), the first tool that is recommended runs with everything automatic, and its result is compared with the truth. Prints for
// each fault how many get a tool, for how many its result is nearer to the truth than the source, further away, or the source itself.
// Every fourth photograph unless `all` is said; further words take only these faults. Ends with code 1 where a recommended tool leaves
// a picture as it is or takes it further from the truth, or a photograph without a fault gets a tool.
// Run: npx node bench/engine-advice.ts [all] [fault …]      (needs ../shared/data/train)
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import type { Planes } from '#engine/image/planes.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { wholeOf } from '#engine/image/rect.ts'
import { discKernel, gaussianKernel, type Kernel, lineKernel } from '#engine/signal/blur-kernel.ts'
import { toSeparable } from '#engine/signal/separable.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { psnrY } from '#engine/testing/picture-quality.ts'
import { softOnTheRight } from '#engine/testing/soft-on-the-right.ts'
import { addNoise, blurPicture } from '#engine/testing/synthetic-damage.ts'
import { recommendationsFor } from '#rulebook/runs/recommendations.ts'
import { halfPhoto, licensedPhotos } from './models/licensed-photos.ts'
import { middleOf } from './models/middle-of.ts'
import { readRaster, resultOf } from './models/result-of.ts'

/** As a camera writes it: enlarging is then no advice, which would come first. */
const LARGE = { width: 4000, height: 3000 }
const EVERY = 4
const JPEG_QUALITY = 92
const BORDER_PX = 8
/** Decibels that nobody sees. */
const SAME_DB = 0.02

const blurred = (kernel: Kernel, levels: number) => (picture: Planes, seed: number) =>
  addNoise(blurPicture(picture, toSeparable(kernel)), levels, seed)

const FAULTS: Readonly<Record<string, (picture: Planes, seed: number) => Planes>> = {
  none: (picture) => picture,
  'soft σ 1': blurred(gaussianKernel(1), 1),
  'soft σ 1.6': blurred(gaussianKernel(1.6), 2.55),
  'disc 3 px': blurred(discKernel(3), 2.55),
  'right half': (picture, seed) => softOnTheRight(picture, blurred(discKernel(3), 2)(picture, seed)),
  'moved 10 px': (picture, seed) => blurred(lineKernel(0.9 * seed, 10), 1)(picture, seed),
  'moved sideways 16 px': blurred(lineKernel(0, 16), 1),
  'noise 12': (picture, seed) => addNoise(picture, 12, seed),
}

interface Count {
  advised: number
  nearer: number
  further: number
  untouched: number
  gain: number
  readonly tools: Map<string, number>
}

const words = process.argv.slice(2)
const isWhole = words.includes('all')
const asked = words.filter((word) => word !== 'all')
const faults = Object.entries(FAULTS).filter(
  ([name]) => asked.length === 0 || asked.some((word) => name.includes(word)),
)
const folder = mkdtempSync(join(tmpdir(), 'engine-advice-'))
const engine = createLocalEngine()
let isMissed = false
try {
  const paths = licensedPhotos('held-out').filter((_, i) => isWhole || i % EVERY === 0)
  const photos = await Promise.all(paths.map(async (path) => middleOf(await halfPhoto(path))))
  console.log(`${'fault'.padEnd(22)}  n advised nearer further untouched  mean gain  tools`)
  for (const [name, make] of faults) {
    const count: Count = { advised: 0, nearer: 0, further: 0, untouched: 0, gain: 0, tools: new Map() }
    for (const [i, truth] of photos.entries()) await follow(make, truth, i + 1, count)
    tell(name, photos.length, count)
  }
} finally {
  rmSync(folder, { recursive: true })
}
process.exit(isMissed ? 1 : 0)

async function follow(make: (typeof FAULTS)[string], truth: Raster, seed: number, count: Count): Promise<void> {
  const whole = wholeOf(truth)
  const damaged = createRaster(truth.width, truth.height, 3, 8)
  pasteTile(damaged, make(cutTile(truth, whole), seed), whole, whole)
  const sourcePath = join(folder, 'source.jpg')
  const bytes = await sharpOf(damaged).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
  writeFileSync(sourcePath, bytes)
  const estimates = await engine.measure({ sourcePath })
  const first = recommendationsFor({ ...estimates, ...LARGE })?.[0]
  if (!first) return
  const source = await readRaster(bytes)
  const result = await resultOf(engine, folder, sourcePath, { modelKey: first.model.key })
  const gain = psnrY(result, truth, BORDER_PX) - psnrY(source, truth, BORDER_PX)
  const isSame = Buffer.compare(Buffer.from(result.data), Buffer.from(source.data)) === 0
  count.advised++
  count.gain += gain
  if (isSame) count.untouched++
  else if (gain > SAME_DB) count.nearer++
  else if (gain < -SAME_DB) count.further++
  const { key } = first.model
  count.tools.set(key, (count.tools.get(key) ?? 0) + 1)
}

function tell(name: string, photos: number, { advised, nearer, further, untouched, gain, tools }: Count): void {
  const shown = [photos, advised, nearer, further, untouched].map((value) => String(value).padStart(7)).join('')
  const mean = (advised > 0 ? gain / advised : 0).toFixed(2).padStart(10)
  console.log(`${name.padEnd(18)}${shown}  ${mean}  ${[...tools].map(([key, times]) => `${key} ${times}`).join(', ')}`)
  if (further + untouched > 0 || (name === 'none' && advised > 0)) isMissed = true
}
