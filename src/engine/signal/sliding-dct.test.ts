// The kernel against plain loops over every block: the same bits, whatever the grid and the place of the plane.
import { describe, expect, it } from 'vitest'
import { textureNoise } from '../operations/seeded-texture.ts'
import { slidingDct } from './sliding-dct.ts'

const BASIS = Array.from({ length: 8 }, (_, k) =>
  Array.from({ length: 8 }, (_, i) => (k === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * i + 1) * k * Math.PI) / 16)),
)

function planeOf(width: number, height: number, x: number, y: number) {
  const samples = Float32Array.from({ length: width * height }, (_, i) => {
    const wave = 0.3 * Math.sin((x + (i % width)) / 5) * Math.cos((y + Math.floor(i / width)) / 7)
    return 0.5 + wave + 0.1 * textureNoise(5, x + (i % width), y + Math.floor(i / width), 0)
  })
  return { width, height, x, y, samples }
}

const mirror = (i: number, length: number) => (i < 0 ? -i - 1 : i >= length ? 2 * length - 1 - i : i)

/** One block after another, by the formula of the papers. */
function plainSlidingDct(
  { width, height, x, y, samples }: ReturnType<typeof planeOf>,
  step: number,
  sigma: number,
  pilot?: Float32Array,
): number[] {
  const sums = Array<number>(width * height).fill(0)
  const weights = Array<number>(width * height).fill(0)
  const blockAt = (plane: Float32Array, left: number, top: number) =>
    Array.from({ length: 64 }, (_, at) => {
      const [k, l] = [at >> 3, at & 7]
      let sum = 0
      for (let v = 0; v < 8; v++)
        for (let u = 0; u < 8; u++)
          sum += BASIS[k]![v]! * BASIS[l]![u]! * plane[mirror(top + v, height) * width + mirror(left + u, width)]!
      return sum
    })
  for (let top = -8 - (y % step); top < height; top += step)
    for (let left = -8 - (x % step); left < width; left += step) {
      const block = blockAt(samples, left, top)
      const guide = pilot && blockAt(pilot, left, top)
      const gains = block.map((c, i) => {
        if (i === 0) return 1
        return guide ? guide[i]! ** 2 / (guide[i]! ** 2 + sigma ** 2) : Number(Math.abs(c) >= 2.7 * sigma)
      })
      const weight = 1 / gains.reduce((sum, gain) => sum + gain * gain, 0)
      for (let v = 0; v < 8; v++)
        for (let u = 0; u < 8; u++) {
          if (top + v < 0 || top + v >= height || left + u < 0 || left + u >= width) continue
          let value = 0
          for (let i = 0; i < 64; i++) value += gains[i]! * block[i]! * BASIS[i >> 3]![v]! * BASIS[i & 7]![u]!
          sums[(top + v) * width + left + u]! += weight * value
          weights[(top + v) * width + left + u]! += weight
        }
    }
  return sums.map((sum, i) => sum / weights[i]!)
}

const largestGap = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)))

describe('the sliding cosine transform', () => {
  it.each([
    [24, 17, 0, 0, 2],
    [19, 16, 5, 3, 3],
    [16, 21, 2, 1, 1],
    [21, 18, 7, 9, 4],
  ])('is the mean over all blocks (%i × %i at %i, %i, every %i px)', (width, height, x, y, step) => {
    const plane = planeOf(width, height, x, y)
    const settings = { step, sigmaByBand: new Float64Array(64).fill(0.04), hardFactor: 2.7 }
    const pilot = slidingDct(plane, settings)
    expect(largestGap(pilot, plainSlidingDct(plane, step, 0.04))).toBeLessThan(1e-6)
    const refined = slidingDct(plane, { ...settings, pilot })
    expect(largestGap(refined, plainSlidingDct(plane, step, 0.04, pilot))).toBeLessThan(1e-6)
  })

  it('gives a part of the picture the bits of the whole, seven pixels inside', () => {
    const settings = { step: 2, sigmaByBand: new Float64Array(64).fill(0.04), hardFactor: 2.7 }
    const whole = planeOf(700, 40, 0, 0)
    const part = planeOf(51, 40, 301, 0)
    const [all, some] = [slidingDct(whole, settings), slidingDct(part, settings)]
    for (let row = 7; row < 33; row++)
      expect(some.slice(row * 51 + 7, row * 51 + 44)).toEqual(all.slice(row * 700 + 308, row * 700 + 345))
  })
})
