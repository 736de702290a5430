import { expect, it } from 'vitest'
import { levelFor, visibleTiles } from './visible-tiles.ts'

const FULL = { width: 8660, height: 5773 }
const TILE_PX = 1024
const whole = { x: 0, y: 0, ...FULL }
const pane = { width: 800, height: 600 }
const at = (x: number, y: number, scale = 1) => ({ x, y, scale })
const indexes = (placement: { x: number; y: number; scale: number }, pixelRatio = 1) =>
  visibleTiles(FULL, TILE_PX, whole, placement, pane, pixelRatio).map(({ index }) => index)

it('takes the smallest level that has the pixels that are shown, and the largest beyond', () => {
  const levels = [
    { width: 20_000, height: 1 },
    { width: 10_000, height: 1 },
    { width: 5000, height: 1 },
  ]
  expect([4900, 5100, 9000, 15_000, 80_000].map((shown) => levelFor(levels, shown).width)).toEqual([
    5000, 5000, 10_000, 20_000, 20_000,
  ])
})

it('needs only what the pane shows and a rim around it', () => {
  expect(indexes(at(0, 0))).toEqual([0, 1]) // 800 + 256 pixels reach into the second column
  expect(indexes(at(-1024 - 300, -1024 - 300))).toEqual([10, 11, 19, 20].filter((index) => index < 54))
  expect(indexes(at(0, 0, 0.08))).toHaveLength(54)
})

it('counts the rim in device pixels', () => {
  expect(indexes(at(-300, 0, 0.5), 2)).toEqual(expect.arrayContaining([0, 1, 2]))
  expect(indexes(at(-300, 0, 0.5), 2)).not.toContain(3)
})

it('tiles of the edge are as large as what is left, and together they cover the picture', () => {
  const tiles = visibleTiles(FULL, TILE_PX, whole, at(0, 0, 0.08), pane, 1)
  const last = tiles.at(-1)!
  expect(last.left + last.width).toBeCloseTo(1, 12)
  expect(last.top + last.height).toBeCloseTo(1, 12)
  expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(1, 10)
})

it('a picture that is laid smaller into the space is looked at in its own place', () => {
  const box = { x: 4000, y: 0, width: 866, height: 577.3 }
  expect(visibleTiles(FULL, TILE_PX, box, at(0, 0), pane, 1)).toEqual([])
  expect(visibleTiles(FULL, TILE_PX, box, at(-4000, 0), pane, 1).length).toBe(54)
})
