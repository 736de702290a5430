// Regions are classified as a whole: a scratch on a wall goes, what is part of the picture stays, and one doubtful line in a clean picture too.
import { expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { classifyRegions } from './classify-regions.ts'
import { LOGIT_STEPS } from './mask-from-logits.ts'

const WIDTH = 160
const HEIGHT = 120
const DOUBTFUL_LOGIT = 1.5
type Colour = readonly [number, number, number]

/** A picture, and what a net that is this sure (a logit) takes for damage. */
function drawn(background: (x: number, y: number) => Colour) {
  const source = createRaster(WIDTH, HEIGHT, 3, 8)
  const found = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < found.length; i++) source.data.set(background(i % WIDTH, Math.floor(i / WIDTH)), 3 * i)
  return { source, found }
}

function mark(
  { source, found }: { source: Raster; found: Uint8Array },
  rect: readonly [x: number, y: number, width: number, height: number],
  colour: Colour,
  logit: number,
) {
  const [x0, y0, width, height] = rect
  for (let y = y0; y < y0 + height; y++)
    for (let x = x0; x < x0 + width; x++) {
      source.data.set(colour, 3 * (y * WIDTH + x))
      found[y * WIDTH + x] = LOGIT_STEPS * logit
    }
}

const WALL = (): Colour => [140, 120, 100]
const WHITE: Colour = [250, 250, 250]
const isDamage = ({ source, found }: { source: Raster; found: Uint8Array }, x: number, y: number) =>
  classifyRegions(found, source)[y * WIDTH + x] === 1

/** Ten specks and two scratches: this print is damaged. */
function worn(background = WALL) {
  const picture = drawn(background)
  for (let k = 0; k < 10; k++) mark(picture, [8 + 14 * k, 6 + 5 * (k % 3), 3, 3], WHITE, 6)
  mark(picture, [20, 30, 2, 60], WHITE, 8)
  mark(picture, [60, 100, 70, 2], WHITE, 8)
  return picture
}

it('takes white scratches and specks of a worn print for damage', () => {
  const picture = worn()
  expect([isDamage(picture, 20, 50), isDamage(picture, 80, 101), isDamage(picture, 9, 7)]).toEqual([true, true, true])
})

it('leaves a board between a dark roof and a light wall, where the net is as sure of it as of a scratch on the wall', () => {
  const [scratched, roofed] = [drawn(WALL), drawn((x) => (x < 100 ? WALL() : [30, 30, 30]))]
  for (const picture of [scratched, roofed]) mark(picture, [98, 36, 4, 50], [190, 190, 190], 5)
  expect([isDamage(scratched, 99, 60), isDamage(roofed, 99, 60)]).toEqual([true, false])
})

it('leaves what is more colourful than all around it: dust has no colour', () => {
  const picture = worn()
  mark(picture, [120, 60, 5, 5], [230, 60, 40], 4)
  expect(isDamage(picture, 122, 62)).toBe(false)
})

it('believes the same faint speck in a worn print and not in a clean picture', () => {
  const [clean, print] = [drawn(WALL), worn()]
  for (const picture of [clean, print]) mark(picture, [120, 60, 3, 3], [200, 196, 190], DOUBTFUL_LOGIT)
  expect([isDamage(print, 121, 61), isDamage(clean, 121, 61)]).toEqual([true, false])
})

it('leaves what runs along the border of the picture, where its content cannot be inferred', () => {
  const picture = worn()
  mark(picture, [0, 0, 1, HEIGHT], WHITE, 8)
  expect(isDamage(picture, 0, 50)).toBe(false)
})

it('fills six tears that are likely and none of them sure in a toned print; in a picture of many colours, or of none, they could be posts', () => {
  const stripes = (_: number, y: number): Colour => (y % 40 < 20 ? [160, 120, 90] : [90, 120, 160])
  const grey = (): Colour => [120, 120, 120]
  const pictures = [drawn(WALL), drawn(stripes), drawn(grey)] as const
  for (const picture of pictures)
    for (let k = 0; k < 6; k++) mark(picture, [12 + 24 * k, 20, 6, 60], [200, 196, 190], 3.4)
  expect(pictures.map((picture) => isDamage(picture, 14, 50))).toEqual([true, false, false])
})

it('fills the one region of a clean wall, and not the same region beside three red things that the net found too: more is lost by it than won', () => {
  const pictures = [drawn(WALL), drawn(WALL)] as const
  for (const picture of pictures) mark(picture, [20, 20, 3, 40], WHITE, 4)
  for (let k = 0; k < 3; k++) mark(pictures[1], [10 + 16 * k, 80, 5, 5], [230, 60, 40], 2)
  expect(pictures.map((picture) => isDamage(picture, 21, 40))).toEqual([true, false])
})
