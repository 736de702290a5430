// The content measures on pictures drawn to contain that content.
import { describe, expect, it } from 'vitest'
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { castPicture } from '../testing/synthetic-damage.ts'
import { scene } from '../testing/test-pictures.ts'
import { estimateColours, estimateContent } from './content.ts'

const SIDE_PX = 256

function drawn(valueAt: (x: number, y: number) => number): Planes {
  const samples = Float32Array.from({ length: SIDE_PX ** 2 }, (_, i) => valueAt(i % SIDE_PX, Math.floor(i / SIDE_PX)))
  return { width: SIDE_PX, height: SIDE_PX, r: samples, g: samples.slice(), b: samples.slice() }
}

/** Strokes of two pixels in every other line of a white page. */
const page = drawn((x, y) => (y % 64 < 32 && y % 8 < 6 && x % 5 < 2 ? 0.05 : 1))
const ramp = drawn((x, y) => (x + y) / (2 * SIDE_PX))
const contentOf = (planes: Planes) =>
  estimateContent([{ width: planes.width, height: planes.height, samples: lumaOf(planes) }])

describe('content', () => {
  it('distinguishes writing from a scene, and a page from its lines', () => {
    expect(contentOf(page).textShare).toBeGreaterThan(0.5)
    expect(contentOf(page).flatShare).toBeGreaterThan(0.3)
    expect(contentOf(page).twoToneShare).toBeGreaterThan(0.8)
    expect(contentOf(drawn((x) => (x % 32) / 32)).twoToneShare).toBe(0)
    expect(contentOf(scene(SIDE_PX, SIDE_PX)).textShare).toBeLessThan(0.1)
  })

  it('a ramp is not flat, an empty page is nothing else', () => {
    expect(contentOf(ramp).flatShare).toBe(0)
    expect(contentOf(drawn(() => 1))).toEqual({ textShare: 0, flatShare: 1, twoToneShare: 0 })
  })
})

describe('colours', () => {
  it('one tint has no spread, grey or brown; several colours have', () => {
    const brown = castPicture(ramp, [1.2, 1, 0.7])
    expect(estimateColours(ramp)).toEqual({ saturation: 0, tintSpread: 0 })
    expect(estimateColours(brown).saturation).toBeGreaterThan(0.1)
    expect(estimateColours(brown).tintSpread).toBeLessThan(0.05)
    const colourful = { ...ramp, b: drawn((x) => x / SIDE_PX).r }
    expect(estimateColours(colourful).tintSpread).toBeGreaterThan(0.1)
  })
})
