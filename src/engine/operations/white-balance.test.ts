// What is burnt in one channel keeps no word of its colour: as a cast goes it may become grey, not the opposite colour.
import { expect, it } from 'vitest'
import { toGamma, toLinear } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { adapted } from './white-balance.ts'

/** Takes a blue cast away. */
const WARMER = [1.15, 0, 0, 0, 1, 0, 0, 0, 0.7] as const

type Colour = readonly [number, number, number]

const pixel = ([r, g, b]: Colour): Planes => ({
  width: 1,
  height: 1,
  r: Float32Array.of(r),
  g: Float32Array.of(g),
  b: Float32Array.of(b),
})
const inOtherLight = (colour: Colour) => {
  const { r, g, b } = adapted(pixel(colour), WARMER)
  return [r[0]!, g[0]!, b[0]!] as const
}
const plainly = ([r, g, b]: Colour) => [r, g, b].map((value, i) => toGamma([1.15, 1, 0.7][i]! * toLinear(value)))

it('a sky whose blue is burnt becomes grey at most, never yellow', () => {
  const [red, green, blue] = inOtherLight([0.9, 0.92, 1])
  expect(blue).toBeCloseTo((red + green) / 2, 5)
  expect(plainly([0.9, 0.92, 1])[2]).toBeLessThan(blue - 0.08)
})

it.each<[string, Colour]>([
  ['a sky that is not burnt', [0.75, 0.8, 0.93]],
  ['a shirt of burnt blue', [0.1, 0.3, 1]],
  ['a yellow flower', [1, 0.9, 0.2]],
])('%s is adapted as it is', (_, colour) => {
  const made = inOtherLight(colour)
  for (const [i, value] of plainly(colour).entries()) expect(made[i]).toBeCloseTo(value, 5)
})
