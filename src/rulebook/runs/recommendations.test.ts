import { describe, expect, it } from 'vitest'
import { MODELS } from '../tools/catalogue.ts'
import { idleKey } from './advised-tools.ts'
import { isInGoodShape, RECOMMENDATION_REASONS, RECOMMENDATIONS_MAX, recommendationsFor } from './recommendations.ts'

/** A clean, sharp photo from a phone. */
const calm = {
  noiseSigma: 1,
  noiseSigmaHalfScale: 1,
  chromaNoiseSigma: 0.5,
  blurSigma: 0,
  blurSigmaQuarter: 0,
  blurSigmaTenth: 0,
  lensBlurTrust: 0,
  lensBlurSigma: 0,
  softShare: 0,
  softSigma: 0,
  jpegQuality: 95,
  lumaLow: 0.05,
  lumaMedian: 0.45,
  lumaHigh: 0.98,
  castLogRatio: 0.1,
  scratchFraction: 0.001,
  textShare: 0.01,
  flatShare: 0.1,
  saturation: 0.4,
  tintSpread: 0.2,
  width: 4000,
  height: 3000,
}
const noise = (sigma: number) => ({ noiseSigma: sigma, noiseSigmaHalfScale: sigma / 2, chromaNoiseSigma: sigma })
/** As photos are measured that are blurred evenly. */
const soft = (sigma: number) => ({ blurSigma: sigma, blurSigmaTenth: sigma, lensBlurTrust: 1, lensBlurSigma: sigma })
/** And those of which a part is. */
const softInPlaces = (sigma: number, softShare = 0.3) => ({ blurSigma: 0.9, softShare, softSigma: sigma })
const small = { width: 800, height: 600 }
const page = { textShare: 0.3, flatShare: 0.5, saturation: 0.05 }
const print = { tintSpread: 0.03, flatShare: 0, noiseSigma: 3, noiseSigmaHalfScale: 3, chromaNoiseSigma: 0 }
const keysOf = (changes = {}) => recommendationsFor({ ...calm, ...changes })!.map(({ model }) => model.key)
const reasonsOf = (changes = {}) => recommendationsFor({ ...calm, ...changes })!.map(({ reason }) => reason)

describe('which tools would help', () => {
  it('none for a picture in good shape; enlarging when it is small', () => {
    expect(keysOf()).toEqual([])
    expect(isInGoodShape(calm)).toBe(true)
    expect(keysOf(small)).toEqual(['enhance/standard/standard-v2'])
    expect(isInGoodShape({ ...calm, ...small })).toBe(true)
  })

  it('nothing is said where nothing was measured', () => {
    expect(recommendationsFor({})).toBeUndefined()
    expect(isInGoodShape({})).toBe(false)
  })

  it.each([
    ['slight noise', noise(8), 'denoise/normal', '轻微噪点，先降噪更干净'],
    ['strong noise', noise(30), 'denoise/strong', '明显噪点，先降噪更干净'],
    ['extreme noise', noise(60), 'denoise/extreme', '明显噪点，先降噪更干净'],
    ['darkness', { lumaMedian: 0.05, lumaHigh: 0.3 }, 'lighting/adjust', '画面偏暗，可以提亮'],
    ['little contrast', { lumaLow: 0.4, lumaHigh: 0.8 }, 'lighting/adjust', '对比度偏低，画面发灰'],
    ['a blue cast', { castLogRatio: -0.7 }, 'lighting/white-balance', RECOMMENDATION_REASONS.cast],
    ['a ruined JPEG', { jpegQuality: 30 }, 'enhance/standard/low-resolution-v2', '明显压缩痕迹，可以修复并放大'],
    ['a little softness', soft(1.1), 'sharpen/standard/standard', RECOMMENDATION_REASONS.blurSome],
    ['softness in places', softInPlaces(1.5), 'sharpen/standard/lens-blur-v2', RECOMMENDATION_REASONS.blurPart],
    ['softness everywhere', soft(1.6), 'sharpen/standard/lens-blur', RECOMMENDATION_REASONS.blurAll],
    [
      'a smear, which is soft too',
      { ...soft(1.8), motionPx: 12, motionConfidence: 0.55 },
      'sharpen/standard/motion-blur',
      '中度拖影，可以减轻',
    ],
    ['an old print', { ...print, scratchFraction: 0.01 }, 'restore/dust-scratch', RECOMMENDATION_REASONS.scratches],
    ['a small page', { ...small, ...page }, 'enhance/standard/text-refine', RECOMMENDATION_REASONS.text],
    ['a small drawing', { ...small, ...page, saturation: 0.5 }, 'enhance/standard/cgi', RECOMMENDATION_REASONS.art],
    [
      'a tiny ruin',
      { width: 200, jpegQuality: 30, height: 100 },
      'enhance/generative/recovery-v2',
      '很小而且受损严重，可以重建细节',
    ],
  ])('%s leads to a tool, with its reason', (_finding, changes, key, reason) => {
    expect(keysOf(changes)).toEqual([key])
    expect(reasonsOf(changes)).toEqual([reason])
    expect(MODELS.some((model) => model.key === key)).toBe(true)
  })

  it('a night with lamps in it is left as it is, a dark room with an even light is not', () => {
    const night = { ...calm, lumaMedian: 0.05, lumaHigh: 0.3, lumaBright: 0.1 }
    expect(recommendationsFor({ ...night, channelPeak: 0.9 })).toEqual([])
    expect(recommendationsFor({ ...night, channelPeak: 0.6 })!.map(({ model }) => model.key)).toEqual([
      'lighting/adjust',
    ])
  })

  it('at most three, in the order of use, each once, with a price', () => {
    const ruin = {
      ...print,
      ...small,
      scratchFraction: 0.01,
      ...noise(30),
      ...soft(4),
      jpegQuality: 30,
      lumaMedian: 0.05,
      lumaHigh: 0.3,
    }
    const found = recommendationsFor({ ...calm, ...ruin })!
    expect(found.map(({ model }) => model.key)).toEqual(['restore/dust-scratch', 'denoise/strong', 'lighting/adjust'])
    expect(found).toHaveLength(RECOMMENDATIONS_MAX)
    for (const { model } of found) expect(model.credits).toBeGreaterThan(0)
  })

  it('grass is no noise, a soft background no blur, a sunset no cast, a page neither dark nor pale', () => {
    expect(keysOf({ noiseSigma: 20, noiseSigmaHalfScale: 18, chromaNoiseSigma: 1 })).toEqual([])
    expect(keysOf({ ...softInPlaces(2), blurSigma: 4, blurSigmaTenth: 0 })).toEqual([])
    expect(keysOf({ castLogRatio: 0.7 })).toEqual([])
    expect(keysOf({ ...page, lumaLow: 0.7, ...noise(18) })).toEqual([])
  })

  it('edges that look soft and no blur in the spectrum lead to nothing: the tools would leave the picture as it is', () => {
    expect(keysOf({ blurSigma: 1.8, blurSigmaQuarter: 1.3, blurSigmaTenth: 0.8 })).toEqual([])
    expect(keysOf({ ...soft(1.6), lensBlurTrust: 0.3 })).toEqual([])
    expect(keysOf(softInPlaces(1.5, 0.05))).toEqual([])
  })

  it('a tool that was tried and would do nothing is not named', () => {
    const idle = { ...noise(8), [idleKey('denoise/normal')]: 1 }
    expect(keysOf(idle)).toEqual([])
    expect(keysOf({ ...idle, ...soft(1.6) })).toEqual(['sharpen/standard/lens-blur'])
  })

  it('a worse picture never gets a weaker tool', () => {
    const strengthOf = (order: readonly string[], changes: object) =>
      Math.max(-1, ...keysOf(changes).map((key) => order.indexOf(key)))
    const expectRising = (order: readonly string[], worse: readonly object[]) => {
      const strengths = worse.map((changes) => strengthOf(order, changes))
      expect(strengths).toEqual(strengths.toSorted((a, b) => a - b))
      expect(strengths[0]).toBe(-1)
      expect(strengths.at(-1)).toBe(order.length - 1)
    }
    expectRising(['denoise/normal', 'denoise/strong', 'denoise/extreme'], [1, 5, 7, 13, 26, 44, 46, 80].map(noise))
    expectRising(
      ['sharpen/standard/standard', 'sharpen/standard/lens-blur'],
      [0.3, 0.8, 0.9, 1.2, 1.4, 2, 2.3, 3].map(soft),
    )
    expectRising(
      ['enhance/standard/low-resolution-v2'],
      [100, 80, 61, 50, 20].map((jpegQuality) => ({ jpegQuality })),
    )
  })
})
