// Takes away JPEG blocks and mosquito noise: sliding cosine shrinkage whose thresholds follow the quantisation steps
// (after Nosratinia 2001 and Foi 2007). Colour is treated at half size as well, where 4:2:0 files keep it.

import type { Plane } from '../image/plane.ts'
import { fromYcc, toYcc } from '../image/ycc.ts'
import { halve } from '../resample/half-scale.ts'
import { jpegSteps } from '../signal/jpeg-tables.ts'
import { SLIDING_DCT_HALO_PX, slidingDct } from '../signal/sliding-dct.ts'
import { correctCoarse } from './denoise.ts'
import type { TileOperation } from './tile-operation.ts'

export interface DeblockSettings {
  /** JPEG quality 1–100; 100 leaves the picture as it is. */
  readonly quality: number
}

/** Error of a quantised coefficient: σ = A · step^B · 20^(1−B); measured best on Classic5 and Kodak at qualities 10, 40, 80. */
const A = 0.27
const B = 0.58
const TYPICAL_STEP = 20
const HARD_FACTOR = 2.7
/** σ at half size as a part of the error of the block means. */
const COARSE_PART = 0.4
/**
 * From here on damage is mild: there are no steps between blocks, and one coarse pass has less error than all of them
 * (Kodak at half size, doubled by Standard V2, files of quality 88 to 95: +0.03 to +0.05 dB, all colours).
 */
export const MILD_QUALITY = 90
/** From here on there is nothing to remove. */
export const UNTOUCHED_QUALITY = 98

export function deblock({ quality }: DeblockSettings): TileOperation {
  const steps = jpegSteps(quality)
  const luma = errorOf(steps.luma)
  const chroma = errorOf(steps.chroma)
  const { lumaPass, colourPass, ...cost } = quality >= MILD_QUALITY ? MILD : FULL
  return {
    stage: 'denoise',
    ...cost,
    run(tile, place) {
      if (quality >= UNTOUCHED_QUALITY) return tile
      const { y, cb, cr } = toYcc(tile)
      const frame = { width: tile.width, height: tile.height, x: place.x, y: place.y }
      return fromYcc(tile.width, tile.height, {
        y: lumaPass({ ...frame, samples: y }, luma),
        cb: colourPass({ ...frame, samples: cb }, chroma),
        cr: colourPass({ ...frame, samples: cr }, chroma),
      })
    },
  }
}

type PlanePass = (plane: Plane, sigmaByBand: Float64Array) => Float32Array

interface Passes extends Pick<TileOperation, 'haloPx' | 'costPerMegapixel'> {
  readonly lumaPass: PlanePass
  readonly colourPass: PlanePass
}

const MILD: Passes = {
  lumaPass: (plane, sigmaByBand) => slidingDct(plane, { step: 3, sigmaByBand, hardFactor: HARD_FACTOR }),
  colourPass: (plane, sigmaByBand) => {
    const half = halve(plane)
    const fine = plane.samples.slice()
    correctCoarse(fine, plane, slidingDct(half, { step: 2, sigmaByBand, hardFactor: HARD_FACTOR }), half)
    return fine
  },
  // A pass at half size, grown back.
  haloPx: 2 * (SLIDING_DCT_HALO_PX + 2) + 2,
  costPerMegapixel: 0.1,
}

const FULL: Passes = {
  lumaPass: (plane, sigmaByBand) => {
    const settings = { step: 2, sigmaByBand, hardFactor: HARD_FACTOR }
    const fine = slidingDct(plane, { ...settings, pilot: slidingDct(plane, settings) })
    flattenCoarse(fine, plane, sigmaByBand)
    return fine
  },
  // The decoder has grown the colour planes, so the fine scale holds little; the half scale holds the blocks.
  colourPass: (plane, sigmaByBand) => {
    const fine = slidingDct(plane, { step: 4, sigmaByBand, hardFactor: HARD_FACTOR })
    const half = halve(plane)
    const coarse = slidingDct(half, { step: 2, sigmaByBand, hardFactor: HARD_FACTOR })
    flattenCoarse(coarse, half, sigmaByBand)
    correctCoarse(fine, plane, coarse, half)
    return fine
  },
  // One pass each at quarter, half and full size, grown back in between.
  haloPx: 2 * (2 * (SLIDING_DCT_HALO_PX + 2) + 2) + SLIDING_DCT_HALO_PX,
  costPerMegapixel: 0.3,
}

const errorOf = (steps: Float64Array) => steps.map((step) => (A * step ** B * TYPICAL_STEP ** (1 - B)) / 255)

/** Mean error of a luma coefficient at a quality, in 8-bit levels. */
export function jpegErrorLevels(quality: number): number {
  const errors = errorOf(jpegSteps(quality).luma)
  return (255 * errors.reduce((sum, error) => sum + error, 0)) / errors.length
}

/** Steps of mean brightness between blocks are wider than one transform; at half size they fit into it. */
function flattenCoarse(fine: Float32Array, frame: Plane, sigmaByBand: Float64Array) {
  const half = halve(frame)
  const steps = sigmaByBand.map(() => COARSE_PART * sigmaByBand[0]!)
  correctCoarse(fine, frame, slidingDct(half, { step: 2, sigmaByBand: steps, hardFactor: HARD_FACTOR }), half)
}
