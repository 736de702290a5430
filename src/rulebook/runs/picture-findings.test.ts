import { expect, it } from 'vitest'
import { findingsText } from './picture-findings.ts'

const calm = {
  noiseSigma: 1,
  blurSigma: 0,
  jpegQuality: 100,
  lumaLow: 0.05,
  lumaMedian: 0.45,
  lumaHigh: 0.98,
  castLogRatio: 0.1,
}

it('says what a picture suffers from, and how much', () => {
  expect(findingsText({ ...calm, noiseSigma: 15, blurSigma: 0.8 })).toBe('检测到：中度噪点、轻微模糊')
  expect(findingsText({ ...calm, noiseSigma: 7, jpegQuality: 30 })).toBe('检测到：轻微噪点、明显压缩痕迹')
  expect(findingsText({ ...calm, lumaMedian: 0.05, lumaHigh: 0.31, castLogRatio: -0.77 })).toBe(
    '检测到：画面偏暗、偏色',
  )
  expect(findingsText({ ...calm, lumaLow: 0.32, lumaHigh: 0.8 })).toBe('检测到：对比度偏低')
})

it('a smear counts once it is sure, and then not as softness', () => {
  const smeared = { ...calm, blurSigma: 0.8, motionPx: 24 }
  expect(findingsText({ ...smeared, motionConfidence: 0.9 })).toBe('检测到：明显拖影')
  expect(findingsText({ ...smeared, motionConfidence: 0.45 })).toBe('检测到：轻微模糊')
})

it('an old print has dust and scratches, told first', () => {
  const print = { textShare: 0, flatShare: 0, tintSpread: 0.03, noiseSigma: 2, scratchFraction: 0.01 }
  expect(findingsText({ ...calm, ...print })).toBe('检测到：灰尘与划痕')
  expect(findingsText({ ...calm, ...print, noiseSigma: 15 })).toBe('检测到：灰尘与划痕、中度噪点')
  expect(findingsText({ ...calm, ...print, scratchFraction: 0.001 })).toBeUndefined()
})

it('claims nothing where nothing was found, which is not the same as no damage', () => {
  expect(findingsText(calm)).toBeUndefined()
  expect(findingsText({})).toBeUndefined()
})

it('reads the measurements of older jobs, which had no light in them', () => {
  expect(findingsText({ noiseSigma: 30, blurSigma: 0, jpegQuality: 90 })).toBe('检测到：明显噪点')
})
