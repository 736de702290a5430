import { describe, expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { bilateral } from './bilateral.ts'
import { hashNoise } from './hash-noise.ts'

const [WIDTH, HEIGHT, RIM] = [41, 23, 3]
const PLACE = { x: 0, y: 0, pictureWidth: WIDTH, pictureHeight: HEIGHT }
const STEP_AT = 20

/** Two surfaces side by side, with grain. */
function surfaces(grain: number): Planes {
  const plane = (seed: number, left: number, right: number) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
      const x = i % WIDTH
      return (x < STEP_AT ? left : right) + grain * hashNoise(seed, x, Math.floor(i / WIDTH), 0)
    })
  return { width: WIDTH, height: HEIGHT, r: plane(1, 0.2, 0.7), g: plane(2, 0.3, 0.6), b: plane(3, 0.5, 0.4) }
}

const even = (tile: Planes, rangeLevels: number) => bilateral({ rangeLevels }).run(tile, PLACE)

/** The filter as in the paper, with the exact Gaussian. */
function plainAt({ r, g, b }: Planes, at: number, range: number): number[] {
  const [y, x] = [Math.floor(at / WIDTH), at % WIDTH]
  const sums = [0, 0, 0]
  let weights = 0
  for (let v = -RIM; v <= RIM; v++)
    for (let u = -RIM; u <= RIM; u++) {
      const isInner = Math.abs(u) <= 1 && Math.abs(v) <= 1
      if (!isInner && (u + v) % 2 !== 0) continue
      const i = (y + v) * WIDTH + x + u
      const distance = [r, g, b].reduce((sum, plane) => sum + (plane[i]! - plane[at]!) ** 2, 0)
      const weight = Math.exp(-(u * u + v * v) / (2 * 1.8 ** 2)) * Math.exp(-distance / (2 * range ** 2))
      weights += weight
      for (const [k, plane] of [r, g, b].entries()) sums[k]! += weight * plane[i]!
    }
  return sums.map((sum) => sum / weights)
}

describe('evening out flats', () => {
  it('is the bilateral filter but for a thousandth', () => {
    const tile = surfaces(8 / 255)
    const { r, g, b } = even(tile, 6)
    for (let y = RIM; y < HEIGHT - RIM; y++)
      for (let x = RIM; x < WIDTH - RIM; x++) {
        const at = y * WIDTH + x
        for (const [i, value] of plainAt(tile, at, 6 / 255).entries())
          expect(Math.abs([r, g, b][i]![at]! - value)).toBeLessThan(1e-3)
      }
  })

  it('takes grain away and leaves the line between two surfaces', () => {
    const spread = ({ r }: Planes) => {
      const rows = r.subarray(RIM * WIDTH, (HEIGHT - RIM) * WIDTH)
      const inside = rows.filter((_, i) => i % WIDTH >= RIM && i % WIDTH < STEP_AT - RIM)
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length
      return Math.sqrt(inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inside.length)
    }
    const tile = surfaces(2 / 255)
    const result = even(tile, 6)
    expect(spread(result)).toBeLessThan(0.5 * spread(tile))
    const row = 11 * WIDTH
    expect(result.r[row + STEP_AT]! - result.r[row + STEP_AT - 1]!).toBeGreaterThan(0.45)
  })

  it('changes nothing at range 0', () => {
    const tile = surfaces(4 / 255)
    expect(even(tile, 0)).toBe(tile)
  })
})
