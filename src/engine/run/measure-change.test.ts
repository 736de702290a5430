import { expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { keepRows, measureChange } from './measure-change.ts'

const SIZE = { width: 96, height: 128 }

type Value = (x: number, y: number) => number

/** All channels alike. */
function drawn(value: Value, bits: 8 | 16 = 8, size: Pick<Raster, 'width' | 'height'> = SIZE): Raster {
  const raster = createRaster(size.width, size.height, 3, bits)
  for (let i = 0; i < raster.data.length; i++) {
    const pixel = Math.floor(i / 3)
    raster.data[i] = value(pixel % size.width, Math.floor(pixel / size.width))
  }
  return raster
}

const textured: Value = (x, y) => 100 + ((7 * x + 5 * y) % 11)
const changeOf = (before: Value, after: Value) => measureChange(keepRows(drawn(before)), drawn(after))!

it('measures the mean difference in 8-bit levels, whatever the depth', () => {
  expect(changeOf(textured, (x, y) => textured(x, y) + 3)).toEqual({ meanLevels: 3, visibleShare: 0 })
  const deep = (add: number) => drawn((x, y) => (textured(x, y) + add) * 257, 16)
  expect(measureChange(keepRows(deep(0)), deep(3))!.meanLevels).toBeCloseTo(3, 6)
})

it('sees a thin vertical scratch that is a small part of the picture', () => {
  const scratched: Value = (x, y) => textured(x, y) - (x === 7 ? 20 : 0)
  expect(changeOf(scratched, textured).visibleShare).toBeCloseTo(1 / SIZE.width, 6)
})

it('keeps the rows although the picture is overwritten, and says nothing of another size', () => {
  const picture = drawn(textured)
  const kept = keepRows(picture)
  picture.data.fill(0)
  expect(measureChange(kept, drawn(textured))).toEqual({ meanLevels: 0, visibleShare: 0 })
  expect(measureChange(kept, drawn(textured, 8, { width: 192, height: 256 }))).toBeUndefined()
})

/** A photo of one tile on a border that is almost everything. */
const isPhoto = (x: number, y: number) => x >= 32 && x < 64 && y >= 32 && y < 64
const onBorder =
  (photo: number, border: number): Value =>
  (x, y) =>
    isPhoto(x, y) ? textured(x, y) + photo : 240 + border + ((x + y) % 3)

it('judges a photo on a plain border as the photo alone', () => {
  expect(changeOf(onBorder(0, 0), onBorder(9, 0))).toEqual({ meanLevels: 9, visibleShare: 1 })
})

it('does not take a change of the border for one of the photo', () => {
  expect(changeOf(onBorder(0, 0), onBorder(0, 9))).toEqual({ meanLevels: 0, visibleShare: 0 })
})

it('takes a picture that is plain everywhere as a whole', () => {
  expect(
    changeOf(
      () => 100,
      () => 103,
    ),
  ).toEqual({ meanLevels: 3, visibleShare: 0 })
})

it('takes a sky that becomes slowly lighter as a part of its photo', () => {
  const sky: Value = (x, y) => (y < 64 ? 200 + y / 8 : textured(x, y))
  expect(changeOf(sky, (x, y) => sky(x, y) + (y < 64 ? 0 : 2)).meanLevels).toBeCloseTo(1, 6)
})
