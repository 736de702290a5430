// One region of its own colour is no cast; a cast lies on everything.
import { describe, expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { castPicture } from '../testing/synthetic-damage.ts'
import { scene } from '../testing/test-pictures.ts'
import { borneLight } from './borne-light.ts'

const BLUE_LIGHT = [0.9, 1, 1.2] as const

/** A part of the rows from the top in one colour, the rest in another, both with structure. */
function twoRegions(part: number, upper: readonly number[], lower: readonly number[]): Planes {
  const [width, height] = [96, 96]
  const plane = (c: number) =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const shade = 0.85 + 0.15 * Math.sin(i % 7)
      return shade * (Math.floor(i / width) < part * height ? upper : lower)[c]!
    })
  return { width, height, r: plane(0), g: plane(1), b: plane(2) }
}

const SKY = [0.35, 0.55, 0.9]
const LAND = [0.6, 0.5, 0.28]
const SEA = [0.1, 0.35, 0.6]

describe('a light that is read as blue', () => {
  it('is none where a sky stands over warm land', () => {
    for (const light of borneLight(BLUE_LIGHT, twoRegions(0.6, SKY, LAND))) expect(light).toBeCloseTo(1, 5)
  })

  it('stays where everything is blue, sky and sea', () => {
    expect(borneLight(BLUE_LIGHT, twoRegions(0.5, SKY, SEA))).toEqual(BLUE_LIGHT)
  })

  it('stays where pale things are as blue as that, though warm ones stand beside', () => {
    const paleAndWarm = twoRegions(0.4, [0.66, 0.72, 0.79], [0.8, 0.35, 0.12])
    expect(borneLight(BLUE_LIGHT, paleAndWarm)[2]).toBeGreaterThan(1.1)
  })

  it('stays where a cast lies on a picture of many colours', () => {
    expect(borneLight([0.85, 1, 1.25], castPicture(scene(96, 96), [0.85, 1, 1.25]))).toEqual([0.85, 1, 1.25])
  })
})

it('a light that is read as warm is none where a meadow or leaves stand before a sky', () => {
  for (const light of borneLight([1.2, 1, 0.8], twoRegions(0.4, SKY, [0.75, 0.5, 0.1]))) expect(light).toBeCloseTo(1, 5)
})
