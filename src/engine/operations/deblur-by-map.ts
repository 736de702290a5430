// Deblurring that follows the measured softness from place to place: two filters, mixed per pixel with the untouched
// picture by the blur map (engine study §3.2 "Lens Blur V2", "Refocus", "Super Focus V2").

import type { GradientFloor } from '../analysis/blur-cells.ts'
import type { SoftPlace } from '../analysis/soft-places.ts'
import { fromOpponent, toOpponent } from '../image/opponent.ts'
import { withSamples } from '../image/plane.ts'
import { ramp } from '../image/ramp.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { BLUR_MAP_HALO_PX, blurMap } from './blur-map.ts'
import { preparePlaneDeblur } from './deblur.ts'
import { placeMap } from './place-map.ts'
import type { TileOperation } from './tile-operation.ts'

export interface DeblurByMapSettings {
  /** Noise in 8-bit levels. */
  readonly noiseSigma: number
  /** What noise leaves in the gradients from which the softness is read. */
  readonly floor: GradientFloor
  /** Softness (σ in pixels) below which nothing happens and from which the filter acts in full. */
  readonly fromSigma: number
  readonly fullSigma: number
  /** Multiplies the softness that is undone. */
  readonly boost: number
  /** Where a blur was measured, and which; absent: all softness counts as lens blur, of the size that edges show. */
  readonly places?: readonly SoftPlace[]
  readonly amount: number
  readonly regularity: number
  readonly maxGain: number
}

/**
 * σ of the two filters. Gaussian even for lenses: a disc's inverse rings wherever the local estimate is off (seen on blurred
 * Kodak pictures), a Gaussian's only falls short.
 */
const MILD_SIGMA_PX = 1.1
const STRONG_SIGMA_PX = 1.9
const OVERSHOOT = 0.15

export function deblurByMap(settings: DeblurByMapSettings): TileOperation {
  const { noiseSigma, floor, places, fromSigma, fullSigma, boost, amount, regularity, maxGain } = settings
  const filter = (sigma: number, regularityFactor: number) =>
    preparePlaneDeblur({
      blur: gaussianKernel(sigma),
      noiseSigma,
      regularity: regularityFactor * regularity,
      maxGain,
      step: 3,
      overshoot: OVERSHOOT,
    })
  const mild = filter(MILD_SIGMA_PX, 1)
  const strong = filter(STRONG_SIGMA_PX, 3)
  return {
    stage: 'deblur',
    haloPx: Math.max(BLUR_MAP_HALO_PX, strong.haloPx, mild.haloPx),
    costPerMegapixel: 0.6,
    run(tile, place) {
      const planes = toOpponent(tile, place)
      const { samples } = planes.luma
      const sigma = blurMap(planes.luma, floor)
      if (sigma.every((value) => value <= fromSigma)) return tile
      const read = places && placeMap(planes.luma, places)
      const a = mild.run(planes.luma)
      const b = strong.run(planes.luma)
      const out = new Float32Array(samples.length)
      for (let i = 0; i < out.length; i++) {
        const act = amount * (read?.trust[i] ?? 1) * ramp(sigma[i]!, fromSigma, fullSigma)
        const wanted = boost * (read?.sigma ?? sigma)[i]!
        const soft = Math.min(1, wanted / MILD_SIGMA_PX)
        const wide = ramp(wanted, MILD_SIGMA_PX, STRONG_SIGMA_PX)
        const repaired = wide * b[i]! + (1 - wide) * (soft * a[i]! + (1 - soft) * samples[i]!)
        out[i] = samples[i]! + act * (repaired - samples[i]!)
      }
      return fromOpponent({ ...planes, luma: withSamples(planes.luma, out) })
    },
  }
}
