// `node bench/engine-enlarge.ts`: PSNR of the classical enlarger beside centred bicubic in the same run (engine study §3.9).
// Y of BT.601 (16–235) of the 8-bit result, a border of `factor` pixels cut off. Needs ../shared/data/bench/sr. Exits 1 when the
// enlarger falls below bicubic on any set or bicubic itself misses its known figures (a broken resampler would flatter us).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { FAITHFUL } from '#engine/enlarge/enlarge-settings.ts'
import { createEnlargePlanes, enlargeSteps } from '#engine/enlarge/enlarge-steps.ts'
import { runEnlargeStep } from '#engine/enlarge/run-enlarge-step.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { createRaster, type Raster } from '#engine/picture/raster.ts'
import { resampleTile } from '#engine/resample/resample-tile.ts'
import type { Size } from '#engine/resample/taps.ts'
import { pasteTile } from '#engine/tiles/cut-tile.ts'
import { tileGrid } from '#engine/tiles/tile-grid.ts'

const DATA = new URL('../../shared/data/bench/sr/', import.meta.url)
const FACTORS = [2, 4] as const
/** Sets with pairs of high and low resolution as published; the others are shrunk here by our own bicubic. */
const SETS = ['Set5', 'Set14', 'BSD100', 'Urban100', 'Kodak24'] as const
/** Published figures of centred bicubic for the sets that are here as a whole. */
const KNOWN_BICUBIC: Readonly<Record<string, number>> = { 'Set5 x2': 33.67, 'Set14 x2': 30.33 }
const KNOWN_TOLERANCE_DB = 0.03

interface Pair {
  readonly high: Raster
  readonly low: Raster
}

type Enlarger = (source: Raster, size: Size) => Raster

const load = async (path: URL): Promise<Raster> => {
  const { colour } = await decodePicture(readFileSync(path))
  return colour
}

const TILE_PX = 512

function bicubic(source: Raster, size: Size): Raster {
  const target = createRaster(size.width, size.height, source.channels, 8)
  for (const rect of tileGrid(size.width, size.height, TILE_PX)) {
    pasteTile(target, resampleTile(source, size, rect, 'bicubic'), rect, rect)
  }
  return target
}

function ours(source: Raster, size: Size): Raster {
  const target = createRaster(size.width, size.height, source.channels, 8)
  let planes = createEnlargePlanes(source, size)
  for (const step of enlargeSteps(FAITHFUL, size.height / source.height)) {
    for (const rect of tileGrid(size.width, size.height, TILE_PX)) runEnlargeStep(step, FAITHFUL, planes, target, rect)
    planes = { ...planes, from: planes.to, to: planes.from }
  }
  return target
}

function cropTo(raster: Raster, multiple: number): Raster {
  const width = raster.width - (raster.width % multiple)
  const height = raster.height - (raster.height % multiple)
  const target = createRaster(width, height, raster.channels, 8)
  const row = width * raster.channels
  for (let y = 0; y < height; y++) {
    const from = y * raster.width * raster.channels
    target.data.set(raster.data.subarray(from, from + row), y * row)
  }
  return target
}

async function pairsOf(set: string, factor: number): Promise<Pair[]> {
  const published = new URL(`${set}/x${factor}/`, DATA)
  const folder = existsSync(published)
    ? published
    : existsSync(new URL(`${set}/x4/`, DATA))
      ? new URL(`${set}/x4/`, DATA)
      : new URL(`${set}/`, DATA)
  const names = readdirSync(folder).filter((name) => name.endsWith('.webp') && !name.includes('_LR'))
  return Promise.all(
    names.sort().map(async (name) => {
      const high = cropTo(await load(new URL(name, folder)), factor)
      const lowFile = new URL(name.replace('_HR', '_LR'), folder)
      const size = { width: high.width / factor, height: high.height / factor }
      const isPair = folder === published && name.includes('_HR') && existsSync(lowFile)
      return { high, low: isPair ? await load(lowFile) : bicubic(high, size) }
    }),
  )
}

function psnrY(a: Raster, b: Raster, border: number): number {
  let sum = 0
  let count = 0
  for (let y = border; y < a.height - border; y++) {
    for (let x = border; x < a.width - border; x++) {
      const d = lumaAt(a, y * a.width + x) - lumaAt(b, y * a.width + x)
      sum += d * d
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

function lumaAt({ data, channels }: Raster, i: number): number {
  const at = i * channels
  const [r, g, b] = channels === 3 ? [data[at]!, data[at + 1]!, data[at + 2]!] : [data[at]!, data[at]!, data[at]!]
  return 16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

let failed = false
console.log('set        pictures  bicubic    ours    gain')
for (const factor of FACTORS) {
  for (const set of SETS) {
    const pairs = await pairsOf(set, factor)
    const score = (enlarge: Enlarger) => mean(pairs.map(({ high, low }) => psnrY(high, enlarge(low, high), factor)))
    const base = score(bicubic)
    const result = score(ours)
    const label = `${set} x${factor}`
    const known = KNOWN_BICUBIC[label]
    if (result < base || (known && Math.abs(base - known) > KNOWN_TOLERANCE_DB)) failed = true
    const figures = [base, result, result - base].map((value) => value.toFixed(2).padStart(8)).join('')
    console.log(`${label.padEnd(12)} ${String(pairs.length).padStart(6)} ${figures}`)
  }
}
process.exitCode = failed ? 1 : 0
