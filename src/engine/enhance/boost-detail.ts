// Raises or lowers one band of fine luma detail, limited to the local range, so edges get no halos
// (engine study §3.3 detail: gain of a Laplacian band).

import { addToChannels, lumaOf } from '../image/opponent.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { localRange } from '../signal/local-range.ts'
import { gaussianBlur } from '../signal/separable.ts'

export interface DetailSettings {
  /** 1 changes nothing, below 1 softens, above 1 strengthens. */
  readonly gain: number
  /** Size of the band in pixels of the result. */
  readonly sigmaPx: number
  /** How far a value may leave the local range, as a part of that range. */
  readonly overshoot: number
}

/** Detail below this (0–1) is mostly noise and grows less. */
const CORING = 1.5 / 255

export function boostDetail({ gain, sigmaPx, overshoot }: DetailSettings): TileOperation {
  const band = gaussianBlur(sigmaPx)
  const radius = Math.max(1, Math.round(sigmaPx))
  return {
    stage: 'detail',
    haloPx: Math.max(band.radius, radius),
    costPerMegapixel: 0.05,
    run(tile) {
      if (gain === 1) return tile
      const luma = lumaOf(tile)
      const smooth = band.blur(luma, tile.width)
      const { low, high } = localRange(luma, tile.width, tile.height, radius)
      const change = new Float32Array(luma.length)
      for (let i = 0; i < change.length; i++) {
        const detail = luma[i]! - smooth[i]!
        const certain = detail ** 2 / (detail ** 2 + CORING ** 2)
        const wanted = luma[i]! + (gain - 1) * (gain > 1 ? certain : 1) * detail
        const slack = overshoot * (high[i]! - low[i]!)
        change[i] = Math.min(high[i]! + slack, Math.max(low[i]! - slack, wanted)) - luma[i]!
      }
      return addToChannels(tile, change)
    },
  }
}
