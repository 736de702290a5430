import { expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { keepRows, measureChange } from './measure-change.ts'

const SIZE = { width: 40, height: 32 }

function grey(bits: 8 | 16, value: number, change: (x: number, y: number) => number = () => 0): Raster {
  const raster = createRaster(SIZE.width, SIZE.height, 3, bits)
  for (let i = 0; i < raster.data.length; i++) {
    const pixel = Math.floor(i / 3)
    raster.data[i] = value + change(pixel % SIZE.width, Math.floor(pixel / SIZE.width))
  }
  return raster
}

it('measures the mean difference in 8-bit levels, whatever the depth', () => {
  expect(measureChange(keepRows(grey(8, 100)), grey(8, 103))).toEqual({ meanLevels: 3, visibleShare: 0 })
  const deep = measureChange(keepRows(grey(16, 100 * 257)), grey(16, 103 * 257))!
  expect(deep.meanLevels).toBeCloseTo(3, 6)
})

it('sees a thin vertical scratch that is a small part of the picture', () => {
  const scratched = grey(8, 100, (x) => (x === 7 ? 90 : 0))
  expect(measureChange(keepRows(scratched), grey(8, 100))!.visibleShare).toBeCloseTo(1 / SIZE.width, 6)
})

it('keeps the rows although the picture is overwritten, and says nothing of another size', () => {
  const picture = grey(8, 100)
  const kept = keepRows(picture)
  picture.data.fill(0)
  expect(measureChange(kept, grey(8, 100))).toEqual({ meanLevels: 0, visibleShare: 0 })
  expect(measureChange(kept, createRaster(80, 64, 3, 8))).toBeUndefined()
})
