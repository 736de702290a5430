// The net that refines deblurring: nearer to the truth than the classical step alone, also where that assumes a little
// wrong, following the sliders, and asked for by the tools that undo a blur of known kind. Real pictures: bench/engine-quality.ts.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { openRefineNet } from '../nets/open-net.ts'
import type { RefineNet } from '../nets/refine-net.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { discKernel, type Kernel, lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { refineWhole } from '../testing/refine-whole.ts'
import { runModel } from '../testing/run-model.ts'
import { calmAnalysis, gradientEnergy, meanDifference } from '../testing/run-plan.ts'
import { addNoise, blurPicture, psnrLuma } from '../testing/synthetic-damage.ts'
import { makePlan } from '../tools/make-plan.ts'
import { type LensBlur, type MotionBlur, undoBlur } from './undo-blur.ts'

/** CC0, "kitten on lawn" of ../shared/data/train. */
const photo = (await decodePicture(readFileSync(new URL('../testing/kitten.webp', import.meta.url)))).colour
const rect = { x: 0, y: 0, width: photo.width, height: photo.height }
const truth = cutTile(photo, rect)
const place = { x: 0, y: 0, pictureWidth: photo.width, pictureHeight: photo.height }
const NOISE = 1.5
const lens = (sizePx: number): LensBlur => ({ shape: 'disc', sizePx, noiseSigma: NOISE })
const smear = (sizePx: number): MotionBlur => ({ shape: 'line', sizePx, angleRad: 0.5, noiseSigma: NOISE })
const softened = (kernel: Kernel): Planes => addNoise(blurPicture(truth, toSeparable(kernel)), NOISE, 3)

let net: RefineNet
beforeAll(async () => {
  net = await openRefineNet('refine-blur', 1)
})

describe('the refining net for blurs', () => {
  it.each([
    ['a lens', discKernel(3), lens(3), 0.8],
    ['a lens, its size assumed too large', discKernel(2), lens(2.4), 0.8],
    ['a lens, its size assumed too small', discKernel(3.5), lens(3), 0.8],
    ['a smear', lineKernel(0.5, 9), smear(9), 0.5],
    ['a long smear', lineKernel(0.5, 21), smear(21), 0.3],
  ])('comes nearer to the truth than the classical step alone: %s', async (_case, kernel, blur, gain) => {
    const soft = softened(kernel)
    const classical = undoBlur({ blur }).run(soft, place)
    const refined = await refineWhole(net, soft, classical, { net: 'refine-blur', blur, amount: 1 })
    expect(psnrLuma(refined, truth)).toBeGreaterThan(psnrLuma(classical, truth) + gain)
  })

  it('blends in the asked part of the whole change', async () => {
    const soft = softened(discKernel(3))
    const classical = undoBlur({ blur: lens(3) }).run(soft, place)
    const by = (amount: number) => refineWhole(net, soft, classical, { net: 'refine-blur', blur: lens(3), amount })
    const [none, half, all] = [await by(0), await by(0.5), await by(1)]
    expect(none.g).toEqual(soft.g)
    for (const [i, value] of half.g.entries()) expect(value).toBeCloseTo((soft.g[i]! + all.g[i]!) / 2, 5)
  })
})

describe('the tools that undo a blur of known kind', () => {
  const soft = rasterOf(softened(discKernel(2.5)))
  const passesOf = (modelKey: string, params: ParameterValues = {}, seen: Partial<PictureAnalysis> = {}) =>
    makePlan({
      modelKey: `sharpen/${modelKey}`,
      params,
      picture: soft,
      analysis: calmAnalysis(soft, seen),
      autoSeed: 7,
      tier: 'net',
    }).passes.map(({ kind }) => kind)

  it('ask the net, and draw edges afterwards only where the slider wants more than the undoing', () => {
    const motion = { angleRad: 0.5, lengthPx: 9, confidence: 1 }
    const lensBlur = { shape: 'disc', sizePx: 2.5, evidence: 1 } as const
    expect(passesOf('standard/lens-blur', {}, { lensBlur })).toEqual(['refine'])
    expect(passesOf('standard/lens-blur', { strength: 1 }, { lensBlur })).toEqual(['refine', 'operations'])
    expect(passesOf('standard/lens-blur', {}, { lensBlur, jpegQuality: 60 })).toEqual(['operations', 'refine'])
    expect(passesOf('standard/motion-blur', {}, { motion })).toEqual(['refine'])
    expect(passesOf('generative/super-focus')).toEqual(['refine', 'operations'])
  })

  it('do without it where no kind of blur is seen or assumed', () => {
    const gaussian = { shape: 'gaussian', sizePx: 1.6, evidence: 1 } as const
    expect(passesOf('standard/lens-blur', {}, { lensBlur: gaussian })).toEqual(['operations'])
    expect(passesOf('standard/lens-blur')).toEqual([])
    for (const other of ['standard/motion-blur', 'standard/standard', 'standard/natural'])
      expect(passesOf(other), other).toEqual(['operations'])
    for (const byPlaces of ['standard/refocus', 'standard/lens-blur-v2']) {
      expect(passesOf(byPlaces), byPlaces).toEqual([])
      expect(passesOf(byPlaces, { strength: 0.5 }), byPlaces).toEqual(['operations'])
      expect(passesOf(byPlaces, {}, { blurSigma: 1.6 }), byPlaces).toEqual(['operations'])
    }
  })

  it.each(['standard/lens-blur', 'generative/super-focus'])(
    '%s sharpens more with every step of strength',
    async (name) => {
      const energies: number[] = [gradientEnergy(soft)]
      for (const strength of [0.2, 0.5, 0.8])
        energies.push(
          gradientEnergy(
            await runModel(soft, { modelKey: `sharpen/${name}`, params: { strength, seed: 3 }, tier: 'net' }),
          ),
        )
      for (let i = 1; i < energies.length; i++) expect(energies[i]).toBeGreaterThan(energies[i - 1]!)
    },
  )

  it('leave a picture that is sharp as it is, unless a strength is asked for', async () => {
    const by = (params: ParameterValues) =>
      runModel(photo, { modelKey: 'sharpen/standard/lens-blur', params, tier: 'net' })
    expect(meanDifference(await by({}), photo)).toBe(0)
    expect(gradientEnergy(await by({ strength: 0.5 }))).toBeGreaterThan(gradientEnergy(photo))
  })
})

function rasterOf(planes: Planes): Raster {
  const raster = createRaster(planes.width, planes.height, 3, 8)
  pasteTile(raster, planes, rect, rect)
  return raster
}
