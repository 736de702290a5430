// Sizes as people think of them, and the price that follows the size (decision 0096).
import { describe, expect, it } from 'vitest'
import { priceOf } from '../credits/credits.ts'
import { modelByKey } from './catalogue.ts'
import { isNamedHeight, namedHeightPx } from './named-sizes.ts'
import { autoOutputHeightPx, manualStartHeightPx } from './output-height.ts'

const landscape = { width: 1500, height: 1055 }

describe('a named size', () => {
  it('is exact, beside the grid of the slider', () => {
    expect(namedHeightPx('x2', landscape)).toBe(2110)
    expect(isNamedHeight(2110, landscape)).toBe(true)
    expect(isNamedHeight(2111, landscape)).toBe(false)
    expect(isNamedHeight(2110, undefined)).toBe(false)
  })

  it('fills the print at 300 dpi in the orientation of the picture', () => {
    expect(namedHeightPx('print6', { width: 600, height: 400 })).toBe(1200)
    expect(namedHeightPx('print6', { width: 400, height: 600 })).toBe(1800)
    expect(namedHeightPx('a4', { width: 1169, height: 827 })).toBe(2481)
  })

  it('is refused where the picture has the pixels already, and above the tallest result', () => {
    expect(namedHeightPx('print5', { width: 3000, height: 2000 })).toBe('enough')
    expect(namedHeightPx('x4', landscape)).toBe('too-large')
  })
})

it('automatic enlarges a small picture four times, others twice, none beyond the tallest', () => {
  expect(autoOutputHeightPx({ width: 1024, height: 700 })).toBe(2800)
  expect(autoOutputHeightPx({ width: 1025, height: 700 })).toBe(1400)
  expect(autoOutputHeightPx({ width: 2000, height: 3000 })).toBe(4096)
  expect(autoOutputHeightPx({ width: 6000, height: 5000 })).toBe(5000)
})

it('manual begins at 2048 rows, and never above four times the picture', () => {
  expect([2000, 512, 400, 209, 60].map((height) => manualStartHeightPx({ width: height, height }))).toEqual([
    2048, 2048, 1600, 832, 512,
  ])
})

it('the same size costs the same in automatic and by hand', () => {
  const model = modelByKey('enhance/standard/standard-v2')!
  for (const picture of [landscape, { width: 640, height: 480 }, { width: 2400, height: 3600 }]) {
    const sides = { inputWidthPx: picture.width, inputHeightPx: picture.height }
    const automatic = priceOf(model, { mode: 'auto', ...sides }).credits
    const params = { output_height: autoOutputHeightPx(picture) }
    expect(priceOf(model, { mode: 'manual', params, ...sides }).credits).toBe(automatic)
    expect(automatic).toBe(picture.width <= 1024 ? 2 : 1)
  }
})
