// White balance: adapts the picture to another light by Bradford's method in linear light and blends the result with the
// original, also in linear light (engine study §3.2, §3.3).

import { toGamma, toLinear } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { ramp } from '../image/ramp.ts'
import type { TileOperation } from './tile-operation.ts'

export interface WhiteBalanceSettings {
  /** Linear-light matrix, row-major. */
  readonly adaptation: readonly number[]
  /** 1 = only the result, 0 = only the original. */
  readonly opacity: number
}

const BURNT = { from: 0.95, full: 0.995 } as const

/** 0–1: clipped white says nothing about the light. Adapted, it would take a tint that it never had. */
const burntPart = (r: number, g: number, b: number): number => ramp(Math.min(r, g, b), BURNT.from, BURNT.full)

export const mixed = (kept: number, made: number, part: number): number => made + part * (kept - made)

export function whiteBalance({ adaptation, opacity }: WhiteBalanceSettings): TileOperation {
  const m = adaptation.map((value, i) => opacity * value + (i % 4 === 0 ? 1 - opacity : 0))
  return {
    stage: 'light',
    haloPx: 0,
    costPerMegapixel: 0.17,
    run: (tile) => adapted(tile, m),
  }
}

/** The tile in another light: `m` is a linear-light matrix, row-major. */
export function adapted(tile: Planes, m: readonly number[]): Planes {
  const r = new Float32Array(tile.r.length)
  const g = new Float32Array(r.length)
  const b = new Float32Array(r.length)
  for (let i = 0; i < r.length; i++) {
    const [wasRed, wasGreen, wasBlue] = [tile.r[i]!, tile.g[i]!, tile.b[i]!]
    const red = toLinear(wasRed)
    const green = toLinear(wasGreen)
    const blue = toLinear(wasBlue)
    const madeRed = toGamma(m[0]! * red + m[1]! * green + m[2]! * blue)
    const madeGreen = toGamma(m[3]! * red + m[4]! * green + m[5]! * blue)
    const madeBlue = toGamma(m[6]! * red + m[7]! * green + m[8]! * blue)
    const burnt = burntPart(wasRed, wasGreen, wasBlue)
    r[i] = mixed(wasRed, atLeast((madeGreen + madeBlue) / 2, madeRed, wasRed), burnt)
    g[i] = mixed(wasGreen, atLeast((madeRed + madeBlue) / 2, madeGreen, wasGreen), burnt)
    b[i] = mixed(wasBlue, atLeast((madeRed + madeGreen) / 2, madeBlue, wasBlue), burnt)
  }
  return { width: tile.width, height: tile.height, r, g, b }
}

/**
 * A channel that was clipped was brighter than it says. Taken at its word, a sky whose blue is burnt turns yellow as its blue cast goes: it comes down to
 * `others` at most, the mean of the other two, which is grey.
 */
const atLeast = (others: number, made: number, was: number): number =>
  made >= others ? made : mixed(others, made, ramp(was, BURNT.from, BURNT.full))
