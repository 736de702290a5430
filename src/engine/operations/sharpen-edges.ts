// Edge-aware sharpening of luma: an unsharp mask that spares noise (coring) and is leashed to the local range, so that
// edges get steeper and never grow a halo (engine study §3.2 "Natural").

import { addToChannels, lumaOf } from '../image/opponent.ts'
import { localRange } from '../signal/local-range.ts'
import { blurSeparable, gaussianTaps } from '../signal/separable.ts'
import type { TileOperation } from './tile-operation.ts'

export interface SharpenEdgesSettings {
  /** Gain of the detail that is laid on: 0 = identity, 1 = clearly visible, 3 = hard. */
  readonly amount: number
  /** σ of the mask in pixels. */
  readonly radius: number
  /** How far values may leave the local range, as a part of that range; 0 = not at all. */
  readonly overshoot?: number
  /** Noise in 8-bit levels: detail of this size is left alone. */
  readonly noiseSigma?: number
}

const LEASH_RADIUS_PX = 2
const DEFAULT_OVERSHOOT = 0.06
const DEFAULT_NOISE_LEVELS = 1

export function sharpenEdges(settings: SharpenEdgesSettings): TileOperation {
  const { amount, radius, overshoot = DEFAULT_OVERSHOOT, noiseSigma = DEFAULT_NOISE_LEVELS } = settings
  const taps = gaussianTaps(radius)
  const core = (noiseSigma / 255) ** 2
  return {
    stage: 'deblur',
    haloPx: Math.max(taps.length >> 1, LEASH_RADIUS_PX),
    costPerMegapixel: 0.1,
    run(tile) {
      if (amount === 0) return tile
      const { width, height } = tile
      const luma = lumaOf(tile)
      const soft = blurSeparable(luma, width, height, taps)
      const { low, high } = localRange(luma, width, height, LEASH_RADIUS_PX)
      const change = new Float32Array(luma.length)
      for (let i = 0; i < change.length; i++) {
        const value = luma[i]!
        const detail = value - soft[i]!
        const raised = value + (amount * detail * (detail * detail)) / (detail * detail + core)
        const reach = overshoot * (high[i]! - low[i]!)
        change[i] = Math.min(high[i]! + reach, Math.max(low[i]! - reach, raised)) - value
      }
      return addToChannels(tile, change)
    },
  }
}
