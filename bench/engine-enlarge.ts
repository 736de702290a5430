// `node bench/engine-enlarge.ts`: PSNR of the net and of the classical enlarger beside centred bicubic in the same run, with
// the CPU time of each (engine study §3.9).
// Y of BT.601 (16–235) of the 8-bit result, a border of `factor` pixels cut off. Needs ../shared/data/bench/sr. Exits 1 when the
// enlarger falls below bicubic or the net below the classical one on any set, or bicubic itself misses its known figures (a broken resampler would flatter us).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type EnlargeSettings, FAITHFUL } from '#engine/enlarge/enlarge-settings.ts'
import { openNet } from '#engine/nets/open-net.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { createRaster, type Raster } from '#engine/picture/raster.ts'
import type { Size } from '#engine/resample/taps.ts'
import { enlargeWhole } from '#engine/testing/enlarge-whole.ts'
import { psnrY, resizeBicubic } from '#engine/testing/picture-quality.ts'

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

type Enlarger = (source: Raster, size: Size) => Raster | Promise<Raster>

const load = async (path: URL): Promise<Raster> => {
  const { colour } = await decodePicture(readFileSync(path))
  return colour
}

const net = await openNet('sr2', 1)

const ours =
  (settings: EnlargeSettings): Enlarger =>
  (source, size) =>
    enlargeWhole(source, size, settings, net)

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
      return { high, low: isPair ? await load(lowFile) : resizeBicubic(high, size) }
    }),
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const ENLARGERS: Readonly<Record<string, Enlarger>> = {
  bicubic: resizeBicubic,
  classical: ours(FAITHFUL),
  net: ours({ ...FAITHFUL, net: 'sr2' }),
}

interface Score {
  readonly psnrDb: number
  /** CPU seconds per megapixel of the results; one thread. */
  readonly cpuSeconds: number
}

async function score(enlarge: Enlarger, pairs: readonly Pair[], factor: number): Promise<Score> {
  const before = process.cpuUsage()
  const results: Raster[] = []
  for (const { high, low } of pairs) results.push(await enlarge(low, high))
  const { user, system } = process.cpuUsage(before)
  const pixels = results.reduce((sum, { width, height }) => sum + width * height, 0)
  return {
    psnrDb: mean(pairs.map(({ high }, i) => psnrY(high, results[i]!, factor))),
    cpuSeconds: (user + system) / pixels,
  }
}

let failed = false
console.log(
  `${'set'.padEnd(12)} pictures   PSNR-Y and CPU s/MP: ${Object.keys(ENLARGERS).join(', ')}; gains over bicubic`,
)
for (const factor of FACTORS) {
  for (const set of SETS) {
    const pairs = await pairsOf(set, factor)
    const scores: Score[] = []
    for (const enlarge of Object.values(ENLARGERS)) scores.push(await score(enlarge, pairs, factor))
    const [base, classical, byNet] = scores.map(({ psnrDb }) => psnrDb) as [number, number, number]
    const label = `${set} x${factor}`
    const known = KNOWN_BICUBIC[label]
    if (classical < base || byNet < classical || (known && Math.abs(base - known) > KNOWN_TOLERANCE_DB)) failed = true
    const figures = scores.map(({ psnrDb, cpuSeconds }) =>
      `${psnrDb.toFixed(2)} (${cpuSeconds.toFixed(2)})`.padStart(14),
    )
    const gains = [classical, byNet].map((value) => `+${(value - base).toFixed(2)}`.padStart(8))
    console.log(`${label.padEnd(12)} ${String(pairs.length).padStart(6)} ${figures.join('')}${gains.join('')}`)
  }
}
process.exitCode = failed ? 1 : 0
