import { expect, it } from 'vitest'
import { type Drawn, mostChanged } from './most-changed.ts'

const SIZE = { width: 400, height: 240 }
const WINDOW = { width: 100, height: 80 }

/** A picture of one grey, changed by what `levels` says of each place. */
function drawn(levels: (x: number, y: number) => number): Drawn {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4)
  for (let y = 0, at = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++, at += 4) data.fill(120 + levels(x, y), at, at + 3)
  return { ...SIZE, data }
}
const PLAIN = drawn(() => 0)
const grain = (x: number, y: number) => ((x * 7 + y * 13) % 2 === 0 ? 6 : -6)

it('finds the window with most change, its middle as a part of the picture', () => {
  const spot = mostChanged(
    PLAIN,
    drawn((x, y) => (x >= 280 && x < 360 && y >= 136 && y < 200 ? grain(x, y) : 0)),
    WINDOW,
  )
  expect(spot!.x).toBeGreaterThan(0.75)
  expect(spot!.x).toBeLessThan(0.85)
  expect(spot!.y).toBeGreaterThan(0.63)
  expect(spot!.y).toBeLessThan(0.77)
})

it('a thin scratch that was taken away is found, though whole cells of it moved one way', () => {
  const spot = mostChanged(
    drawn((x, y) => (x === 40 && y > 150 ? 60 : 0)),
    PLAIN,
    WINDOW,
  )
  expect(spot!.x).toBeLessThan(0.2)
  expect(spot!.y).toBeGreaterThan(0.6)
})

it('grain that went everywhere is worth a close look, wherever it is', () => {
  expect(mostChanged(drawn(grain), PLAIN, WINDOW)).toBeDefined()
})

it('more light everywhere, or no change at all, is seen in the whole picture', () => {
  expect(
    mostChanged(
      PLAIN,
      drawn(() => 30),
      WINDOW,
    ),
  ).toBeUndefined()
  expect(mostChanged(PLAIN, PLAIN, WINDOW)).toBeUndefined()
})

it('a window larger than the picture is its middle', () => {
  expect(mostChanged(drawn(grain), PLAIN, { width: 900, height: 700 })).toEqual({ x: 0.5, y: 0.5 })
})
