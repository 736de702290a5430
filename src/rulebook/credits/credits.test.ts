// Prices, who pays them, and who may start a run.
import { describe, expect, it } from 'vitest'
import { MODELS, modelByKey, UNKNOWN_MODEL } from '../tools/catalogue.ts'
import { isLowOnCredits, isNewcomer } from './billing.ts'
import {
  CLIENT_DEFAULT_CREDITS,
  chargeOf,
  FREE_SIGN_UP_CREDITS,
  featureAllowed,
  MERGED_FREE_CREDITS_MAX,
  priceOf,
} from './credits.ts'

const model = (key: string) => modelByKey(key)!
const free = { userType: 'free', status: 'active' }

describe('priceOf', () => {
  it('is 2, 2, 2, 2, 5, 4 and 3 credits by tool in auto mode', () => {
    const prices = Object.fromEntries(MODELS.map((m) => [m.tool, priceOf(m, { mode: 'auto' }).credits]))
    expect(prices).toEqual({
      enhance: 2,
      sharpen: 2,
      denoise: 2,
      lighting: 2,
      'enhance-generative': 5,
      'sharpen-generative': 4,
      'restore-generative': 3,
    })
  })

  it('never asks for more than the list price of the model, which is the tool price', () => {
    for (const m of MODELS) {
      const price = priceOf(m, { mode: 'manual', params: { output_height: 512 }, inputHeightPx: 4000 })
      expect(price.credits).toBeLessThanOrEqual(price.listCredits)
      expect(price.listCredits).toBe(m.credits)
    }
  })

  it('asks 1 credit for a standard enhance run that is known to enlarge at most twice without faces (C-08)', () => {
    const standard = model('enhance/standard/standard-v2')
    const price = (params: object, inputHeightPx?: number, mode: 'auto' | 'manual' = 'manual') =>
      priceOf(standard, { mode, params, inputHeightPx }).credits
    expect(price({ output_height: 2048 }, 1024)).toBe(1)
    expect(price({ output_height: 2048, face_enhancement: false }, 1024)).toBe(1)
    expect(price({ output_height: 512 }, 4000)).toBe(1)
    expect(price({ output_height: 2112 }, 1055)).toBe(2)
    expect(price({ output_height: 4096 }, 1024)).toBe(2)
    expect(price({ output_height: 2048, face_enhancement: true }, 1024)).toBe(2)
    expect(price({}, 1024)).toBe(2)
    expect(price({ output_height: 2048 })).toBe(2)
    expect(price({ output_height: 2048 }, 1024, 'auto')).toBe(2)
    const small = priceOf(standard, { mode: 'manual', params: { output_height: 512 }, inputHeightPx: 512 })
    expect(small).toMatchObject({ credits: 1, listCredits: 2 })
    expect(small.reason).toBe('放大不超过 2 倍，且未开启人脸增强')
  })

  it('gives no such price to the generative tools', () => {
    const settings = { mode: 'manual', params: { output_height: 512 }, inputHeightPx: 512 } as const
    expect(priceOf(model('enhance/generative/recovery-v2'), settings)).toEqual({ credits: 5, listCredits: 5 })
  })
  it('is the list price while a side of the picture is not known', () => {
    const standard = model('enhance/standard/standard-v2')
    const settings = { mode: 'manual', params: { output_height: 512 } } as const
    expect(priceOf(standard, { ...settings, inputWidthPx: 4000 }).credits).toBe(standard.credits)
    expect(priceOf(standard, { ...settings, inputHeightPx: 4000, inputWidthPx: 0 }).credits).toBe(standard.credits)
  })

  it('[PRICE-08] [PROC-04] is the default of 2, and 3 for dust-scratch, for every model whose tool has no price of its own', () => {
    const ownPrices = ['enhance-generative', 'sharpen-generative']
    for (const m of MODELS.filter(({ tool }) => !ownPrices.includes(tool)))
      expect([m.name, m.credits]).toEqual([m.name, m.name === 'dust-scratch' ? 3 : 2])
  })

  it('[ROUTE-57] shows the placeholder model with 1 credit', () => {
    expect(UNKNOWN_MODEL).toEqual({ name: 'Unknown Model', description: '模型信息未找到', credits: 1 })
  })
})

describe('who pays', () => {
  it('takes nothing from unlimited tiers and keeps their list price (C-05)', () => {
    const price = { credits: 1, listCredits: 2 }
    expect(chargeOf(free, price)).toEqual({ chargedCredits: 1, listCredits: 2 })
    for (const userType of ['premium', 'vip', 'admin'])
      expect(chargeOf({ userType }, price)).toEqual({ chargedCredits: 0, listCredits: 2 })
    expect(chargeOf({ userType: 'vip', status: 'banned' }, price).chargedCredits).toBe(1)
  })

  it('[TIER-03] allows a feature of N credits from N remaining on', () => {
    expect(featureAllowed(free, 1, 2)).toBe(false)
    expect(featureAllowed(free, 2, 2)).toBe(true)
  })
  it('[TIER-04] asks for 1 credit by default', () => {
    expect(featureAllowed(free, 0)).toBe(false)
    expect(featureAllowed(free, 1)).toBe(true)
  })
  it('[TIER-05] allows premium, vip and admin whatever the balance', () => {
    for (const userType of ['premium', 'vip', 'admin']) expect(featureAllowed({ userType }, 0, 5)).toBe(true)
  })
  it('allows nobody who is banned or not signed in', () => {
    expect(featureAllowed({ userType: 'banned' }, 100)).toBe(false)
    expect(featureAllowed({ userType: 'admin', status: 'banned' }, 100)).toBe(false)
    expect(featureAllowed(undefined, 100)).toBe(false)
  })

  it('[DATA-ACC-06] gives 5 credits to a new account, and 3 only as the first value of the client', () => {
    expect(FREE_SIGN_UP_CREDITS).toBe(5)
    expect(CLIENT_DEFAULT_CREDITS).toEqual({ used: 0, total: 3, remaining: 3 })
    // Two sign-ups (C-53).
    expect(MERGED_FREE_CREDITS_MAX).toBe(10)
  })
  it('warns at 5 or fewer remaining credits', () => {
    expect([4, 5, 6].map(isLowOnCredits)).toEqual([true, true, false])
    // Not who has just come, unless nothing can be done with what there is (decision 0256).
    expect([isNewcomer(0, 5), isNewcomer(0, 2), isNewcomer(0, 1), isNewcomer(1, 4)]).toEqual([true, true, false, false])
  })
})
