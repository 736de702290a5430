// Finds dust and scratches: thin lines and specks, brighter or darker than both sides, that stand out from the texture around them
// (oriented top-hats; engine study §3.2 "Restore"). The answer for a pixel depends only on SCRATCH_MASK_HALO_PX around it.

import { dilate } from '../image/dilate.ts'
import type { Plane } from '../image/plane.ts'
import { localRange } from '../signal/local-range.ts'
import { blurSeparable, gaussianTaps } from '../signal/separable.ts'

/** Scratches up to twice this wide are found: one part in 150 of the picture's shorter side. In a small scan a wider one is an eye. */
const HALF_WIDTH_MAX_PX = 4
const SIDE_PER_HALF_WIDTH_PX = 300
const LINE_HALF_PX = 10
const DIRECTIONS = 16
const TEXTURE_TAPS = gaussianTaps(10)
const SPREAD_TAPS = gaussianTaps(14)
const OUTLIER_SPREADS = 2
const SMOOTH_TAPS = gaussianTaps(0.7)

export interface ScratchSettings {
  /** Noise of the plane, on its own scale. */
  readonly noiseSigma: number
  /** Shorter side of the whole picture. */
  readonly pictureSidePx: number
}

/** A line must rise above its surroundings by this much (0–1), plus a share of the texture. */
const LINE_CONTRAST = 0.06
const LINE_TEXTURE = 4
const DOT_CONTRAST = 0.08
const DOT_TEXTURE = 5
const NOISE_FACTOR = 1.5
const DOT_NOISE_FACTOR = 0.6
const GROW_STEPS = 10
/** Fainter parts rise at least this share of what a line must. */
const GROW_PART = 0.6

export const SCRATCH_MASK_HALO_PX =
  GROW_STEPS +
  LINE_HALF_PX +
  Math.max(4 * HALF_WIDTH_MAX_PX + (TEXTURE_TAPS.length >> 1), SPREAD_TAPS.length >> 1) +
  (SMOOTH_TAPS.length >> 1) +
  2

/** 1 where a scratch or dust lies (one pixel of margin included), else 0. */
export function scratchMask(plane: Plane, { noiseSigma, pictureSidePx }: ScratchSettings): Uint8Array {
  const { width, height } = plane
  const smooth = blurSeparable(plane.samples, width, height, SMOOTH_TAPS)
  const mask = new Uint8Array(smooth.length)
  const { bright, dark } = topHats(smooth, width, height, halfWidthFor(pictureSidePx))
  const texture = textureLevel({ bright, dark }, width, height)
  const around = surroundings(smooth, width, height)
  for (const hat of [bright, dark]) {
    const rare = keepOutliers(hat, smooth, around, hat === bright ? 1 : -1)
    const found = new Uint8Array(smooth.length)
    markLines(rare, texture, width, height, NOISE_FACTOR * noiseSigma, found)
    // Dark dots stay: pupils, nostrils and moles look the same.
    if (hat === bright) markDots(rare, texture, DOT_NOISE_FACTOR * noiseSigma, found)
    grow(found, rare, texture, width, height, NOISE_FACTOR * noiseSigma)
    for (let i = 0; i < mask.length; i++) mask[i]! |= found[i]!
  }
  return dilate(mask, width, height)
}

const halfWidthFor = (pictureSidePx: number): number =>
  Math.min(HALF_WIDTH_MAX_PX, Math.max(1, Math.round(pictureSidePx / SIDE_PER_HALF_WIDTH_PX)))

interface Hats {
  readonly bright: Float32Array
  readonly dark: Float32Array
}

/** How far each pixel stands above (below) everything that is wider than a scratch. */
function topHats(samples: Float32Array, width: number, height: number, halfWidthPx: number): Hats {
  const { low, high } = localRange(samples, width, height, halfWidthPx)
  const opened = localRange(low, width, height, halfWidthPx).high
  const closed = localRange(high, width, height, halfWidthPx).low
  return { bright: samples.map((v, i) => v - opened[i]!), dark: samples.map((v, i) => closed[i]! - v) }
}

/** Typical top-hat of the neighbourhood: the smaller of both polarities, so that a lone scratch does not raise its own threshold. */
function textureLevel({ bright, dark }: Hats, width: number, height: number): Float32Array {
  const a = blurSeparable(bright, width, height, TEXTURE_TAPS)
  const b = blurSeparable(dark, width, height, TEXTURE_TAPS)
  return a.map((value, i) => Math.min(value, b[i]!))
}

interface Surroundings {
  readonly mean: Float32Array
  readonly spread: Float32Array
}

function surroundings(smooth: Float32Array, width: number, height: number): Surroundings {
  const mean = blurSeparable(smooth, width, height, SPREAD_TAPS)
  const squares = smooth.map((v) => v * v)
  const square = blurSeparable(squares, width, height, SPREAD_TAPS)
  return { mean, spread: square.map((value, i) => Math.sqrt(Math.max(0, value - mean[i]! ** 2))) }
}

/** Damage is rare: whatever lies within the usual spread of the neighbourhood (hair, fences, leaves) is not damage. */
function keepOutliers(
  hat: Float32Array,
  smooth: Float32Array,
  { mean, spread }: Surroundings,
  sign: 1 | -1,
): Float32Array {
  return hat.map((value, i) => (sign * (smooth[i]! - mean[i]!) > OUTLIER_SPREADS * spread[i]! ? value : 0))
}

interface Direction {
  readonly along: Int32Array
  readonly dx: number
  readonly dy: number
}

function directions(width: number): Direction[] {
  return Array.from({ length: DIRECTIONS }, (_, k) => {
    const dx = Math.cos((Math.PI * k) / DIRECTIONS)
    const dy = Math.sin((Math.PI * k) / DIRECTIONS)
    const along = new Int32Array(2 * LINE_HALF_PX + 1)
    for (let i = -LINE_HALF_PX; i <= LINE_HALF_PX; i++)
      along[i + LINE_HALF_PX] = Math.round(i * dy) * width + Math.round(i * dx)
    return { along, dx, dy }
  })
}

/** A pixel is part of a line when most of the 21 pixels along some direction stand out. */
function markLines(
  hat: Float32Array,
  texture: Float32Array,
  width: number,
  height: number,
  floor: number,
  mask: Uint8Array,
) {
  const ways = directions(width)
  for (let y = LINE_HALF_PX; y < height - LINE_HALF_PX; y++)
    for (let x = LINE_HALF_PX; x < width - LINE_HALF_PX; x++) {
      const i = y * width + x
      const limit = LINE_CONTRAST + floor + LINE_TEXTURE * texture[i]!
      if (hat[i]! < 0.7 * limit) continue
      if (ways.some(({ along }) => isLine(hat, i, along, limit))) mask[i] = 1
    }
}

function isLine(hat: Float32Array, at: number, along: Int32Array, limit: number): boolean {
  let sum = 0
  let standing = 0
  for (let k = 0; k < along.length; k++) {
    const value = Math.min(hat[at + along[k]!]!, 2 * limit)
    sum += value
    if (value > 0.5 * limit) standing++
  }
  return sum > limit * along.length && standing > 0.85 * along.length
}

function markDots(hat: Float32Array, texture: Float32Array, floor: number, mask: Uint8Array) {
  for (let i = 0; i < hat.length; i++) if (hat[i]! > DOT_CONTRAST + 2 * floor + DOT_TEXTURE * texture[i]!) mask[i] = 1
}

/** Extends each scratch into its fainter parts, step by step (hysteresis). */
function grow(
  found: Uint8Array,
  hat: Float32Array,
  texture: Float32Array,
  width: number,
  height: number,
  floor: number,
) {
  let front: number[] = []
  for (let i = 0; i < found.length; i++) if (found[i]) front.push(i)
  for (let step = 0; step < GROW_STEPS && front.length > 0; step++) {
    const next: number[] = []
    for (const i of front) {
      const x = i % width
      const y = (i - x) / width
      for (let py = Math.max(0, y - 1); py <= Math.min(height - 1, y + 1); py++)
        for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px++) {
          const at = py * width + px
          if (found[at] || hat[at]! < GROW_PART * (LINE_CONTRAST + floor + LINE_TEXTURE * texture[at]!)) continue
          found[at] = 1
          next.push(at)
        }
    }
    front = next
  }
}
