import { describe, expect, it } from 'vitest'
import { CREDIT_PACKS } from '../credits/packs.ts'
import { modelByKey } from '../tools/catalogue.ts'
import { maxOutputPx, planOutput, tooLargeData, VENDOR_CREDIT_USD } from './vendor-costs.ts'

const standard = modelByKey('enhance/standard/standard-v2')!
const denoise = modelByKey('denoise/normal')!
const plan = (width: number, height: number, outputHeight: number | undefined, limitPx: number) =>
  planOutput(standard, outputHeight === undefined ? {} : { output_height: outputHeight }, { width, height }, limitPx)

describe('a flat price never costs more than it earns', () => {
  it('every family at every price: the vendor credits of the largest result are covered by the cheapest pack', () => {
    const earnedUsd = Math.min(...CREDIT_PACKS.map(({ pricePerCredit }) => pricePerCredit))
    // Topaz contract §10: output megapixels of one vendor credit.
    const perCredit = { enhance: 24, 'enhance-generative': 4, 'sharpen-generative': 20, lighting: 24 } as const
    for (const [tool, megapixels] of Object.entries(perCredit))
      for (const credits of [1, 2, 3, 4, 5]) {
        const largestPx = maxOutputPx(tool as keyof typeof perCredit, credits)
        const costUsd = Math.ceil(largestPx / 1e6 / megapixels) * VENDOR_CREDIT_USD
        expect(costUsd, `${tool} at ${credits}`).toBeLessThanOrEqual(credits * earnedUsd)
      }
    expect(maxOutputPx('enhance', 2)).toBe(48e6)
    expect(maxOutputPx('enhance-generative', 5)).toBe(24e6)
    // Whoever buys cheaper may give more; the smallest run is always to be had.
    expect(maxOutputPx('enhance-generative', 5, 0.05)).toBe(64e6)
    expect(maxOutputPx('enhance', 1, 1)).toBe(24e6)
  })

  it('gives what was asked for or says what would be to be had; by itself it stays within the price, never below the picture', () => {
    expect(plan(3000, 2000, 4096, 48e6)).toEqual({ size: { width: 6144, height: 4096 } })
    expect(plan(3000, 1000, 4096, 48e6)).toEqual({ wantedPx: 12_288 * 4096, largestHeightPx: 4000 })
    expect(plan(9000, 3000, undefined, 48e6)).toEqual({ size: { width: 12_000, height: 4000 } })
    expect(plan(9000, 6000, undefined, 48e6)).toEqual({ wantedPx: 54e6 })
    expect(plan(60_000, 300, 1024, 24e6)).toEqual({ wantedPx: 204_800 * 1024 })
    expect(planOutput(denoise, {}, { width: 8000, height: 6000 }, 48e6)).toEqual({
      size: { width: 8000, height: 6000 },
    })
    expect(planOutput(denoise, {}, { width: 8001, height: 6000 }, 48e6)).toEqual({ wantedPx: 48_006_000 })
    expect(planOutput(denoise, {}, { width: 8001, height: 6000 })).toEqual({ size: { width: 8001, height: 6000 } })
  })

  it('counts in 万 pixels and says how the picture can be had', () => {
    expect(tooLargeData({ wantedPx: 50_331_648, largestHeightPx: 4000 }, 48e6)).toEqual({
      wanted: 5034,
      limit: 4800,
      advice: '请在手动模式把输出高度设为 4000 像素以内',
    })
    expect(tooLargeData({ wantedPx: 54e6 }, 48e6).advice).toBe('请先缩小图片再试')
  })
})
