import { describe, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../../analysis/picture-analysis.ts'
import { ENGINE_MAX_OUTPUT_PX, ENGINE_MAX_OUTPUT_SIDE_PX } from '../../capabilities.ts'
import { pasteTile } from '../../image/cut-tile.ts'
import { createRaster, type Raster } from '../../image/raster.ts'
import { resampleTile } from '../../resample/resample-tile.ts'
import { calmAnalysis, gradientEnergy, meanDifference, planFor, runPlan } from '../../testing/run-plan.ts'
import { addNoise, syntheticRaster } from '../../testing/synthetic-picture.ts'
import { makePlan } from '../make-plan.ts'
import { outputSize } from '../output-size.ts'

const ENHANCE = MODELS.filter(({ category }) => category === 'enhance').map(({ key }) => key)
const source = syntheticRaster(96, 72)
const run = (key: string, params = {}, analysis = {}, picture: Raster = source) =>
  runPlan(planFor(picture, key, params, analysis), picture, 512)

/** The result made as small as the source again. */
function shrunk(raster: Raster, size: { width: number; height: number }): Raster {
  const target = createRaster(size.width, size.height, raster.channels, raster.bits)
  const rect = { x: 0, y: 0, ...size }
  pasteTile(target, resampleTile(raster, size, rect, 'bicubic'), rect, rect)
  return target
}

describe('cleaning before enlarging', () => {
  const denoises = (
    jpegQuality: number,
    noiseSigma: number,
    params = {},
    seen: Partial<PictureAnalysis> = {},
    picture = source,
  ) => {
    const damage = { jpegQuality, noiseSigma, chromaNoiseSigma: noiseSigma, ...seen }
    const { passes } = planFor(picture, 'enhance/standard/standard-v2', params, damage)
    const steps = passes.flatMap((pass) => (pass.kind === 'operations' ? pass.steps : []))
    return steps.filter(({ filter }) => filter === 'denoise').length
  }

  it.each([
    [75, 1.2, 0],
    [75, 2, 1],
    [95, 1.2, 1],
    [100, 0.7, 0],
  ])('of a file of quality %d, noise of %d levels is a step of its own: %d', (quality, noise, steps) => {
    expect(denoises(quality, noise)).toBe(steps)
  })

  it.each([
    ['halves, as white noise does', 92, 8, source, 1],
    ['is as strong, as texture of a picture made small is', 92, 14.4, source, 0],
    ['is as strong, as what JPEG left beside strokes is', 80, 14.4, source, 1],
    ['is as strong, as noise that a camera smeared can be', 92, 14.4, syntheticRaster(160, 136), 1],
  ])('what is strong in a JPEG and at half the size %s', (_, quality, atHalf, picture, steps) => {
    const seen = { chromaNoiseSigma: 0, whiteNoise: { luma: 0, chroma: 0 } }
    expect(denoises(quality, 16, {}, { ...seen, lumaNoiseByScale: [16, atHalf, 0] }, picture)).toBe(steps)
  })

  it('what the slider asks for is always done', () => {
    expect(denoises(75, 1.2, { denoise: 0.2 })).toBe(1)
  })
})

describe('grain that the net is not to draw', () => {
  const grainOf = (key: string, params: ParameterValues, analysis: Partial<PictureAnalysis>) => {
    const { passes } = makePlan({
      modelKey: `enhance/${key}`,
      params,
      picture: source,
      analysis: calmAnalysis(source, { whiteNoise: { luma: 0, chroma: 0 }, ...analysis }),
      autoSeed: 7,
      tier: 'net',
    })
    const [enlarging] = passes.filter((pass) => pass.kind === 'enlarge')
    return 255 * (enlarging!.settings.grain ?? 0)
  }

  it('is what was measured less what was removed, and nothing in a clean picture', () => {
    expect(grainOf('standard/standard-v2', {}, { noiseSigma: 5 })).toBeCloseTo(
      Math.sqrt(5 ** 2 - (0.8 * 0.4 * 5) ** 2),
      4,
    )
    expect(grainOf('standard/high-fidelity-v2', {}, { noiseSigma: 5 })).toBeGreaterThan(4)
    expect(grainOf('standard/standard-v2', {}, { noiseSigma: 1.4 })).toBe(0)
  })

  it('is none where a person chose how much noise is removed, where the noise is texture, and for nets that invent or remove it', () => {
    expect(grainOf('standard/standard-v2', { denoise: 0 }, { noiseSigma: 5 })).toBe(0)
    expect(grainOf('generative/redefine', {}, { noiseSigma: 5 })).toBe(0)
    expect(grainOf('standard/cgi', {}, { noiseSigma: 5, whiteNoise: { luma: 5, chroma: 5 } })).toBe(0)
  })
})

describe('size of the result', () => {
  it('doubles a picture in auto mode, and never makes it smaller', () => {
    expect(outputSize({ width: 1000, height: 700 }, undefined)).toEqual({ width: 4000, height: 2800 })
    expect(outputSize({ width: 1600, height: 900 }, undefined)).toEqual({ width: 3200, height: 1800 })
    expect(outputSize({ width: 4000, height: 3000 }, undefined)).toEqual({ width: 5461, height: 4096 })
    expect(outputSize({ width: 3000, height: 5000 }, undefined)).toEqual({ width: 3000, height: 5000 })
  })

  it.each([512, 1024, 4096])('[PARAM-08] makes a result of exactly output_height %i rows, in proportion', (rows) => {
    expect(outputSize({ width: 640, height: 480 }, rows)).toEqual({
      width: Math.round((640 * rows) / 480),
      height: rows,
    })
  })

  it('stays within the limits of the engine', () => {
    for (const [width, height] of [
      [9000, 1000],
      [1000, 400],
      [19_000, 3000],
      [7900, 7900],
      [1, 9000],
    ] as const) {
      const size = outputSize({ width, height }, 4096)
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(ENGINE_MAX_OUTPUT_SIDE_PX)
      expect(size.width * size.height).toBeLessThanOrEqual(ENGINE_MAX_OUTPUT_PX)
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
    }
  })

  it('shrinks when fewer rows are asked for than there are', () => {
    const large = syntheticRaster(900, 700)
    const result = run('enhance/standard/high-fidelity-v2', { output_height: 512 }, {}, large)
    expect([result.width, result.height]).toEqual([658, 512])
  })
})

describe('the eight enlarging models', () => {
  it('[MODEL-01] [MODEL-02] each makes another picture of the same thing', () => {
    const results = ENHANCE.map((key) =>
      run(key, { output_height: 144 }, { noiseSigma: 3, blurSigma: 0.5, jpegQuality: 70 }),
    )
    for (const [i, result] of results.entries()) {
      expect([result.width, result.height]).toEqual([192, 144])
      expect(meanDifference(shrunk(result, source), source)).toBeLessThan(12)
      for (const other of results.slice(i + 1)) expect(meanDifference(result, other)).toBeGreaterThan(0.05)
    }
  })

  it('High Fidelity V2 gives a result that shrinks back to the source', () => {
    const result = run('enhance/standard/high-fidelity-v2', { output_height: 144 })
    expect(meanDifference(shrunk(result, source), source)).toBeLessThan(0.5)
  })

  it('CGI evens out flat areas and keeps edges', () => {
    const noisy = addNoise(source, 2)
    const noiseLeft = (key: string) =>
      meanDifference(run(key, { output_height: 144 }, {}, noisy), run(key, { output_height: 144 }))
    expect(noiseLeft('enhance/standard/cgi')).toBeLessThan(0.7 * noiseLeft('enhance/standard/high-fidelity-v2'))
    const clean = run('enhance/standard/high-fidelity-v2', { output_height: 144 })
    expect(gradientEnergy(run('enhance/standard/cgi', { output_height: 144 }))).toBeGreaterThan(
      0.65 * gradientEnergy(clean),
    )
  })
})

describe('every slider moves its own measure, and in one direction', () => {
  const rising: readonly [string, ParameterKey, readonly number[]][] = [
    ['enhance/standard/standard-v2', 'sharpen', [0, 0.4, 0.7, 1]],
    ['enhance/standard/text-refine', 'strength', [0.01, 0.3, 0.6, 1]],
    ['enhance/generative/redefine', 'creativity', [1, 3, 6]],
    ['enhance/generative/redefine', 'sharpen', [0, 0.5, 1]],
    ['enhance/generative/recovery', 'detail', [0, 0.5, 1]],
    ['enhance/generative/recovery-v2', 'detail', [0, 0.5, 1]],
  ]
  it.each(rising)('%s %s raises the gradient energy', (key, parameter, values) => {
    const energies = values.map((value) => gradientEnergy(run(key, { output_height: 144, [parameter]: value })))
    for (let i = 1; i < energies.length; i++) expect(energies[i]).toBeGreaterThan(energies[i - 1]!)
  })

  it('texture adds fine structure where there is some, and nothing to flat areas', () => {
    const at = (texture: number) => run('enhance/generative/redefine', { output_height: 144, texture })
    const results = [0, 0.5, 1].map(at)
    expect(meanDifference(results[1]!, results[0]!)).toBeGreaterThan(0.01)
    expect(meanDifference(results[2]!, results[0]!)).toBeGreaterThan(meanDifference(results[1]!, results[0]!))
    const flat = createRaster(96, 72, 3, 8)
    flat.data.fill(120)
    expect(run('enhance/generative/redefine', { output_height: 144, texture: 1 }, {}, flat).data).toEqual(
      run('enhance/generative/redefine', { output_height: 144, texture: 0 }, {}, flat).data,
    )
  })

  it('denoise removes more noise the higher it is set', () => {
    const noisy = addNoise(source, 12)
    const left = [0, 0.3, 0.6].map((denoise) =>
      meanDifference(
        run('enhance/standard/standard-v2', { output_height: 144, denoise, sharpen: 0 }, {}, noisy),
        run('enhance/standard/standard-v2', { output_height: 144, denoise: 0, sharpen: 0 }),
      ),
    )
    expect(left[1]).toBeLessThan(left[0]!)
    expect(left[2]).toBeLessThan(left[1]!)
  })

  it('fix_compression changes more the higher it is set, and nothing at 0', () => {
    const at = (fix_compression: number) =>
      run('enhance/standard/low-resolution-v2', { output_height: 144, fix_compression, sharpen: 0, denoise: 0 })
    const [none, some, full] = [0, 0.5, 1].map(at) as [Raster, Raster, Raster]
    expect(meanDifference(some, none)).toBeGreaterThan(0.01)
    expect(meanDifference(full, none)).toBeGreaterThan(meanDifference(some, none))
  })
})

describe('repeatability', () => {
  it('the same seed gives the same bytes, another seed others', () => {
    const params = { output_height: 144, texture: 1 }
    const once = planFor(source, 'enhance/generative/redefine', params)
    const other = { ...once, passes: planFor(source, 'enhance/generative/redefine', { ...params, seed: 99 }).passes }
    expect(runPlan(once, source, 512).data).toEqual(runPlan(once, source, 512).data)
    expect(runPlan(other, source, 512).data).not.toEqual(runPlan(once, source, 512).data)
  })

  it.each(ENHANCE)('%s: tiles of any size give the bits of the whole', (key) => {
    const plan = planFor(source, key, { output_height: 160, denoise: 0, fix_compression: 0, sharpen: 0.5 })
    const whole = runPlan(plan, source, 4096, 16)
    expect(runPlan(plan, source, 64, 16).data).toEqual(whole.data)
  })

  it('so do the cleaning steps before', () => {
    const damaged = { noiseSigma: 4, chromaNoiseSigma: 4, blurSigma: 0.9, jpegQuality: 60 }
    const plan = planFor(source, 'enhance/generative/recovery', { output_height: 100 }, damaged)
    expect(runPlan(plan, source, 64, 16).data).toEqual(runPlan(plan, source, 4096, 16).data)
  })
})
