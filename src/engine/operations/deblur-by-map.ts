// Deblurring that follows the measured softness from place to place: two disc filters, mixed per pixel with the untouched
// picture according to the blur map (engine study §3.2 "Lens Blur V2", "Refocus", "Super Focus V2").
import type { TileOperation } from '../operation.ts'
import { discKernel } from './blur-kernel.ts'
import { BLUR_MAP_HALO_PX, blurMap } from './blur-map.ts'
import { preparePlaneDeblur } from './deblur.ts'
import { fromOpponent, toOpponent } from './opponent.ts'
import { withSamples } from './plane.ts'

export interface DeblurByMapSettings {
  /** Noise in 8-bit levels. */
  readonly noiseSigma: number
  /** Softness (σ in pixels) below which nothing happens and from which the filter acts in full. */
  readonly fromSigma: number
  readonly fullSigma: number
  /** Multiplies the measured softness. */
  readonly boost: number
  readonly amount: number
  readonly regularity: number
}

/** Disc radii of the two filters; a disc of radius r is about as soft as a Gaussian of σ = r/2. */
const MILD_RADIUS_PX = 2.2
const STRONG_RADIUS_PX = 4.6

export function deblurByMap(settings: DeblurByMapSettings): TileOperation {
  const { noiseSigma, fromSigma, fullSigma, boost, amount, regularity } = settings
  const filter = (radius: number) => preparePlaneDeblur({ blur: discKernel(radius), noiseSigma, regularity, step: 3 })
  const mild = filter(MILD_RADIUS_PX)
  const strong = filter(STRONG_RADIUS_PX)
  return {
    stage: 'deblur',
    haloPx: Math.max(BLUR_MAP_HALO_PX, strong.haloPx, mild.haloPx),
    costPerMegapixel: 3,
    run(tile, place) {
      const planes = toOpponent(tile, place)
      const { samples } = planes.luma
      const sigma = blurMap(planes.luma, noiseSigma / 255)
      if (sigma.every((value) => value <= fromSigma)) return tile
      const a = mild.run(planes.luma)
      const b = strong.run(planes.luma)
      const out = new Float32Array(samples.length)
      for (let i = 0; i < out.length; i++) {
        const act = amount * Math.min(1, Math.max(0, (sigma[i]! - fromSigma) / (fullSigma - fromSigma)))
        const radius = 2 * boost * sigma[i]!
        const soft = Math.min(1, radius / MILD_RADIUS_PX)
        const wide = Math.min(1, Math.max(0, (radius - MILD_RADIUS_PX) / (STRONG_RADIUS_PX - MILD_RADIUS_PX)))
        const repaired = wide * b[i]! + (1 - wide) * (soft * a[i]! + (1 - soft) * samples[i]!)
        out[i] = samples[i]! + act * (repaired - samples[i]!)
      }
      return fromOpponent({ ...planes, luma: withSamples(planes.luma, out) })
    },
  }
}
