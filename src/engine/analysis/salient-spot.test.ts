import { expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { salientSpot } from './salient-spot.ts'

const SIDE = 120
const PART = { width: 0.25, height: 0.25 }
type Colour = readonly [number, number, number]
const GREY: Colour = [0.5, 0.5, 0.5]
const SKIN: Colour = [0.8, 0.6, 0.47]

/** Even grey, with checks of these colours around the given places. */
function withChecks(...checks: readonly { readonly x: number; readonly y: number; readonly colour: Colour }[]): Planes {
  const plane = () => new Float32Array(SIDE * SIDE).fill(0.5)
  const planes = { width: SIDE, height: SIDE, r: plane(), g: plane(), b: plane() }
  for (const { x: left, y: top, colour } of checks)
    for (let y = top - 12; y < top + 12; y++)
      for (let x = left - 12; x < left + 12; x++)
        for (const [i, key] of (['r', 'g', 'b'] as const).entries())
          planes[key][y * SIDE + x] = colour[i]! * ((x + y) % 2 === 0 ? 1 : 0.8)
  return planes
}
const near = (planes: Planes) => {
  const { x, y } = salientSpot(planes, PART)
  return [Math.round(x * SIDE), Math.round(y * SIDE)]
}
const close = ([x, y]: number[], to: readonly [number, number]) => Math.max(Math.abs(x! - to[0]), Math.abs(y! - to[1]))

it('finds the only structure', () => {
  expect(close(near(withChecks({ x: 80, y: 40, colour: GREY })), [80, 40])).toBeLessThan(8)
})

it('prefers the middle to the edge, and the colour of skin to both', () => {
  const edge = { x: 14, y: 14, colour: GREY }
  expect(close(near(withChecks(edge, { x: 66, y: 60, colour: GREY })), [66, 60])).toBeLessThan(8)
  expect(close(near(withChecks({ ...edge, colour: SKIN }, { x: 66, y: 60, colour: GREY })), [14, 14])).toBeLessThan(8)
})

it('finds a face of any shade, and looks for nothing where all is black', () => {
  const dark: Colour = [0.24, 0.17, 0.13]
  expect(
    close(near(withChecks({ x: 30, y: 60, colour: dark }, { x: 90, y: 60, colour: GREY })), [30, 60]),
  ).toBeLessThan(8)
  expect(
    close(near(withChecks({ x: 30, y: 60, colour: [0.01, 0.01, 0.01] }, { x: 88, y: 60, colour: GREY })), [88, 60]),
  ).toBeLessThan(8)
})

it('answers the middle where there is nothing, and a picture smaller than the window as a whole', () => {
  const even = withChecks()
  const { x, y } = salientSpot(even, { width: 1, height: 1 })
  expect([x, y]).toEqual([0.5, 0.5])
})
