// The light of a sepia print is opened without its tint: multiplied like light it turned orange.
import { expect, it } from 'vitest'
import { tintingOf } from '../analysis/content.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { adjustLight } from '../operations/adjust-light.ts'
import { makeLightMap } from '../operations/light-map.ts'
import { runModel } from '../testing/run-model.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { meanOf, scene, wholePlace } from '../testing/test-pictures.ts'

/** A dark print: its paper is brown, and there is hardly any blue in it. */
function sepia(): Planes {
  const photo = scene(240, 180)
  const luma = lumaOf(photo)
  const toned = (most: number, least: number) => luma.map((value) => least + (most - least) * value)
  return { ...photo, r: toned(0.62, 0.06), g: toned(0.5, 0.04), b: toned(0.22, 0.02) }
}

function rasterOf(planes: Planes): Raster {
  const raster = createRaster(planes.width, planes.height, 3, 8)
  const whole = wholeOf(planes)
  pasteTile(raster, planes, whole, whole)
  return raster
}

const brightnessOf = (planes: Planes): number => meanOf(lumaOf(planes))
/** How far red is above green, as a part of how far it is above blue. */
const hueOf = ({ r, g, b }: Planes): number => (meanOf(r) - meanOf(g)) / (meanOf(r) - meanOf(b))
const tintOf = ({ r, b }: Planes): number => meanOf(r.map((red, i) => red - b[i]!))

it('a sepia print becomes lighter and keeps its tint', async () => {
  const print = sepia()
  expect(tintingOf(print)).toBe(1)
  const light = await runModel(rasterOf(print), { modelKey: 'lighting/adjust', params: {}, tier: 'classical' })
  const result = cutTile(light, wholeOf(light))
  expect(brightnessOf(result)).toBeGreaterThan(1.3 * brightnessOf(print))
  expect(tintOf(result)).toBeLessThan(1.02 * tintOf(print))
  // A part of it is taken for a cast.
  expect(tintOf(result)).toBeGreaterThan(0.4 * tintOf(print))
})

it('a balance takes tint from a sepia print, and leaves the rest in its hue', async () => {
  const print = sepia()
  const balanced = await runModel(rasterOf(print), {
    modelKey: 'lighting/white-balance',
    params: {},
    tier: 'classical',
  })
  const result = cutTile(balanced, wholeOf(balanced))
  expect(tintOf(result)).toBeLessThan(0.8 * tintOf(print))
  // Olive is green beside its red.
  expect(hueOf(result)).toBeGreaterThan(hueOf(print) - 0.07)
  expect(hueOf(result)).toBeLessThan(hueOf(print) + 0.07)
})

it('a picture of several colours, and one without any, has no tint of its own', () => {
  const photo = syntheticRaster(240, 180)
  expect(tintingOf(cutTile(photo, wholeOf(photo)))).toBe(0)
  const { r, ...size } = sepia()
  expect(tintingOf({ ...size, r, g: r, b: r })).toBe(0)
})

it('pure black in a print stays black, and a number', () => {
  const print = sepia()
  const isBlack = (i: number) => i % 7 === 0
  const blackened = (samples: Float32Array) => samples.map((value, i) => (isBlack(i) ? 0 : value))
  const dark: Planes = { ...print, r: blackened(print.r), g: blackened(print.g), b: blackened(print.b) }
  const settings = { exposureStops: 1, highlightStops: 0, shadowStops: 0, map: makeLightMap(dark), keptTint: 1 }
  for (const stretch of [undefined, { low: 0, high: 0.8 }]) {
    const { r, g, b } = adjustLight({ ...settings, stretch }).run(dark, wholePlace(dark))
    for (const samples of [r, g, b]) {
      expect(samples.some(Number.isNaN)).toBe(false)
      expect(samples.filter((_, i) => isBlack(i)).every((value) => value === 0)).toBe(true)
    }
  }
})
