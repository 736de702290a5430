// Makes strokes of text solid on their ground: where the surroundings hold two clearly different levels, values move
// towards the nearer of the two (local contrast; engine study §3.2 Text Refine).

import { addToChannels, lumaOf } from '../image/opponent.ts'
import { ramp } from '../image/ramp.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { localRange } from '../signal/local-range.ts'
import { gaussianBlur } from '../signal/separable.ts'

export interface StrokeSettings {
  /** 0–1: part of the way to solid strokes. */
  readonly strength: number
  /** Radius of the surroundings in pixels of the result. */
  readonly radiusPx: number
}

/** Local contrast (0–1) that text has at least, and where the effect is full. */
const MIN_CONTRAST = 0.2
const FULL_CONTRAST = 0.45
/** Steepness of the curve between the two levels. */
const STEEPNESS = 2.2

export function sharpenStrokes({ strength, radiusPx }: StrokeSettings): TileOperation {
  const soft = gaussianBlur(Math.max(1, radiusPx / 2))
  return {
    stage: 'detail',
    haloPx: radiusPx + soft.radius,
    costPerMegapixel: 0.06,
    run(tile) {
      const luma = lumaOf(tile)
      const range = localRange(luma, tile.width, tile.height, radiusPx)
      const low = soft.blur(range.low, tile.width)
      const high = soft.blur(range.high, tile.width)
      const change = new Float32Array(luma.length)
      for (let i = 0; i < change.length; i++) change[i] = strength * strokeChange(luma[i]!, low[i]!, high[i]!)
      return addToChannels(tile, change)
    },
  }
}

function strokeChange(value: number, low: number, high: number): number {
  const half = (high - low) / 2
  const sure = ramp(2 * half, MIN_CONTRAST, FULL_CONTRAST)
  if (sure === 0) return 0
  const place = Math.max(-1, Math.min(1, (value - low - half) / half))
  return sure * half * (Math.tanh(STEEPNESS * place) / Math.tanh(STEEPNESS) - place)
}
