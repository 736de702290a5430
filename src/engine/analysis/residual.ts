// What a cleaning step removed from a picture, and whether it looks like noise. Camera noise is smooth, because demosaicing and JPEG smeared it:
// neighbours correlate. In white noise they do not. What lies between, and what comes in spikes, is the picture's own
// texture: hair, weave, gravel.
import { toOpponent } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'

export interface Residual {
  /** Root mean square in luma, 8-bit levels. */
  readonly levels: number
  /** Correlation of neighbours, −1 to 1. */
  readonly neighbours: number
  /** Mean kurtosis of blocks: 3 for noise, more for strokes and spikes. */
  readonly spikes: number
}

/** A piece before and after. */
export interface BeforeAfter {
  readonly before: Planes
  readonly after: Planes
}

/** What was taken from a piece: its luma, in 8-bit levels. */
export interface TakenPiece {
  readonly samples: Float32Array
  readonly width: number
}

const BLOCK_PX = 8
const BLOCK_LEAST_LEVELS = 0.3
const PLACE = { x: 0, y: 0 }

/** Over all pieces together. */
export function residualOf(pieces: readonly TakenPiece[]): Residual {
  const sums = { square: 0, pixels: 0, product: 0, both: 0, spikes: 0, blocks: 0 }
  for (const { samples, width } of pieces) {
    addNeighbours(samples, width, sums)
    addBlocks(samples, width, sums)
  }
  return {
    levels: Math.sqrt(sums.square / Math.max(1, sums.pixels)),
    neighbours: sums.both > 0 ? sums.product / sums.both : 0,
    spikes: sums.blocks > 0 ? sums.spikes / sums.blocks : 0,
  }
}

export function lumaTaken({ before, after }: BeforeAfter): TakenPiece {
  const [from, to] = [toOpponent(before, PLACE).luma, toOpponent(after, PLACE).luma]
  return { width: from.width, samples: from.samples.map((value, i) => 255 * (value - to.samples[i]!)) }
}

/** Mean square of what was removed, over all three channels together: square of 8-bit levels. */
export function energyTaken(pieces: readonly BeforeAfter[]): number {
  let [square, pixels] = [0, 0]
  for (const { before, after } of pieces) {
    for (const channel of ['r', 'g', 'b'] as const)
      for (let i = 0; i < before.g.length; i++) square += (255 * (before[channel][i]! - after[channel][i]!)) ** 2
    pixels += before.g.length
  }
  return square / Math.max(1, pixels)
}

interface Sums {
  square: number
  pixels: number
  product: number
  both: number
  spikes: number
  blocks: number
}

function addNeighbours(taken: Float32Array, width: number, sums: Sums) {
  for (let i = 0; i < taken.length; i++) sums.square += taken[i]! ** 2
  sums.pixels += taken.length
  for (let i = 0; i + width < taken.length; i++) {
    if ((i + 1) % width === 0) continue
    sums.product += taken[i]! * (taken[i + 1]! + taken[i + width]!)
    sums.both += taken[i]! ** 2 + (taken[i + 1]! ** 2 + taken[i + width]! ** 2) / 2
  }
}

function addBlocks(taken: Float32Array, width: number, sums: Sums) {
  const height = taken.length / width
  for (let top = 0; top + BLOCK_PX <= height; top += BLOCK_PX)
    for (let left = 0; left + BLOCK_PX <= width; left += BLOCK_PX) {
      let [second, fourth] = [0, 0]
      for (let y = top; y < top + BLOCK_PX; y++)
        for (let x = left; x < left + BLOCK_PX; x++) {
          const square = taken[y * width + x]! ** 2
          second += square / BLOCK_PX ** 2
          fourth += square ** 2 / BLOCK_PX ** 2
        }
      if (second < BLOCK_LEAST_LEVELS ** 2) continue
      sums.spikes += fourth / second ** 2
      sums.blocks++
    }
}
