// Invented fine texture for the generative tools: band-limited noise from a counter-based generator, so that a pixel's
// value depends only on the seed and its place (tile-independent), added where the picture has texture of its own.

import { addToChannels, lumaOf } from '../image/opponent.ts'
import type { TilePlace } from '../image/planes.ts'
import { blurSeparable, gaussianTaps } from '../signal/separable.ts'
import type { TileOperation } from './tile-operation.ts'

export interface SeededTextureSettings {
  readonly seed: number
  /** 0 = none; 1 = as strong as the picture's own fine texture. */
  readonly amount: number
  /** Size of the grain in pixels (σ). */
  readonly grainPx: number
}

const LOCAL_TAPS = gaussianTaps(4)
const DETAIL_TAPS = gaussianTaps(1.5)
/** Texture is never invented above this (0–1 scale), so that edges do not sparkle. */
const AMPLITUDE_MAX = 0.03
/** Ripple below this is noise or nothing; flat areas stay clean. */
const AMPLITUDE_FLOOR = 0.004

/** A number in −1…1 that looks random; a mix of the coordinates' bits (after Wellons' hash prospector). */
export function textureNoise(seed: number, x: number, y: number, band: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(x + 0x1b873593, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(y + 0x27d4eb2f, 0x165667b1)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39) ^ Math.imul(band + 1, 0x3c6ef372)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 0x80000000 - 1
}

export function seededTexture({ seed, amount, grainPx }: SeededTextureSettings): TileOperation {
  const fine = gaussianTaps(grainPx)
  const coarse = gaussianTaps(2 * grainPx)
  const gain = 1 / bandDeviation(fine, coarse)
  return {
    stage: 'detail',
    haloPx: Math.max(coarse.length >> 1, (LOCAL_TAPS.length >> 1) + (DETAIL_TAPS.length >> 1)),
    costPerMegapixel: 0.1,
    run(tile, place) {
      if (amount === 0) return tile
      const { width, height } = tile
      const noise = hashField(seed, width, height, place)
      const a = blurSeparable(noise, width, height, fine)
      const b = blurSeparable(noise, width, height, coarse)
      const strength = localTexture(lumaOf(tile), width, height)
      const change = strength.map((value, i) => amount * value * gain * (a[i]! - b[i]!))
      return addToChannels(tile, change)
    },
  }
}

function hashField(seed: number, width: number, height: number, place: Pick<TilePlace, 'x' | 'y'>): Float32Array {
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[y * width + x] = textureNoise(seed, place.x + x, place.y + y, 0)
  return out
}

/** Deviation of (fine − coarse) smoothed uniform noise, whose own variance is 1/3. */
function bandDeviation(fine: Float64Array, coarse: Float64Array): number {
  const pad = (coarse.length - fine.length) / 2
  let sum = 0
  for (let y = 0; y < coarse.length; y++)
    for (let x = 0; x < coarse.length; x++) {
      const small = (fine[y - pad] ?? 0) * (fine[x - pad] ?? 0)
      sum += (small - coarse[y]! * coarse[x]!) ** 2
    }
  return Math.sqrt(sum / 3)
}

/** Local deviation of fine detail, cored below the floor and capped. */
function localTexture(luma: Float32Array, width: number, height: number): Float32Array {
  const soft = blurSeparable(luma, width, height, DETAIL_TAPS)
  const square = luma.map((value, i) => (value - soft[i]!) ** 2)
  return blurSeparable(square, width, height, LOCAL_TAPS).map((value) => {
    const deviation = Math.sqrt(Math.max(0, value))
    return Math.min(AMPLITUDE_MAX, Math.max(0, deviation - AMPLITUDE_FLOOR))
  })
}
