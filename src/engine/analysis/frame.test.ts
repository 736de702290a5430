import { describe, expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { analyse } from './analyse.ts'
import { collectCrops, overviewOf } from './collect-crops.ts'
import { insideFrame } from './frame.ts'

interface Edges {
  readonly top?: number
  readonly bottom?: number
  readonly left?: number
  readonly right?: number
}

const PHOTO = addNoise(syntheticRaster(300, 220), 4)
const WHITE = [255, 255, 255]

/** The photo with plain edges of these pixels; a second colour for the lower one. */
function withEdges(
  { top = 0, bottom = 0, left = 0, right = 0 }: Edges,
  colour: readonly number[],
  lower = colour,
): Raster {
  const raster = createRaster(PHOTO.width + left + right, PHOTO.height + top + bottom, 3, 8)
  for (let y = 0; y < raster.height; y++)
    for (let x = 0; x < raster.width; x++)
      raster.data.set(y < top + PHOTO.height ? colour : lower, (y * raster.width + x) * 3)
  for (let y = 0; y < PHOTO.height; y++) {
    const line = PHOTO.data.subarray(y * PHOTO.width * 3, (y + 1) * PHOTO.width * 3)
    raster.data.set(line, ((top + y) * raster.width + left) * 3)
  }
  return raster
}

const sizeInside = (raster: Raster) => {
  const { width, height } = insideFrame(overviewOf(raster))
  return [width, height]
}

describe('what lies inside a frame', () => {
  it.each([
    ['a white frame', { top: 40, bottom: 40, left: 40, right: 40 }, [298, 218]],
    ['the paper of an instant photo', { top: 20, bottom: 90, left: 20, right: 20 }, [298, 218]],
    ['bars above and below', { top: 60, bottom: 60 }, [300, 218]],
    ['bars on both sides', { left: 50, right: 48 }, [298, 220]],
  ])('%s', (_, edges, size) => expect(sizeInside(withEdges(edges, WHITE))).toEqual(size))

  it.each([
    ['plain sky', { top: 60 }, WHITE, WHITE],
    ['plain sky above a little plain snow', { top: 90, bottom: 30 }, WHITE, WHITE],
    ['sky and water', { top: 60, bottom: 60 }, [190, 210, 240], [60, 80, 110]],
    ['a thin line around it', { top: 2, bottom: 2, left: 2, right: 2 }, WHITE, WHITE],
  ])('%s belongs to the photo', (_, edges, colour, lower) => {
    const raster = withEdges(edges, colour, lower)
    expect(sizeInside(raster)).toEqual([raster.width, raster.height])
  })

  it('a subject that stands alone on a plain ground has no frame', () => {
    const raster = createRaster(400, 300, 3, 8)
    for (let y = 0; y < raster.height; y++)
      for (let x = 0; x < raster.width; x++) {
        const isDisc = (x - 200) ** 2 + (y - 150) ** 2 < 90 ** 2
        raster.data.fill(isDisc ? 40 + ((x * 7 + y * 13) % 60) : 255, (y * 400 + x) * 3, (y * 400 + x) * 3 + 3)
      }
    expect(sizeInside(raster)).toEqual([400, 300])
  })

  it('a plain picture is whole', () => expect(sizeInside(createRaster(300, 220, 3, 8))).toEqual([300, 220]))
})

it.each([
  ['white', WHITE],
  ['black', [0, 0, 0]],
])('the light of a photo is measured without its %s frame', (_, colour) => {
  const measure = (raster: Raster) => analyse({ crops: collectCrops(raster), overview: overviewOf(raster) })
  const alone = measure(PHOTO)
  const framed = measure(withEdges({ top: 50, bottom: 50, left: 50, right: 50 }, colour))
  for (const [key, value] of Object.entries(alone.exposure))
    expect(framed.exposure[key as keyof typeof alone.exposure], key).toBeCloseTo(value, 1)
  expect(framed.neutrals.greyShare).toBeCloseTo(alone.neutrals.greyShare, 1)
  for (const channel of [0, 2] as const) expect(framed.illuminant[channel]).toBeCloseTo(alone.illuminant[channel], 1)
})
