import { expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import type { Rect } from '../image/rect.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { analyse } from './analyse.ts'
import { analysisInputOf } from './analysis-input.ts'
import { insideBorder } from './plain-border.ts'

const CANVAS = { width: 900, height: 700 }

/** A photo on a border that a JPEG made a little uneven. */
function onBorder(photo: Raster, { x, y }: Pick<Rect, 'x' | 'y'>): Raster {
  const raster = createRaster(CANVAS.width, CANVAS.height, 3, photo.bits)
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = 240 + (i % 2)
  for (let row = 0; row < photo.height; row++) {
    const line = photo.data.subarray(row * photo.width * 3, (row + 1) * photo.width * 3)
    raster.data.set(line, ((y + row) * CANVAS.width + x) * 3)
  }
  return raster
}

const noisy = (width: number, height: number) => addNoise(syntheticRaster(width, height), 12)
const whole = { x: 0, y: 0, ...CANVAS }

it('finds the photo inside, wherever it lies', () => {
  const photo = noisy(260, 200)
  for (const place of [
    { x: 300, y: 250 },
    { x: 0, y: 0 },
    { x: 640, y: 500 },
  ])
    expect(insideBorder(onBorder(photo, place))).toEqual({ ...place, width: 260, height: 200 })
})

it('leaves a picture whole whose margins are the smaller part, that is plain everywhere, or that holds a speck only', () => {
  expect(insideBorder(onBorder(noisy(700, 560), { x: 100, y: 70 }))).toEqual(whole)
  expect(insideBorder(onBorder(noisy(1, 1), { x: 10, y: 10 }))).toEqual(whole)
  expect(insideBorder(createRaster(CANVAS.width, CANVAS.height, 3, 8))).toEqual(whole)
})

it('measures the noise of the photo, not of its border', () => {
  const photo = noisy(200, 160)
  const noiseOf = (raster: Raster) => analyse(analysisInputOf(raster)).noiseSigma
  expect(noiseOf(onBorder(photo, { x: 350, y: 270 }))).toBeCloseTo(noiseOf(photo), 0)
})
