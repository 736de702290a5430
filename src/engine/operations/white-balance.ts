// White balance: adapts the picture to another light by Bradford's method in linear light and blends the result with the
// original, also in linear light (engine study §3.2, §3.3).

import { toGamma, toLinear } from '../image/colour-space.ts'
import type { TileOperation } from './tile-operation.ts'

export interface WhiteBalanceSettings {
  /** Linear-light matrix, row-major. */
  readonly adaptation: readonly number[]
  /** 1 = only the result, 0 = only the original. */
  readonly opacity: number
}

const BURNT = { from: 0.95, full: 0.995 } as const

/** 0–1: clipped white says nothing about the light. Adapted, it would take a tint that it never had. */
export function burntPart(r: number, g: number, b: number): number {
  const least = Math.min(r, g, b)
  return least <= BURNT.from ? 0 : Math.min(1, (least - BURNT.from) / (BURNT.full - BURNT.from))
}

export const mixed = (kept: number, made: number, part: number): number => made + part * (kept - made)

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
        const burnt = burntPart(tile.r[i]!, tile.g[i]!, tile.b[i]!)
        r[i] = mixed(tile.r[i]!, toGamma(m[0]! * red + m[1]! * green + m[2]! * blue), burnt)
        g[i] = mixed(tile.g[i]!, toGamma(m[3]! * red + m[4]! * green + m[5]! * blue), burnt)
        b[i] = mixed(tile.b[i]!, toGamma(m[6]! * red + m[7]! * green + m[8]! * blue), burnt)
      }
      return { width: tile.width, height: tile.height, r, g, b }
    },
  }
}
