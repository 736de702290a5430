import { expect, it } from 'vitest'
import { isFound, mayBeFinding, modelsNamed } from './search-history.ts'

it('a tool, a model by its Chinese or English name', () => {
  expect(modelsNamed('降噪')).toContain('denoise/strong')
  expect(modelsNamed('refocus')).toEqual(['sharpen/standard/refocus'])
  expect(modelsNamed('光影')).toContain('lighting/white-balance')
  expect(modelsNamed('外婆')).toEqual([])
})

it('what was found, by any part of its words', () => {
  const noisy = { noiseSigma: 14 }
  expect([
    isFound(noisy, '噪点'),
    isFound(noisy, '中度噪点'),
    isFound(noisy, '明显噪点'),
    isFound(noisy, '模糊'),
  ]).toEqual([true, true, false, false])
  const print = { noiseSigma: 2, textShare: 0, flatShare: 0, tintSpread: 0.03, scratchFraction: 0.01 }
  expect([isFound(print, '划痕'), mayBeFinding('划痕'), isFound(noisy, '划痕')]).toEqual([true, true, false])
  expect(isFound({ noiseSigma: 0, textShare: 0.3, flatShare: 0.5, saturation: 0 }, '文字')).toBe(true)
  expect([isFound({}, '噪点'), mayBeFinding('噪点'), mayBeFinding('老照片'), mayBeFinding('外婆')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
