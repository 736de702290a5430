// The eight enlarging models as they run by default: the net enlarges. Without weights: plan-enhance.test.ts.
import { describe, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { Raster } from '../image/raster.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { calmAnalysis, meanDifference } from '../testing/run-plan.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { makePlan } from './make-plan.ts'

const ENHANCE = MODELS.filter(({ category }) => category === 'enhance').map(({ key }) => key)
const source = syntheticRaster(96, 72)
const noisy = addNoise(source, 4)
/** Fine structure everywhere, as photographs have it. */
const photo = addNoise(resizeBicubic(addNoise(syntheticRaster(192, 144), 12), { width: 96, height: 72 }), 1)
const run = (modelKey: string, picture = source) =>
  runModel(picture, { modelKey, params: { output_height: 144 }, tier: 'net', jpegQuality: 70 })

it('[MODEL-01] [MODEL-02] each makes another picture of the same thing with the net too', async () => {
  const results = []
  for (const key of ENHANCE) results.push(await run(key, noisy))
  for (const [i, result] of results.entries()) {
    expect([result.width, result.height]).toEqual([192, 144])
    expect(meanDifference(resizeBicubic(result, source), source)).toBeLessThan(12)
    for (const other of results.slice(i + 1)) expect(meanDifference(result, other)).toBeGreaterThan(0.05)
  }
})

it('High Fidelity V2 shrinks back to its source with the net too', async () => {
  const result = await runModel(source, {
    modelKey: 'enhance/standard/high-fidelity-v2',
    params: { output_height: 144, denoise: 0, fix_compression: 0 },
    tier: 'net',
    jpegQuality: 100,
  })
  expect(meanDifference(resizeBicubic(result, source), source)).toBeLessThan(0.5)
})

it('the same picture, values and seed give the same bytes', async () => {
  const [first, second] = [await run('enhance/generative/redefine'), await run('enhance/generative/redefine')]
  expect(Buffer.compare(Buffer.from(first.data), Buffer.from(second.data))).toBe(0)
})

const LARGE = { width: 800, height: 600 }

const BLURRED = { blurSigma: 1, lensBlur: { shape: 'gaussian', sizePx: 1, evidence: 0.7 } } as const
const DRAWN = {
  content: { textShare: 0, flatShare: 0.3, twoToneShare: 0.4, saturation: 0.5, tintSpread: 0.3 },
} as const
/** A portrait: flat ground, and no cells of two tones. */
const BEFORE_A_WALL = { content: { ...DRAWN.content, flatShare: 0.6, twoToneShare: 0.1 } } as const

it.each([
  ['standard/low-resolution-v2', 2, 80, 'sr2-low', BLURRED],
  ['standard/low-resolution-v2', 2, 80, 'sr2', {}],
  ['standard/low-resolution-v2', 4, 80, 'sr4', BLURRED],
  ['standard/low-resolution-v2', 4, 40, 'sr2-low', BLURRED],
  ['standard/low-resolution-v2', 4, 40, 'sr4', {}],
  ['standard/cgi', 2, 95, 'sr2-low', DRAWN],
  ['standard/cgi', 2, 95, 'sr2', {}],
  ['standard/cgi', 2, 95, 'sr2', BEFORE_A_WALL],
  ['generative/recovery', 2, 80, 'sr2-low~2', {}],
  ['generative/recovery', 4, 80, 'sr4-wide~10', {}],
  ['generative/recovery-v2', 4, 80, 'sr4-wide~8', {}],
] as const)('%s ×%d of JPEG quality %d is the work of %s', (model, factor, jpegQuality, net, seen) => {
  const plan = makePlan({
    modelKey: `enhance/${model}`,
    params: { output_height: factor * LARGE.height },
    picture: LARGE,
    analysis: calmAnalysis(source, { jpegQuality, ...seen }),
    tier: 'net',
    autoSeed: 1,
  })
  expect(plan.passes.flatMap((pass) => (pass.kind === 'enlarge' ? [pass.settings.net] : []))).toEqual([net])
})

it.each([
  ['standard/standard-v2', 75, 'the net'],
  ['standard/standard-v2', 88, 'the classical steps'],
  ['standard/standard-v2', 98, 'nothing'],
  ['standard/high-fidelity-v2', 92, 'the classical steps'],
  ['standard/cgi', 85, 'the net'],
  ['standard/cgi', 92, 'nothing'],
  ['standard/text-refine', 60, 'the net'],
  ['standard/text-refine', 88, 'nothing'],
  ['standard/low-resolution-v2', 80, 'the net'],
  ['standard/low-resolution-v2', 90, 'nothing'],
] as const)('%s: a file of quality %d is cleaned by %s before enlarging', (model, jpegQuality, cleaner) => {
  const passesOf = (quality: number) => {
    const analysis = calmAnalysis(source, { jpegQuality: quality, noiseSigma: 0, chromaNoiseSigma: 0, blurSigma: 0 })
    const input = {
      modelKey: `enhance/${model}`,
      params: {},
      picture: LARGE,
      analysis,
      tier: 'net',
      autoSeed: 1,
    } as const
    const { passes } = makePlan(input)
    return passes.slice(
      0,
      passes.findIndex(({ kind }) => kind === 'enlarge'),
    )
  }
  const stepsOf = (quality: number) =>
    passesOf(quality).reduce((sum, pass) => sum + (pass.kind === 'operations' ? pass.steps.length : 0), 0)
  const isByNet = passesOf(jpegQuality).some((pass) => pass.kind === 'refine' && pass.settings.net === 'refine-jpeg')
  const isTreated = isByNet || stepsOf(jpegQuality) > stepsOf(100)
  expect(isByNet ? 'the net' : isTreated ? 'the classical steps' : 'nothing').toBe(cleaner)
})

describe('Redefine', () => {
  const redefined = (creativity: number, texture = 0) =>
    runModel(photo, {
      modelKey: 'enhance/generative/redefine',
      params: { output_height: 2 * photo.height, creativity, texture },
      tier: 'net',
      jpegQuality: 100,
    })

  it('[PARAM-18] invents more with every step of creativity', async () => {
    const standard = await redefined(1)
    const changes: number[] = []
    for (const creativity of [2, 3, 4, 5, 6]) changes.push(meanDifference(await redefined(creativity), standard))
    for (const [i, change] of changes.slice(1).entries()) expect(change).toBeGreaterThan(1.05 * changes[i]!)
  })

  it('shrinks back to its source within 1 dB of the faithful model, whatever it invents', async () => {
    const returned = (result: Raster) => psnrY(resizeBicubic(result, photo), photo, 2)
    const standard = await runModel(photo, {
      modelKey: 'enhance/standard/standard-v2',
      params: { output_height: 2 * photo.height },
      tier: 'net',
      jpegQuality: 100,
    })
    for (const [creativity, texture] of [
      [1, 0],
      [3, 0.5],
      [6, 0],
    ] as const)
      expect(returned(await redefined(creativity, texture))).toBeGreaterThan(returned(standard) - 1)
  })
})
