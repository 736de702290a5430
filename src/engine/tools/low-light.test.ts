// Rooms that were photographed with far too little light come out light, nights and dark portraits stay as dark as they were (decision 0210).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ExposureEstimate } from '../analysis/picture-analysis.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { psnrY } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { planFor } from '../testing/run-plan.ts'
import { underexpose } from '../testing/synthetic-damage.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { extraStops } from './low-light.ts'

const NOISE = [2, 1, 0.5] as const
const ROOM: ExposureEstimate = { low: 0, median: 0.08, bright: 0.14, high: 0.2, peak: 0.24, channelPeak: 0.24 }
/** A dark hall whose windows are grey. */
const HALL: ExposureEstimate = { low: 0, median: 0.03, bright: 0.07, high: 0.5, peak: 0.58, channelPeak: 0.58 }
const NIGHT: ExposureEstimate = { low: 0, median: 0.02, bright: 0.07, high: 0.5, peak: 0.95, channelPeak: 0.95 }
const PORTRAIT: ExposureEstimate = { low: 0.01, median: 0.04, bright: 0.17, high: 0.35, peak: 0.62, channelPeak: 0.62 }
/** What Adjust does with the room by itself. */
const PLANNED = { stretch: { low: 0, high: 0.625 }, exposure: 0.6, shadow: 0.7 }
const UNPLANNED = { stretch: { low: 0, high: 1 }, exposure: 0, shadow: 0 }

const extra = (exposure: ExposureEstimate, planned = UNPLANNED) =>
  extraStops({ exposure, lumaNoiseByScale: NOISE }, planned)

describe('light that a camera did not use', () => {
  it('lifts all of a dark room until its brightest spot is nearly white', () => {
    const { exposure, shadow } = extra(ROOM, PLANNED)
    expect((ROOM.peak / 0.625) * 2 ** ((exposure + 0.6) / 2.2)).toBeCloseTo(0.9, 5)
    expect(shadow).toBeLessThan(0.5)
  })

  it('goes to the dark parts where the windows would burn', () => {
    const { exposure, shadow } = extra(HALL, { ...UNPLANNED, stretch: { low: 0, high: 0.6 } })
    expect(exposure).toBeLessThan(0.1)
    expect(shadow).toBeGreaterThan(1.5)
  })

  it.each([
    ['a night with a lamp', NIGHT],
    ['a portrait before a black wall', PORTRAIT],
    ['a photograph of normal light', { low: 0.05, median: 0.4, bright: 0.7, high: 0.9, peak: 0.97, channelPeak: 0.97 }],
  ])('is none in %s', (_, exposure) => {
    expect(extra(exposure)).toEqual({ exposure: 0, shadow: 0 })
  })

  it('is none in a dark picture without noise, which is dark on purpose', () => {
    const clean = extraStops({ exposure: ROOM, lumaNoiseByScale: [0.5, 0.4, 0.3] }, UNPLANNED)
    expect(clean).toEqual({ exposure: 0, shadow: 0 })
  })

  it('leaves shadows that are dark by nature below what can be seen', () => {
    const sunset = { low: 0, median: 0.02, bright: 0.12, high: 0.18, peak: 0.2, channelPeak: 0.2 }
    const { exposure, shadow } = extra(sunset, PLANNED)
    expect(exposure).toBeGreaterThan(2)
    expect(shadow).toBeLessThan(0.6)
  })
})

describe('Light Adjust by itself', () => {
  const source = syntheticRaster(96, 72)
  const filters = (exposure: ExposureEstimate, params = {}) =>
    planFor(source, 'lighting/adjust', params, { exposure, lumaNoiseByScale: NOISE }).passes.flatMap((pass) =>
      pass.kind === 'operations' ? pass.steps.map(({ filter }) => filter) : [],
    )

  it('treats noise before it lifts it, and only there', () => {
    expect(filters(ROOM)).toEqual(['denoise', 'adjustLight'])
    expect(filters(NIGHT)).toEqual(['adjustLight'])
  })

  it.each(['exposure', 'shadow'])('does what is asked for where %s is set', (key) => {
    expect(filters(ROOM, { [key]: 1 })).toEqual(['adjustLight'])
  })

  it('brings back a photograph that was taken with a thirtieth of its light', async () => {
    const photo = await kitten()
    const dark = rasterOf(underexpose(cutTile(photo, wholeOf(photo)), 5, 3))
    const light = await runModel(dark, { modelKey: 'lighting/adjust', params: {}, tier: 'classical' })
    expect(psnrY(light, photo, 8)).toBeGreaterThan(psnrY(dark, photo, 8) + 9)
  })
})

async function kitten(): Promise<Raster> {
  return (await decodePicture(readFileSync(new URL('../testing/kitten.webp', import.meta.url)))).colour
}

function rasterOf(planes: ReturnType<typeof cutTile>): Raster {
  const raster = createRaster(planes.width, planes.height, 3, 8)
  const whole = wholeOf(planes)
  pasteTile(raster, planes, whole, whole)
  return raster
}
