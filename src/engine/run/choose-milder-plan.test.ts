// Before a picture is treated, its plan is tried on samples; what fails is done more mildly, or not at all.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { cutTile } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { gaussianKernel, lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { psnrY } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { addNoise, blurPicture } from '../testing/synthetic-damage.ts'
import { printScreen, twoYarns, wovenPicture } from '../testing/woven-picture.ts'
import { needsOf } from '../tools/make-plan.ts'
import { chooseMilderPlan } from './choose-milder-plan.ts'
import { rasterOf } from './try-plan.ts'

const woven = wovenPicture(400, 320)
let photo: Raster

beforeAll(async () => {
  photo = (await decodePicture(readFileSync(join(import.meta.dirname, '../testing/kitten.webp')))).colour
})

function settle(
  source: Raster,
  modelKey: string,
  params: ParameterValues = {},
  changes: Partial<PictureAnalysis> = {},
) {
  const seen = analysisInputOf(source)
  const analysis = { ...analyse(seen, needsOf(modelKey)), ...changes }
  return chooseMilderPlan({ modelKey, params, picture: source, analysis, autoSeed: 7 }, seen.crops)
}

const damaged = (change: (planes: ReturnType<typeof cutTile>) => ReturnType<typeof cutTile>): Raster =>
  rasterOf(change(cutTile(photo, wholeOf(photo))))

/** Noise of 8 levels, each channel its own, blurred by half a pixel. */
function withSmoothNoise(): Raster {
  const noise = damaged((planes) => {
    const empty = () => planes.r.map(() => 0.5)
    const grey = { ...planes, r: empty(), g: empty(), b: empty() }
    return blurPicture(addNoise(grey, 8, 3), toSeparable(gaussianKernel(0.5)))
  })
  const { r, g, b } = cutTile(noise, wholeOf(noise))
  const added = (from: Float32Array, to: Float32Array) => to.map((value, i) => value + from[i]! - 0.5)
  return damaged((planes) => ({ ...planes, r: added(r, planes.r), g: added(g, planes.g), b: added(b, planes.b) }))
}

describe.each(['denoise/normal', 'denoise/strong', 'denoise/extreme'])('%s', (model) => {
  it('leaves the strokes of a clean picture, and says why', () => {
    expect(settle(woven, model)?.because).toContain('texture-taken')
  })

  it('leaves the strokes of cloth of two yarns, though they differ in colour', () => {
    expect(settle(twoYarns(400, 320), model)?.because).toContain('texture-taken')
  })

  it.each([4, 5.5])('leaves dots that recur every %d pixels, in print and in cloth', (periodPx) => {
    expect(settle(printScreen(400, 320, periodPx), model)?.because).toContain('texture-taken')
  })

  it('believes no such colours where weak white noise has them: what lies beyond that in luma is texture', () => {
    const weak = { chromaNoiseSigma: 3, whiteNoise: { luma: 3, chroma: 3 } }
    expect(settle(withSmoothNoise(), model, {}, weak)?.because).toContain('texture-taken')
  })

  it('takes away what a person asks for', () => {
    expect(settle(woven, model, { strength: 0.5 })).toBeUndefined()
  })

  it('takes noise that a camera has smoothed for what it is by its colours, which no texture has', () => {
    expect(settle(withSmoothNoise(), model)?.because ?? []).not.toContain('texture-taken')
  })

  it.each([8, 20])('takes white noise of %d levels away as measured', (sigma) => {
    expect(
      settle(
        damaged((planes) => addNoise(planes, sigma, 3)),
        model,
      ),
    ).toBeUndefined()
  })

  it('takes smooth noise of a camera away as measured', () => {
    const smooth = damaged((planes) => {
      const { r, g, b, ...size } = addNoise(planes, 10, 3)
      const noise = [r, g, b].map((channel, c) => channel.map((v, i) => v - [planes.r, planes.g, planes.b][c]![i]!))
      const average = (n: Float32Array) =>
        n.map((v, i) => (v + (n[i + 1] ?? v) + (n[i + size.width] ?? v) + (n[i + size.width + 1] ?? v)) / 4)
      const [nr, ng, nb] = noise.map(average) as [Float32Array, Float32Array, Float32Array]
      const add = (a: Float32Array, n: Float32Array) => a.map((v, i) => v + n[i]!)
      return { ...size, r: add(planes.r, nr), g: add(planes.g, ng), b: add(planes.b, nb) }
    })
    expect(settle(smooth, model)?.because ?? []).not.toContain('texture-taken')
  })
})

it('Denoise Normal keeps a clean picture full of strokes at 45 dB to itself, which it did not before the check', async () => {
  const sold = await runModel(woven, { modelKey: 'denoise/normal', params: {}, tier: 'net' })
  const asked = await runModel(woven, { modelKey: 'denoise/normal', params: { strength: 0.5 }, tier: 'net' })
  expect(psnrY(sold, woven, 8)).toBeGreaterThan(45)
  expect(psnrY(asked, woven, 8)).toBeLessThan(45)
})

it('Dust & Scratch takes noise away after the damage, and leaves the strokes of a clean picture', async () => {
  const model = 'restore/dust-scratch'
  const louder = { ...woven, data: woven.data.map((value) => 2 * value - 120) }
  expect(settle(louder, model)).toMatchObject({ because: ['texture-taken'] })
  expect(
    settle(
      damaged((planes) => addNoise(planes, 8, 3)),
      model,
    ),
  ).toBeUndefined()
  for (const clean of [woven, louder]) {
    const sold = await runModel(clean, { modelKey: model, params: {}, tier: 'net' })
    expect(psnrY(sold, clean, 8)).toBeGreaterThan(45)
  }
})

describe.each(['standard/standard', 'standard/natural', 'generative/super-focus'])('sharpen/%s', (name) => {
  const model = `sharpen/${name}`

  it('does not count strokes and dots as noise, which it would smooth on the way', async () => {
    const cloth = wovenPicture(256, 192)
    const loud = { ...cloth, data: cloth.data.map((value) => Math.max(0, Math.min(255, 4 * value - 360))) }
    const { colour, jpegQuality = 0 } = await decodePicture(await sharpOf(loud).jpeg({ quality: 80 }).toBuffer())
    expect(settle(colour, model, {}, { jpegQuality })?.noise).toBe('milder')
    expect(settle(printScreen(400, 320, 4), model)?.noise).toBe('plain')
  })

  it('counts what JPEG left of a small picture as noise, which it would draw as texture', async () => {
    const file = await sharpOf(photo).resize(90).jpeg({ quality: 80 }).toBuffer()
    const { colour, jpegQuality = 0 } = await decodePicture(file)
    expect(settle(colour, model, {}, { jpegQuality })?.noise).toBeUndefined()
  })

  it('counts white noise as measured', () => {
    const noisy = damaged((planes) => addNoise(planes, 12, 3))
    expect(settle(noisy, model)?.noise).toBeUndefined()
  })
})

it.each([
  ['Standard leaves the dots of print as they are, which it smoothed by 30 levels on average', 'standard', 4],
  ['Motion Blur leaves the dots of print as they are, which it took for a smear', 'motion-blur', 8],
])('Sharpen %s', async (_, tool, periodPx) => {
  const screen = printScreen(400, 320, periodPx)
  const sold = await runModel(screen, { modelKey: `sharpen/standard/${tool}`, params: {}, tier: 'net' })
  expect(psnrY(sold, screen, 8)).toBeGreaterThan(45)
})

it('sharpening draws no rims into what is sharp, and undoes a smear that is seen, whatever it looks like', () => {
  const letters = createRaster(300, 300, 3, 8)
  letters.data.forEach((_, i) => {
    letters.data[i] = (Math.floor(i / 3) % 300) % 9 < 3 ? 20 : 235
  })
  expect(settle(letters, 'sharpen/standard/standard')?.because).toContain('edges-overdrawn')
  expect(settle(letters, 'sharpen/standard/standard', { strength: 0.5 })?.plan).toBe('measured')
  const smeared = damaged((planes) => blurPicture(planes, toSeparable(lineKernel(0.4, 15))))
  const motion = { angleRad: 0.4, lengthPx: 15, confidence: 1 }
  expect(settle(smeared, 'sharpen/standard/motion-blur', {}, { motion })).toBeUndefined()
})

describe('white balance', () => {
  it('tints no white wall that a measurement takes for a cast', () => {
    const wall = createRaster(240, 200, 3, 8)
    wall.data.forEach((_, i) => {
      const [pixel, channel] = [Math.floor(i / 3), i % 3]
      wall.data[i] = pixel % 240 < 60 ? 225 : [200, 165, 130][channel]!
    })
    expect(settle(wall, 'lighting/white-balance')?.because).toEqual(['neutrals-tinted'])
  })

  it('takes a cast away in full, whites and all', () => {
    const cast = damaged(({ r, g, b, ...size }) => ({
      ...size,
      r,
      g: g.map((v) => 0.93 * v),
      b: b.map((v) => 0.7 * v),
    }))
    expect(settle(cast, 'lighting/white-balance')).toBeUndefined()
  })
})

it('Adjust leaves a bright picture as bright as it is: no white paper turns grey', () => {
  const bright = createRaster(240, 200, 3, 8)
  bright.data.forEach((_, i) => {
    const [x, y, channel] = [Math.floor(i / 3) % 240, Math.floor(i / 720), i % 3]
    // Something dark, or it would be bright on purpose.
    const others = y < 12 ? 20 : [190, 200, 180][channel]! + ((x * y) % 30)
    bright.data[i] = x < 48 ? 250 : others
  })
  expect(settle(bright, 'lighting/adjust')).toBeUndefined()
})
