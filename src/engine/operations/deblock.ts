// Takes away JPEG blocks and mosquito noise: sliding cosine shrinkage whose thresholds follow the quantisation steps
// (after Nosratinia 2001 and Foi 2007). Colour is treated at half size as well, where 4:2:0 files keep it.
import type { Planes, TileOperation } from '../operation.ts'
import { correctCoarse } from './denoise.ts'
import { halve } from './half-scale.ts'
import { jpegSteps } from './jpeg-tables.ts'
import type { Plane } from './plane.ts'
import { SLIDING_DCT_HALO_PX, slidingDct } from './sliding-dct.ts'

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
/** One pass each at quarter, half and full size, grown back in between. */
const HALO_PX = 2 * (2 * (SLIDING_DCT_HALO_PX + 2) + 2) + SLIDING_DCT_HALO_PX
const UNTOUCHED_QUALITY = 98

export function deblock({ quality }: DeblockSettings): TileOperation {
  const steps = jpegSteps(quality)
  const luma = errorOf(steps.luma)
  const chroma = errorOf(steps.chroma)
  return {
    stage: 'denoise',
    haloPx: HALO_PX,
    costPerMegapixel: 1.6,
    run(tile, place) {
      if (quality >= UNTOUCHED_QUALITY) return tile
      const { y, cb, cr } = toYcc(tile)
      const frame = { width: tile.width, height: tile.height, x: place.x, y: place.y }
      return fromYcc(
        tile.width,
        tile.height,
        lumaPasses({ ...frame, samples: y }, luma),
        colourPass({ ...frame, samples: cb }, chroma),
        colourPass({ ...frame, samples: cr }, chroma),
      )
    },
  }
}

const errorOf = (steps: Float64Array) => steps.map((step) => (A * step ** B * TYPICAL_STEP ** (1 - B)) / 255)

function lumaPasses(plane: Plane, sigmaByBand: Float64Array): Float32Array {
  const settings = { step: 2, sigmaByBand, hardFactor: HARD_FACTOR }
  const fine = slidingDct(plane, { ...settings, pilot: slidingDct(plane, settings) })
  flattenCoarse(fine, plane, sigmaByBand)
  return fine
}

/** The decoder has grown the colour planes, so the fine scale holds little; the half scale holds the blocks. */
function colourPass(plane: Plane, sigmaByBand: Float64Array): Float32Array {
  const fine = slidingDct(plane, { step: 4, sigmaByBand, hardFactor: HARD_FACTOR })
  const half = halve(plane)
  const coarse = slidingDct(half, { step: 2, sigmaByBand, hardFactor: HARD_FACTOR })
  flattenCoarse(coarse, half, sigmaByBand)
  correctCoarse(fine, plane, coarse, half)
  return fine
}

/** Steps of mean brightness from block to block are wider than one transform; at half size they fit into it. */
function flattenCoarse(fine: Float32Array, frame: Plane, sigmaByBand: Float64Array) {
  const half = halve(frame)
  const steps = sigmaByBand.map(() => COARSE_PART * sigmaByBand[0]!)
  correctCoarse(fine, frame, slidingDct(half, { step: 2, sigmaByBand: steps, hardFactor: HARD_FACTOR }), half)
}

function toYcc({ r, g, b }: Planes) {
  const y = new Float32Array(r.length)
  const cb = new Float32Array(r.length)
  const cr = new Float32Array(r.length)
  for (let i = 0; i < y.length; i++) {
    const luma = 0.299 * r[i]! + 0.587 * g[i]! + 0.114 * b[i]!
    y[i] = luma
    cb[i] = (b[i]! - luma) / 1.772
    cr[i] = (r[i]! - luma) / 1.402
  }
  return { y, cb, cr }
}

function fromYcc(width: number, height: number, y: Float32Array, cb: Float32Array, cr: Float32Array): Planes {
  const r = new Float32Array(y.length)
  const g = new Float32Array(y.length)
  const b = new Float32Array(y.length)
  for (let i = 0; i < y.length; i++) {
    r[i] = y[i]! + 1.402 * cr[i]!
    b[i] = y[i]! + 1.772 * cb[i]!
    g[i] = (y[i]! - 0.299 * r[i]! - 0.114 * b[i]!) / 0.587
  }
  return { width, height, r, g, b }
}
