import { describe, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { PACK_MODELS } from '../../capabilities.ts'
import { type PackOffer, packSeconds } from '../../packs/pack-offer.ts'
import { packOf } from '../../run/choose-tier.ts'
import { calmAnalysis } from '../../testing/run-plan.ts'
import { syntheticRaster } from '../../testing/synthetic-picture.ts'
import { makePlan } from '../make-plan.ts'
import type { PlanInput } from '../plan.ts'
import { packFor } from './choose-pack.ts'

const REDEFINE = 'enhance/generative/redefine'
const offer = (name: string, costPerMegapixel: number): PackOffer => ({
  name,
  factor: 4,
  tilePx: 256,
  overlapPx: 24,
  costPerMegapixel,
  tools: [REDEFINE],
})
const packs = { offers: [offer('fast@1', 30), offer('large@1', 430)], mostSeconds: 60 }
const input = (side: number, changes: Partial<PlanInput> = {}): PlanInput => ({
  modelKey: REDEFINE,
  params: {},
  picture: { width: side, height: side },
  analysis: calmAnalysis(syntheticRaster(32, 32)),
  autoSeed: 1,
  tier: 'net',
  packs,
  ...changes,
})

describe('the third-party net that a run uses', () => {
  it.each([
    [300, 'large@1'],
    [500, 'fast@1'],
    [1600, 'fast@1'],
    [2000, undefined],
  ])('for %d² pixels is the best one that stays below a minute: %s', (side, name) => {
    expect(packFor(input(side), 4)?.name).toBe(name)
  })

  it('is used by the models in its manifest, and by no other', () => {
    const all = { offers: [{ ...offer('fast@1', 30), tools: MODELS.map(({ key }) => key) }], mostSeconds: 60 }
    const takers = MODELS.filter(({ key }) => packOf(makePlan(input(300, { modelKey: key, packs: all }))) !== undefined)
    expect(takers.map(({ key }) => key).sort()).toEqual([...PACK_MODELS].sort())
  })

  it('counts the surroundings of every tile in its time', () => {
    expect(packSeconds(offer('x', 30), 1)).toBeCloseTo(22.7, 1)
  })

  it.each([
    ['little is enlarged', input(300), 1.4],
    ['no net may run', input(300, { tier: 'classical' }), 4],
    ['no pack is for the model', input(300, { modelKey: 'enhance/generative/recovery' }), 4],
    ['there are none', input(300, { packs: undefined }), 4],
  ])('is none where %s', (_case, asked, factor) => {
    expect(packFor(asked, factor)).toBeUndefined()
  })
})
