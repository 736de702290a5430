// Artefacts that a plan causes in samples of a picture: measures that need no reference (decision 0130).
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { localRange } from '../signal/local-range.ts'
import type { BeforeAfter } from './residual.ts'

const NEAR_PX = 2
/** Overshoot (0–1) beyond everything nearby from which an edge counts as haloed. */
const RIM = 8 / 255

/** Part of the pixels, 0–1, that became brighter or darker than anything near them was. */
export function overdrawnShare(pieces: readonly BeforeAfter[]): number {
  let [over, all] = [0, 0]
  for (const { before, after } of pieces) {
    const { low, high } = localRange(lumaOf(before), before.width, before.height, NEAR_PX)
    const drawn = lumaOf(after)
    for (let i = 0; i < drawn.length; i++) if (drawn[i]! > high[i]! + RIM || drawn[i]! < low[i]! - RIM) over++
    all += drawn.length
  }
  return all === 0 ? 0 : over / all
}

const BLOCK_PX = 8
const CALM_PART = 0.25

/** Root mean square around the mean of the calmest quarter of the blocks, before and after, in 8-bit levels. */
export function grainOfFlats(pieces: readonly BeforeAfter[]): { readonly before: number; readonly after: number } {
  const blocks = pieces
    .flatMap(({ before, after }) => {
      const { width } = before
      const variances = [before, after].map((planes) => variancesOf(lumaOf(planes), width))
      return variances[0]!.map((variance, i) => ({ before: variance, after: variances[1]![i]! }))
    })
    .sort((a, b) => a.before - b.before)
  const calm = blocks.slice(0, Math.ceil(CALM_PART * blocks.length))
  const root = (key: 'before' | 'after') =>
    255 * Math.sqrt(calm.reduce((sum, block) => sum + block[key], 0) / Math.max(1, calm.length))
  return { before: root('before'), after: root('after') }
}

function variancesOf(luma: Float32Array, width: number): number[] {
  const variances: number[] = []
  for (let top = 0; (top + BLOCK_PX) * width <= luma.length; top += BLOCK_PX)
    for (let left = 0; left + BLOCK_PX <= width; left += BLOCK_PX) {
      let [sum, square] = [0, 0]
      for (let y = top; y < top + BLOCK_PX; y++)
        for (let x = left; x < left + BLOCK_PX; x++) {
          sum += luma[y * width + x]!
          square += luma[y * width + x]! ** 2
        }
      variances.push(Math.max(0, square / BLOCK_PX ** 2 - (sum / BLOCK_PX ** 2) ** 2))
    }
  return variances
}

/** Channels no farther apart are no colour. */
const NO_COLOUR = 6 / 255
/** Grey and white between these is neither black nor burnt out: what is burnt out has lost its colour, whatever the light was. */
const NEUTRAL = { from: 0.6, to: 0.97 } as const

/** Pixels that were bright and without colour: their part of the picture, and how far apart their channels are now, in 8-bit levels. */
export function tintOfNeutrals(before: Planes, after: Planes): { readonly share: number; readonly levels: number } {
  let [count, apart] = [0, 0]
  for (let i = 0; i < before.g.length; i++) {
    if (rangeAt(before, i) > NO_COLOUR) continue
    if (before.g[i]! < NEUTRAL.from || before.g[i]! > NEUTRAL.to) continue
    count++
    apart += rangeAt(after, i)
  }
  return { share: count / Math.max(1, before.g.length), levels: count === 0 ? 0 : (255 * apart) / count }
}

/** As bright as paper. */
const WHITE_FROM = 0.86

/** Pixels that were white: their part of the picture, and by how many 8-bit levels they are darker now. */
export function greyOfWhites(before: Planes, after: Planes): { readonly share: number; readonly levels: number } {
  let [count, darker] = [0, 0]
  for (let i = 0; i < before.g.length; i++) {
    if (leastAt(before, i) < WHITE_FROM || rangeAt(before, i) > NO_COLOUR) continue
    count++
    darker += before.g[i]! - after.g[i]!
  }
  return { share: count / Math.max(1, before.g.length), levels: count === 0 ? 0 : (255 * darker) / count }
}

const rangeAt = ({ r, g, b }: Planes, i: number): number =>
  Math.max(r[i]!, g[i]!, b[i]!) - Math.min(r[i]!, g[i]!, b[i]!)

const BURNT = { was: 250 / 255, is: 254.5 / 255 } as const
const BLACK = { was: 5 / 255, is: 0.5 / 255 } as const

/** A pixel one of whose channels is at its end keeps the drawing of the others: a red bowl loses its folds, but is no white spot. */
const CHANNEL_WEIGHT = 1 / 3

/** Part of the pixels, 0–1, whose channels lay within the range and are at its end now; those of one channel count for a third. */
export function clippedShare(before: Planes, after: Planes): number {
  let clipped = 0
  for (let i = 0; i < before.g.length; i++) {
    const [least, most] = [leastAt(before, i), mostAt(before, i)]
    if (most < BURNT.was && mostAt(after, i) >= BURNT.is) clipped += leastAt(after, i) >= BURNT.is ? 1 : CHANNEL_WEIGHT
    else if (least > BLACK.was && mostAt(after, i) <= BLACK.is) clipped++
  }
  return clipped / Math.max(1, before.g.length)
}

const leastAt = ({ r, g, b }: Planes, i: number): number => Math.min(r[i]!, g[i]!, b[i]!)
const mostAt = ({ r, g, b }: Planes, i: number): number => Math.max(r[i]!, g[i]!, b[i]!)
