// The measurements answer to what was done to a picture (engine study §3.2 "estimate").
import { describe, expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { gaussianKernel, lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { addNoise, blurPicture, castPicture, maskF1, scratchPicture } from '../testing/synthetic-damage.ts'
import { analysisInputOfPlanes, scene, texture } from '../testing/test-pictures.ts'
import { analyse } from './analyse.ts'
import { estimatesOf } from './estimates-of.ts'
import type { PictureAnalysis } from './picture-analysis.ts'
import { scratchMask } from './scratch-mask.ts'

const picture = scene(256, 256)
const measure = (planes: Planes): PictureAnalysis => analyse(analysisInputOfPlanes(planes))

describe('noise', () => {
  it.each([5, 15, 25, 50])('σ %d is measured within a tenth, in luma and in colour', (sigma) => {
    const { noiseSigma, chromaNoiseSigma } = measure(addNoise(picture, sigma, sigma))
    expect(Math.abs(noiseSigma / sigma - 1)).toBeLessThan(0.1)
    expect(Math.abs(chromaNoiseSigma / sigma - 1)).toBeLessThan(0.1)
  })

  it('a clean picture has next to none, and white noise halves with the scale', () => {
    expect(measure(picture).noiseSigma).toBeLessThan(1)
    const [full, half] = measure(addNoise(picture, 20, 1)).lumaNoiseByScale
    expect(half / full).toBeGreaterThan(0.4)
    expect(half / full).toBeLessThan(0.6)
  })
})

it('the noise of a small picture is measured at half the size as well: texture does not halve there', () => {
  const [noise, alike] = [addNoise(scene(64, 48), 20, 1), texture(64, 48, 0.3)].map(
    (planes) => measure(planes).lumaNoiseByScale,
  )
  expect(noise![0]).toBeGreaterThan(5)
  expect(noise![1] / noise![0]).toBeLessThan(0.8)
  expect(alike![0]).toBeGreaterThan(2)
  expect(alike![1] / alike![0]).toBeGreaterThan(0.8)
})

describe('softness and smear', () => {
  it('grows with the blur', () => {
    const fine = picture
    const found = [2, 3.5, 5].map((sigma) => measure(blurPicture(fine, toSeparable(gaussianKernel(sigma)))).blurSigma)
    expect(found[1]).toBeGreaterThan(found[0]!)
    expect(found[2]).toBeGreaterThan(found[1]!)
    expect(measure(fine).blurSigma).toBeLessThanOrEqual(found[0]!)
  })

  it('is a number in noise alone, where nothing is left to compare', () => {
    const { blurSigma, blurSigmaQuarter, blurSigmaTenth } = measure(addNoise(texture(384, 384, 0), 40, 40))
    for (const sigma of [blurSigma, blurSigmaQuarter, blurSigmaTenth]) expect(Number.isFinite(sigma)).toBe(true)
  })

  it('finds direction and length of a straight smear, and none where there is none', () => {
    const fine = addNoise(texture(384, 384, 0.3), 1, 1)
    const smeared = blurPicture(fine, toSeparable(lineKernel(0.6, 15)))
    const { motion } = measure(addNoise(smeared, 1, 2))
    expect(motion.angleRad).toBeCloseTo(0.6, 0)
    expect(Math.abs(motion.lengthPx - 15)).toBeLessThan(3)
    expect(motion.confidence).toBeGreaterThan(0.5)
    expect(measure(fine).motion.confidence).toBeLessThan(motion.confidence)
  })
})

describe('light', () => {
  it('a warmer light is measured as warmer, a cooler one as cooler', () => {
    const blueOverRed = (light: readonly [number, number, number]) => {
      const { illuminant } = measure(castPicture(picture, light))
      return illuminant[2] / illuminant[0]
    }
    expect(blueOverRed([1.3, 1, 0.65])).toBeLessThan(0.8 * blueOverRed([1, 1, 1]))
    expect(blueOverRed([0.8, 1, 1.4])).toBeGreaterThan(1.25 * blueOverRed([1, 1, 1]))
  })

  it('percentiles of brightness are in order', () => {
    const { low, median, high } = measure(picture).exposure
    expect(low).toBeLessThan(median)
    expect(median).toBeLessThan(high)
  })
})

describe('compression and damage', () => {
  it('a picture without block edges counts as uncompressed; known tables are believed', () => {
    expect(measure(addNoise(picture, 2, 3)).jpegQuality).toBeGreaterThan(90)
    expect(analyse({ ...analysisInputOfPlanes(picture), jpegQuality: 37 }).jpegQuality).toBe(37)
  })

  it('scratches and specks are found where they are', () => {
    const { picture: scratched, truth } = scratchPicture(picture, 8)
    const plane = { width: 256, height: 256, x: 0, y: 0, samples: scratched.g }
    expect(maskF1(scratchMask(plane, { noiseSigma: 1 / 255, pictureSidePx: 1200 }), truth, 256)).toBeGreaterThan(0.6)
    const { scratchFraction } = estimatesOf(measure(scratched))
    expect(scratchFraction).toBeGreaterThan(estimatesOf(measure(picture)).scratchFraction!)
  })

  it('is the same every time', () => {
    const noisy = addNoise(picture, 8, 4)
    expect(measure(noisy)).toEqual(measure(noisy))
  })
})
