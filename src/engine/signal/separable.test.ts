// Separable filters by the kernel against plain loops: the same bits, also where the filter is wider than the picture.
import { describe, expect, it } from 'vitest'
import { mirrored } from '../image/cut-tile.ts'
import { textureNoise } from '../operations/seeded-texture.ts'
import { applySeparable, gaussianTaps } from './separable.ts'

type Filter = Parameters<typeof applySeparable>[3]

/** The kernel's arithmetic: each product and each sum is rounded to single precision. */
const plus = (sum: number, weight: number, value: number) => Math.fround(sum + Math.fround(Math.fround(weight) * value))

/** Rows, then columns that are added to what the terms before gave. */
function plain(samples: Float32Array, width: number, height: number, { radius, terms }: Filter): Float32Array {
  const out = new Float32Array(samples.length)
  for (const { row, column } of terms) {
    const middle = samples.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      let sum = 0
      for (let k = 0; k < row.length; k++)
        sum = plus(sum, row[row.length - 1 - k]!, samples[y * width + mirrored(x + k - radius, width)]!)
      return sum
    })
    for (let i = 0; i < out.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)]
      let sum = 0
      for (let k = 0; k < column.length; k++)
        sum = plus(sum, column[k]!, middle[mirrored(y + radius - k, height) * width + x]!)
      out[i]! += sum
    }
  }
  return out
}

const tapsOf = (seed: number, count: number) =>
  Float64Array.from({ length: count }, (_, k) => textureNoise(seed, k, 0, 0))

describe('a separable filter', () => {
  it.each([
    [37, 29, 7, 1],
    [64, 40, 3, 3],
    [5, 4, 21, 2],
    [1, 9, 5, 1],
    [131, 17, 61, 2],
  ])('of %i × %i pixels, %i taps and %i terms has the bits of plain loops', (width, height, count, termCount) => {
    const samples = Float32Array.from({ length: width * height }, (_, i) => 0.5 + 0.4 * textureNoise(3, i, 1, 0))
    const terms = Array.from({ length: termCount }, (_, t) => ({
      row: tapsOf(2 * t, count),
      column: tapsOf(2 * t + 1, count),
    }))
    const filter = { radius: count >> 1, terms }
    expect(applySeparable(samples, width, height, filter)).toEqual(plain(samples, width, height, filter))
  })

  it('keeps what it gave before when a larger picture follows', () => {
    const filter = { radius: 3, terms: [{ row: gaussianTaps(1), column: gaussianTaps(1) }] }
    const small = applySeparable(new Float32Array(100).fill(0.5), 10, 10, filter)
    applySeparable(new Float32Array(1_000_000).fill(0.25), 1000, 1000, filter)
    for (const value of small) expect(value).toBeCloseTo(0.5, 6)
  })
})
