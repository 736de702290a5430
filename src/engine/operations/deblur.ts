// Undoes a known blur in luma: Wiener filter, then shrinkage of the noise it raised, band by band (as in ForWaRD, Neelamani
// 2004, and BM3D deblurring), then a leash to the local range so that edges do not ring (engine study §3.2, tier without weights).

import { fromOpponent, toOpponent } from '../image/opponent.ts'
import { type Plane, withSamples } from '../image/plane.ts'
import type { Kernel } from '../signal/blur-kernel.ts'
import { localRange } from '../signal/local-range.ts'
import { applySeparable } from '../signal/separable.ts'
import { SLIDING_DCT_HALO_PX, slidingDct } from '../signal/sliding-dct.ts'
import { designInverse } from './inverse-filter.ts'
import type { TileOperation } from './tile-operation.ts'

export interface DeblurSettings {
  readonly blur: Kernel
  /** Noise of the luma plane in 8-bit levels. */
  readonly noiseSigma: number
  /** Above 1 more careful, below 1 bolder; 1 is the model's best mean error. */
  readonly regularity?: number
  /** Maximum gain of the filter; absent only where the blur is known and not estimated from the picture. */
  readonly maxGain?: number
  /** How far values may leave the local range of the input, as a part of that range. */
  readonly overshoot?: number
  /** Part of the change that is blended in, 0–1. */
  readonly amount?: number
  /** False for small blurs of clean pictures, where the noise hardly grows: five times faster. */
  readonly shrinkNoise?: boolean
  /** Distance of the shrinkage's blocks: 2 is finer, 3 twice as fast. */
  readonly step?: number
}

/** Rounding to 8 bits alone is 0.29 levels; the model needs some noise to stay finite. */
const NOISE_FLOOR_LEVELS = 0.5
const HARD_FACTOR = 2.7
const STEP_PX = 2
const DEFAULT_OVERSHOOT = 0.5

/** A filter for one plane, prepared once per run. */
export interface PlaneDeblur {
  readonly haloPx: number
  run(plane: Plane): Float32Array
}

export function preparePlaneDeblur(settings: DeblurSettings): PlaneDeblur {
  const {
    blur,
    regularity = 1,
    maxGain = Number.POSITIVE_INFINITY,
    overshoot = DEFAULT_OVERSHOOT,
    amount = 1,
    shrinkNoise = true,
    step = STEP_PX,
  } = settings
  const sigma = Math.max(NOISE_FLOOR_LEVELS, settings.noiseSigma) / 255
  const { filter, noiseGainByBand } = designInverse({ blur, noiseSigma: sigma, regularity, maxGain })
  const shrink = { step, sigmaByBand: noiseGainByBand.map((gain) => gain * sigma), hardFactor: HARD_FACTOR }
  return {
    haloPx: filter.radius + (shrinkNoise ? 2 * SLIDING_DCT_HALO_PX : 0),
    run(plane) {
      const { width, height } = plane
      const restored = withSamples(plane, applySeparable(plane.samples, width, height, filter))
      const out = shrinkNoise
        ? slidingDct(restored, { ...shrink, pilot: slidingDct(restored, shrink) })
        : restored.samples
      const { low, high } = localRange(plane.samples, width, height, blur.radius)
      for (let i = 0; i < out.length; i++) {
        const reach = overshoot * (high[i]! - low[i]!)
        const leashed = Math.min(high[i]! + reach, Math.max(low[i]! - reach, out[i]!))
        out[i] = plane.samples[i]! + amount * (leashed - plane.samples[i]!)
      }
      return out
    },
  }
}

export function deblur(settings: DeblurSettings): TileOperation {
  const plane = preparePlaneDeblur(settings)
  return {
    stage: 'deblur',
    haloPx: plane.haloPx,
    costPerMegapixel: 0.3,
    run(tile, place) {
      const planes = toOpponent(tile, place)
      return fromOpponent({ ...planes, luma: withSamples(planes.luma, plane.run(planes.luma)) })
    },
  }
}
