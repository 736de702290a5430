import { describe, expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { chooseMilderPlan } from '../run/choose-milder-plan.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { runModel } from '../testing/run-model.ts'
import { meanDifference } from '../testing/run-plan.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { needsOf } from '../tools/make-plan.ts'
import { analyse } from './analyse.ts'
import { analysisInputOf, overviewOf } from './analysis-input.ts'
import { photoIn } from './photo-in-frame.ts'

interface Edges {
  readonly top?: number
  readonly bottom?: number
  readonly left?: number
  readonly right?: number
}

const PHOTO = addNoise(syntheticRaster(300, 220), 4)
const WHITE = [255, 255, 255]
const BEIGE = [222, 205, 178]
const GREY = [128, 128, 128]
const ALL_AROUND = { top: 50, bottom: 50, left: 50, right: 50 }

/** The photo with plain edges of these pixels; a second colour for the lower one. */
function withEdges(
  { top = 0, bottom = 0, left = 0, right = 0 }: Edges,
  colour: readonly number[],
  lower = colour,
  photo = PHOTO,
): Raster {
  const raster = createRaster(photo.width + left + right, photo.height + top + bottom, 3, 8)
  for (let y = 0; y < raster.height; y++)
    for (let x = 0; x < raster.width; x++)
      raster.data.set(y < top + photo.height ? colour : lower, (y * raster.width + x) * 3)
  for (let y = 0; y < photo.height; y++) {
    const line = photo.data.subarray(y * photo.width * 3, (y + 1) * photo.width * 3)
    raster.data.set(line, ((top + y) * raster.width + left) * 3)
  }
  return raster
}

/** Paper with grain, darker on one side by this many levels. */
function asPaper(raster: Raster, { grain, lamp }: { readonly grain: number; readonly lamp: number }): Raster {
  const lit = createRaster(raster.width, raster.height, 3, 8)
  for (let i = 0; i < lit.data.length; i++) {
    const x = Math.floor(i / 3) % raster.width
    lit.data[i] = Math.max(0, raster.data[i]! - Math.round((lamp * x) / raster.width))
  }
  return addNoise(lit, grain)
}

/** The frame's inner edge in another colour, three pixels wide. */
function withBevel(): Raster {
  const mat = withEdges(ALL_AROUND, BEIGE)
  for (let y = 47; y < 50 + PHOTO.height + 3; y++)
    for (let x = 47; x < 50 + PHOTO.width + 3; x++) {
      const isPhoto = x >= 50 && x < 50 + PHOTO.width && y >= 50 && y < 50 + PHOTO.height
      if (!isPhoto) mat.data.set(WHITE, (y * mat.width + x) * 3)
    }
  return mat
}

const asJpeg = async (raster: Raster): Promise<Raster> =>
  (await decodePicture(await sharpOf(raster).jpeg({ quality: 80 }).toBuffer())).colour

const sizeInside = (raster: Raster) => {
  const { width, height } = photoIn(overviewOf(raster))
  return [width, height]
}

describe('what lies inside a frame', () => {
  it.each([
    ['a white frame', { top: 40, bottom: 40, left: 40, right: 40 }, [298, 218]],
    ['the paper of an instant photo', { top: 20, bottom: 90, left: 20, right: 20 }, [298, 218]],
    ['bars above and below', { top: 60, bottom: 60 }, [300, 218]],
    ['bars on both sides', { left: 50, right: 48 }, [298, 220]],
  ])('%s', (_, edges, size) => expect(sizeInside(withEdges(edges, WHITE))).toEqual(size))

  it('the bars of a screenshot, of one colour and different widths', () =>
    expect(sizeInside(withEdges({ top: 60, bottom: 130 }, [32, 33, 36]))).toEqual([300, 218]))

  it.each([
    ['a mat', asPaper(withEdges(ALL_AROUND, BEIGE), { grain: 0, lamp: 0 })],
    ['grained paper in the light of a lamp', asPaper(withEdges(ALL_AROUND, BEIGE), { grain: 5, lamp: 16 })],
    ['a mat with a white edge', withBevel()],
  ])('%s', (_, raster) => {
    const [width, height] = sizeInside(raster)
    expect(width).toBeGreaterThan(290)
    expect(width).toBeLessThan(300)
    expect(height).toBeGreaterThan(210)
    expect(height).toBeLessThan(220)
  })

  it('paper in a JPEG file, whose blocks ripple beside the photo', async () => {
    const [width, height] = sizeInside(await asJpeg(asPaper(withEdges(ALL_AROUND, BEIGE), { grain: 2, lamp: 16 })))
    expect(width).toBeGreaterThan(285)
    expect(width).toBeLessThan(304)
    expect(height).toBeGreaterThan(205)
    expect(height).toBeLessThan(224)
  })

  it.each([
    ['plain sky', { top: 60 }, WHITE, WHITE],
    ['plain sky above a little plain snow', { top: 90, bottom: 30 }, WHITE, WHITE],
    ['sky and water', { top: 60, bottom: 60 }, [190, 210, 240], [60, 80, 110]],
    ['a thin line around it', { top: 2, bottom: 2, left: 2, right: 2 }, WHITE, WHITE],
  ])('%s belongs to the photo', (_, edges, colour, lower) => {
    const raster = withEdges(edges, colour, lower)
    expect(sizeInside(raster)).toEqual([raster.width, raster.height])
  })

  it.each([
    ['a plain ground', { grain: 0, lamp: 0 }],
    ['paper', { grain: 3, lamp: 12 }],
  ])('a subject that stands alone on %s has no frame', (_, paper) => {
    const raster = createRaster(400, 300, 3, 8)
    for (let y = 0; y < raster.height; y++)
      for (let x = 0; x < raster.width; x++) {
        const isDisc = (x - 200) ** 2 + (y - 150) ** 2 < 90 ** 2
        raster.data.fill(isDisc ? 40 + ((x * 7 + y * 13) % 60) : 255, (y * 400 + x) * 3, (y * 400 + x) * 3 + 3)
      }
    expect(sizeInside(asPaper(raster, paper))).toEqual([400, 300])
  })

  it('sky, haze and water, plain but for their grain, belong to the photo', () => {
    const raster = asPaper(withEdges({ top: 60, bottom: 60 }, [150, 160, 170]), { grain: 3, lamp: 0 })
    expect(sizeInside(raster)).toEqual([raster.width, raster.height])
  })

  it('a plain picture is whole', () => expect(sizeInside(createRaster(300, 220, 3, 8))).toEqual([300, 220]))
})

it.each([
  ['white', WHITE],
  ['black', [0, 0, 0]],
  ['grey', GREY],
  ['beige', BEIGE],
])('the light of a photo is measured without its %s frame', (_, colour) => {
  const measure = (raster: Raster) => analyse(analysisInputOf(raster))
  const alone = measure(PHOTO)
  const framed = measure(withEdges(ALL_AROUND, colour))
  for (const [key, value] of Object.entries(alone.exposure))
    expect(framed.exposure[key as keyof typeof alone.exposure], key).toBeCloseTo(value, 1)
  expect(framed.neutrals.greyShare).toBeCloseTo(alone.neutrals.greyShare, 1)
  for (const channel of [0, 2] as const) expect(framed.illuminant[channel]).toBeCloseTo(alone.illuminant[channel], 1)
  // Nor does the noise of a photo drown in a frame that has none.
  expect(framed.noiseSigma).toBeCloseTo(alone.noiseSigma, 0)
})

it('what becomes of a grey mat does not hold back the light of its photo', () => {
  const dark = createRaster(PHOTO.width, PHOTO.height, 3, 8)
  for (let i = 0; i < dark.data.length; i++) dark.data[i] = PHOTO.data[i]! * (i % 3 === 2 ? 0.55 : 0.9)
  const milderOf = (raster: Raster) => {
    const seen = analysisInputOf(raster)
    const modelKey = 'lighting/white-balance'
    const analysis = analyse(seen, needsOf(modelKey))
    return chooseMilderPlan({ modelKey, params: {}, picture: raster, analysis, autoSeed: 7 }, seen.crops)
  }
  expect(milderOf(dark)).toBeUndefined()
  expect(milderOf(withEdges(ALL_AROUND, [190, 190, 190], undefined, dark))).toBeUndefined()
})

/** Justified lines of letters from margin to margin. */
function justifiedPage(ink: number): Raster {
  const page = createRaster(450, 600, 3, 8)
  page.data.fill(250)
  for (let y = 30; y < 570; y++)
    for (let x = 30; x < 420; x++) {
      const isInk = (y - 30) % 14 < 10 && ((x * 7919 + Math.floor(y / 2) * 104729) % 1000) / 1000 < ink
      if (isInk) page.data.fill(30, (y * 450 + x) * 3, (y * 450 + x) * 3 + 3)
    }
  return page
}

describe('a page full of text', () => {
  it.each([0.6, 0.7, 0.8, 0.9])('is no photo in a frame (%d of its lines is ink)', (ink) =>
    expect(sizeInside(justifiedPage(ink))).toEqual([450, 600]),
  )

  it('keeps its paper and its letters as they are', async () => {
    const page = justifiedPage(0.8)
    const { neutrals } = analyse(analysisInputOf(page))
    expect(neutrals.paperShare).toBeGreaterThan(0.5)
    expect(neutrals.paperShare).toBeLessThan(0.6)
    const adjusted = await runModel(page, { modelKey: 'lighting/adjust', params: {}, tier: 'classical' })
    expect(meanDifference(adjusted, page)).toBeLessThan(0.5)
  })

  it('on a dark ground is measured without it', () =>
    expect(sizeInside(withEdges(ALL_AROUND, [20, 20, 20], undefined, justifiedPage(0.8)))).toEqual([448, 598]))
})
