// Fits the weights of src/engine/operations/classify-regions.ts: a logistic regression over the regions that the net finds on held-out training
// photographs (never those that it learnt from, never the bench's), clean and with drawn dust and scratches, in colour and in grey.
// Prints the weights and, for several thresholds, how much damage is found and how much of clean photographs is taken.
// Run: npx node bench/fit-region-classifier.ts      (needs ../shared/data/train; about 3 minutes)
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { dilate } from '#engine/image/dilate.ts'
import type { Planes } from '#engine/image/planes.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { openMaskNet } from '#engine/nets/open-net.ts'
import { contextOf, type Region, regionsOf, type Weights } from '#engine/operations/classify-regions.ts'
import { foundWhole } from '#engine/testing/repair-whole.ts'
import { FEW_SCRATCHES, MANY_SCRATCHES, scratchPicture } from '#engine/testing/synthetic-damage.ts'
import { halfPhoto, licensedPhotos } from './models/licensed-photos.ts'
import { middleOf } from './models/middle-of.ts'
import { mean } from './statistics.ts'

/** Undamaged, neglected and well kept, each in colour and in grey. */
const VERSIONS = [
  { isGrey: false },
  { isGrey: true },
  { isGrey: false, amount: MANY_SCRATCHES },
  { isGrey: true, amount: MANY_SCRATCHES },
  { isGrey: false, amount: FEW_SCRATCHES },
  { isGrey: true, amount: FEW_SCRATCHES },
] as const
/** A region is damage where so much of it lies on what was drawn. */
const HIT_SHARE = 0.3
const MOST_AREA_PX = 150
const RIDGE = 1e-5
const ROUNDS = 40

interface Sheet {
  readonly regions: readonly Region[]
  readonly hits: readonly number[]
  readonly areaPx: number
  readonly damagedPx: number
  readonly missedPx: number
}

const net = await openMaskNet('scratch', 1)
const sheets: Sheet[] = []
for (const [n, path] of licensedPhotos('held-out').entries()) {
  const photo = middleOf(await halfPhoto(path))
  for (const [v, version] of VERSIONS.entries()) sheets.push(await sheetOf(photo, version, 1000 + 10 * n + v))
}
const alone = regression((regions) => regions.map(({ features }) => ({ ...features })))
console.log('ALONE', JSON.stringify(alone))
const inContext = (regions: readonly Region[]) => {
  const context = contextOf(regions, alone as unknown as Weights)
  return regions.map(({ features }, i) => ({ ...features, ...context[i]! }))
}
const among = regression(inContext)
console.log('IN_CONTEXT', JSON.stringify(among))
for (const from of [-2, -1.5, -1, -0.5, 0, 0.5, 1]) printScores(from)

async function sheetOf(photo: Raster, version: (typeof VERSIONS)[number], seed: number): Promise<Sheet> {
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height }
  let planes: Planes = cutTile(photo, whole)
  if (version.isGrey) planes = { ...planes, r: planes.g, b: planes.g }
  let truth = new Uint8Array(planes.r.length)
  if ('amount' in version) {
    const damaged = scratchPicture(planes, seed, version.amount)
    truth = new Uint8Array(damaged.truth)
    planes = damaged.picture
  }
  const raster = createRaster(photo.width, photo.height, 3, 8)
  pasteTile(raster, planes, whole, whole)
  const found = await foundWhole(net, raster)
  const [near, reached] = [truth, found].map((map) => twice(map, photo)) as [Uint8Array, Uint8Array]
  const regions = regionsOf(found, raster)
  const hits = regions.map(({ pixels }) => pixels.reduce((sum, i) => sum + near[i]!, 0))
  let [damagedPx, missedPx] = [0, 0]
  for (let i = 0; i < truth.length; i++)
    if (truth[i]) {
      damagedPx++
      if (!reached[i]) missedPx++
    }
  return { regions, hits, areaPx: truth.length, damagedPx, missedPx }
}

/** As the bench's F1: two pixels of displacement are forgiven. */
function twice(map: Uint8Array, { width, height }: Raster): Uint8Array {
  return dilate(dilate(map, width, height), width, height)
}

type Values = Record<string, number>

/** Newton's method; each region weighs as the root of its pixels. */
function regression(valuesOf: (regions: readonly Region[]) => Values[]): Values {
  const rows = sheets.flatMap(({ regions, hits }) =>
    valuesOf(regions).map((values, i) => ({
      values: [1, ...Object.values(values)],
      isDamage: hits[i]! > HIT_SHARE * regions[i]!.pixels.length,
      weight: Math.sqrt(Math.min(MOST_AREA_PX, regions[i]!.pixels.length)),
    })),
  )
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const size = rows[0]!.values.length
  let answer = new Array<number>(size).fill(0)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = answer.map((value) => RIDGE * value)
    const curve = answer.map((_, i) => answer.map((_, j) => (i === j ? RIDGE : 0)))
    for (const { values, isDamage, weight } of rows) {
      const likelihood = 1 / (1 + Math.exp(-dot(answer, values)))
      const gap = (weight / total) * (likelihood - (isDamage ? 1 : 0))
      const bend = (weight / total) * likelihood * (1 - likelihood)
      for (let i = 0; i < size; i++) {
        slope[i]! += gap * values[i]!
        for (let j = 0; j < size; j++) curve[i]![j]! += bend * values[i]! * values[j]!
      }
    }
    const step = solved(curve, slope)
    answer = answer.map((value, i) => value - step[i]!)
  }
  const names = Object.keys(valuesOf(sheets.find(({ regions }) => regions.length > 0)!.regions)[0]!)
  return Object.fromEntries(['bias', ...names].map((name, i) => [name, Number(answer[i]!.toFixed(2))]))
}

/** Gaussian elimination with pivots. */
function solved(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows
      .slice(i)
      .reduce((best, row, k) => (Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? i + k : best), i)
    ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue
      const part = rows[k]![i]! / rows[i]![i]!
      for (let j = i; j <= rows.length; j++) rows[k]![j]! -= part * rows[i]![j]!
    }
  }
  return rows.map((row, i) => row[rows.length]! / row[i]!)
}

function printScores(from: number) {
  const scores: number[] = []
  const taken: number[] = []
  for (const { regions, hits, areaPx, damagedPx, missedPx } of sheets) {
    const kept = inContext(regions).map((values) => dot(Object.values(among), [1, ...Object.values(values)]) >= from)
    const area = regions.reduce((sum, { pixels }, i) => sum + (kept[i] ? pixels.length : 0), 0)
    if (damagedPx === 0) {
      taken.push((100 * area) / areaPx)
      continue
    }
    const found = hits.reduce((sum, px, i) => sum + (kept[i] ? px : 0), 0)
    const lost = hits.reduce((sum, px, i) => sum + (kept[i] ? 0 : px), 0)
    const missed = Math.min(damagedPx, missedPx + lost)
    scores.push((2 * (damagedPx - missed)) / Math.max(1, 2 * (damagedPx - missed) + missed + area - found))
  }
  const touched = taken.filter((share) => share > 0).length
  console.log(
    `from ${from.toFixed(1).padStart(4)}: F1 ${mean(scores).toFixed(3)}, clean photographs with regions ${touched} of ${taken.length}, ` +
      `taken ${mean(taken).toFixed(4)} % on the mean, ${Math.max(...taken).toFixed(3)} % at most`,
  )
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
