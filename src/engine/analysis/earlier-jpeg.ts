// An earlier saving as JPEG, with a worse quality than the file's tables tell: its steps are still seen in the blocks of the picture, wherever their grid
// lies after a crop. What was resized in between shows none, whatever its quality was (after Neelamani 2006).
import type { Plane } from '../image/plane.ts'
import { forwardDct8 } from '../signal/dct8.ts'
import { jpegSteps } from '../signal/jpeg-tables.ts'

const BLOCK_PX = 8
/** For each place of the grid; evenly spread. */
const MOST_BLOCKS = 800
/** The lowest frequencies, by column and row: those that are seldom zero. */
const BANDS = [1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 24, 25] as const
const COLUMNS = [0, 1, 2, 3].map((column) =>
  BANDS.flatMap((band, i) => (band % BLOCK_PX === column ? { row: Math.floor(band / BLOCK_PX), i } : [])),
)
/** Bins of a coefficient's size, in 8-bit levels. */
const BIN_LEVELS = 0.5
const BINS = 256
/** Steps below this are lost in what saving and rounding add. */
const LEAST_STEP = 4
/** Tried in this order of quality; better ones are hardly damaged. */
const QUALITIES = Array.from({ length: 40 }, (_, i) => 10 + 2 * i)
/** So much worse than the tables say, in parts of what they say: nearer ones are the tables themselves. */
const WORSE = 2

/**
 * Earlier savings of quality 20 to 80, then 92 or 95, with a crop of 3 × 5 px between or none, Set5, Kodak and CLIC: fit 0.4 to 0.96, 24 to 170
 * errors (80, cropped, then 92: 0.16 to 0.22, not worth a doubt). Pictures saved once: below 0.05 and 3.3, by MozJPEG's nine tables too; taken for
 * libjpeg's of the same mean, flat ones come to 0.56 and 52.
 */
const SURE = { fit: 0.25, errors: 12, bands: 6, bandFit: 0.1, besideOthers: 2 } as const

interface Comb {
  readonly quality: number
  /** 1: every coefficient lies on a step; 0: they lie anywhere. */
  readonly fit: number
  /** The same in standard errors. */
  readonly errors: number
  readonly bands: number
}

/** Tables of the file as it is. */
export interface JpegTables {
  readonly quality: number
  /** The luma table, where it is known; else libjpeg's of that quality. Other makers' are often flat, and look like an earlier saving to libjpeg's. */
  readonly steps?: Float64Array | undefined
}

/** Undefined where nothing worse than what the tables tell is seen for sure. */
export function earlierJpegQuality(
  lumas: readonly Plane[],
  { quality: known, steps: later = jpegSteps(known).luma }: JpegTables = { quality: 100 },
): number | undefined {
  const qualities = QUALITIES.filter((quality) => 100 - quality >= WORSE * (100 - known))
  if (qualities.length === 0) return undefined
  const candidates = qualities.map((quality) => ({ quality, combs: combsOf(quality, later) }))
  const bests: Comb[] = []
  for (let y = 0; y < BLOCK_PX; y++)
    for (let x = 0; x < BLOCK_PX; x++) {
      const sizes = sizesAt(lumas, x, y)
      const fits = candidates.map(({ quality, combs }) => fitOf(quality, combs, sizes))
      bests.push(fits.reduce((best, next) => (next.errors > best.errors ? next : best)))
    }
  const [best, second] = bests.sort((a, b) => b.errors - a.errors)
  return isSure(best!, second!) ? best!.quality : undefined
}

/** A grid lies in one place; a pattern of the picture that looks like one lies in several. */
const isSure = (best: Comb, second: Comb): boolean =>
  best.fit >= SURE.fit &&
  best.bands >= SURE.bands &&
  best.errors >= Math.max(SURE.errors, SURE.besideOthers * second.errors)

/** The sizes that occur, as bins, and how often. */
interface Sizes {
  readonly bins: Uint16Array
  readonly counts: Uint32Array
}

function occurring(counts: Uint32Array): Sizes {
  const bins = Uint16Array.from(Array.from(counts.keys()).filter((bin) => counts[bin]! > 0))
  return { bins, counts: Uint32Array.from(bins, (bin) => counts[bin]!) }
}

/** How often each size of each band's coefficients occurs, for blocks that begin at `x`, `y` of the grid. */
function sizesAt(lumas: readonly Plane[], x: number, y: number): Sizes[] {
  const sizes = BANDS.map(() => new Uint32Array(BINS))
  const every = Math.max(1, Math.ceil(lumas.reduce((sum, luma) => sum + luma.samples.length, 0) / 64 / MOST_BLOCKS))
  const rows = new Float64Array(COLUMNS.length * BLOCK_PX)
  const line = new Float64Array(BLOCK_PX)
  let seen = 0
  for (const luma of lumas)
    for (let top = firstOf(y, luma.y); top + BLOCK_PX <= luma.height; top += BLOCK_PX)
      for (let left = firstOf(x, luma.x); left + BLOCK_PX <= luma.width; left += BLOCK_PX)
        if (seen++ % every === 0) countBlock(luma, top * luma.width + left, { rows, line }, sizes)
  return sizes.map(occurring)
}

const firstOf = (place: number, origin: number): number => (((place - origin) % BLOCK_PX) + BLOCK_PX) % BLOCK_PX

function countBlock(
  { samples, width }: Plane,
  start: number,
  { rows, line }: { readonly rows: Float64Array; readonly line: Float64Array },
  sizes: readonly Uint32Array[],
) {
  for (let i = 0; i < BLOCK_PX; i++) {
    forwardDct8(samples, start + i * width, 1, line, 0, 1)
    for (let column = 0; column < COLUMNS.length; column++) rows[BLOCK_PX * column + i] = line[column]!
  }
  for (let column = 0; column < COLUMNS.length; column++) {
    forwardDct8(rows, BLOCK_PX * column, 1, line, 0, 1)
    for (const { row, i } of COLUMNS[column]!) {
      const bin = Math.round((255 * Math.abs(line[row]!)) / BIN_LEVELS)
      if (bin < BINS) sizes[i]![bin]!++
    }
  }
}

interface BandComb {
  readonly height: Float64Array
  readonly weight: Float64Array
}

/**
 * How near each band and bin is to a step of the earlier saving, and how much it counts. The later saving spread what lay between its own
 * steps, so each size stands for that width: else its steps alone make combs. Below half a step counts nothing: coefficients grow rarer with size,
 * and so a picture without steps comes out below 0.
 */
function combsOf(quality: number, later: Float64Array): (BandComb | undefined)[] {
  const earlier = jpegSteps(quality).luma
  return BANDS.map((band) => {
    const [step, spread] = [earlier[band]!, later[band]!]
    if (step < LEAST_STEP) return undefined
    const comb = { height: new Float64Array(BINS), weight: new Float64Array(BINS) }
    const turn = (2 * Math.PI) / step
    for (let bin = 0; bin < BINS; bin++) {
      const to = bin * BIN_LEVELS + spread / 2
      const from = Math.max(to - spread, step / 2)
      if (to <= from) continue
      comb.weight[bin] = (to - from) / spread
      comb.height[bin] = (Math.sin(turn * to) - Math.sin(turn * from)) / (turn * spread)
    }
    return comb
  })
}

function fitOf(quality: number, combs: readonly (BandComb | undefined)[], sizes: readonly Sizes[]): Comb {
  let [sum, count, bands] = [0, 0, 0]
  for (const [i, comb] of combs.entries()) {
    if (!comb) continue
    let [height, weight] = [0, 0]
    const { bins, counts } = sizes[i]!
    for (let at = 0; at < bins.length; at++) {
      height += counts[at]! * comb.height[bins[at]!]!
      weight += counts[at]! * comb.weight[bins[at]!]!
    }
    if (weight > 0 && height > SURE.bandFit * weight) bands++
    sum += height
    count += weight
  }
  return { quality, fit: count === 0 ? 0 : sum / count, errors: count === 0 ? 0 : sum / Math.sqrt(count / 2), bands }
}
