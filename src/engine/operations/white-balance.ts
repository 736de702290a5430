// White balance: adapts the picture to another light by Bradford's method in linear light and mixes the answer with the
// original, also in linear light (engine study §3.2, §3.3).

import { toGamma, toLinear } from '../image/colour-space.ts'
import type { TileOperation } from './tile-operation.ts'

export interface WhiteBalanceSettings {
  /** Linear-light matrix, row-major. */
  readonly adaptation: readonly number[]
  /** 1 = only the answer, 0 = only the original. */
  readonly opacity: number
}

export function whiteBalance({ adaptation, opacity }: WhiteBalanceSettings): TileOperation {
  const m = adaptation.map((value, i) => opacity * value + (i % 4 === 0 ? 1 - opacity : 0))
  return {
    stage: 'light',
    haloPx: 0,
    costPerMegapixel: 0.17,
    run(tile) {
      const r = new Float32Array(tile.r.length)
      const g = new Float32Array(r.length)
      const b = new Float32Array(r.length)
      for (let i = 0; i < r.length; i++) {
        const red = toLinear(tile.r[i]!)
        const green = toLinear(tile.g[i]!)
        const blue = toLinear(tile.b[i]!)
        r[i] = toGamma(m[0]! * red + m[1]! * green + m[2]! * blue)
        g[i] = toGamma(m[3]! * red + m[4]! * green + m[5]! * blue)
        b[i] = toGamma(m[6]! * red + m[7]! * green + m[8]! * blue)
      }
      return { width: tile.width, height: tile.height, r, g, b }
    },
  }
}
