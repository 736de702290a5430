// Noise removal in luma and colour at once: sliding cosine shrinkage in two passes at full size, one pass at half and
// quarter size for the coarse blotches that cameras and JPEG leave (engine study §3.2 "Denoise", tier without weights).

import { fromOpponent, toOpponent } from '../image/opponent.ts'
import { type Plane, withSamples } from '../image/plane.ts'
import { addDoubled, halve } from '../resample/half-scale.ts'
import { SLIDING_DCT_HALO_PX, slidingDct, whiteBands } from '../signal/sliding-dct.ts'
import { reinjectDetail } from './reinject-detail.ts'
import type { TileOperation } from './tile-operation.ts'

/** Noise in 8-bit levels at full, half and quarter size. */
export type NoiseByScale = readonly [number, number, number]

export interface DenoiseSettings {
  /** Noise in 8-bit levels of the luma plane (equal to that of each channel when channels are independent). */
  readonly lumaSigma: number
  readonly chromaSigma: number
  /** 0 = the pure filter; 1 = fine luma structure above the noise is reinjected in full. */
  readonly keepDetail: number
  /** Measured noise per scale; absent = white noise, which halves per scale. */
  readonly lumaByScale?: NoiseByScale
  readonly chromaByScale?: NoiseByScale
}

/** Below this the plane is left alone: a third of a level vanishes in rounding. */
const NOTHING_TO_DO_LEVELS = 0.3
const LUMA_STEP_PX = 2
const CHROMA_STEP_PX = 3
const HARD_FACTOR = 2.7
/** Two coarse levels of one pass (7 px) each, grown back, and two passes at full size. */
const HALO_PX = 2 * (2 * (SLIDING_DCT_HALO_PX + 2) + SLIDING_DCT_HALO_PX + 2) + 2 * SLIDING_DCT_HALO_PX

export function denoise(settings: DenoiseSettings): TileOperation {
  const luma = settings.lumaByScale ?? whiteByScale(settings.lumaSigma)
  const chroma = settings.chromaByScale ?? whiteByScale(settings.chromaSigma)
  return {
    stage: 'denoise',
    haloPx: HALO_PX,
    costPerMegapixel: 0.28,
    run(tile, place) {
      const planes = toOpponent(tile, place)
      const clean = denoisePlane(planes.luma, luma, LUMA_STEP_PX)
      return fromOpponent({
        luma: withSamples(planes.luma, reinjectDetail(planes.luma, clean, luma[0], settings.keepDetail)),
        redBlue: withSamples(planes.redBlue, denoisePlane(planes.redBlue, chroma, CHROMA_STEP_PX)),
        greenMagenta: withSamples(planes.greenMagenta, denoisePlane(planes.greenMagenta, chroma, CHROMA_STEP_PX)),
      })
    },
  }
}

export const scaledNoise = ([a, b, c]: NoiseByScale, by: number): NoiseByScale => [by * a, by * b, by * c]

export const whiteByScale = (sigma: number): NoiseByScale => [sigma, sigma / 2, sigma / 4]

/** Noise per scale in 8-bit levels; finest first. */
export function denoisePlane(plane: Plane, levels: NoiseByScale, step: number): Float32Array {
  const fine = twoPasses(plane, levels[0], step)
  const half = halve(plane)
  const coarse = onePass(half, levels[1])
  const quarter = halve(half)
  correctCoarse(coarse, half, onePass(quarter, levels[2]), quarter)
  correctCoarse(fine, plane, coarse, half)
  return fine
}

function twoPasses(plane: Plane, levels: number, step: number): Float32Array {
  if (levels < NOTHING_TO_DO_LEVELS) return plane.samples.slice()
  const settings = { step, sigmaByBand: whiteBands(levels / 255), hardFactor: HARD_FACTOR }
  const pilot = slidingDct(plane, settings)
  return slidingDct(plane, { ...settings, pilot })
}

function onePass(plane: Plane, levels: number): Float32Array {
  if (levels < NOTHING_TO_DO_LEVELS / 2) return plane.samples.slice()
  return slidingDct(plane, { step: 2, sigmaByBand: whiteBands(levels / 255), hardFactor: HARD_FACTOR })
}

/** Replaces the low band of `fine` by the better answer of the coarser scale. */
export function correctCoarse(fine: Float32Array, frame: Plane, coarse: Float32Array, coarseFrame: Plane) {
  const low = halve(withSamples(frame, fine))
  const change = new Float32Array(coarse.length)
  for (let i = 0; i < change.length; i++) change[i] = coarse[i]! - low.samples[i]!
  addDoubled(fine, withSamples(coarseFrame, change), frame)
}
