// What every file of this folder says about its models is true: which measurements their plans read, and that a plan is plain data.
import { describe, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { calmAnalysis } from '../testing/run-plan.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { operationsOf } from './filter-step.ts'
import { makePlan, modelOf, needsOf } from './make-plan.ts'
import type { Mildness } from './plan.ts'

const source = syntheticRaster(96, 72)
const KEYS = MODELS.map(({ key }) => key)
const PICTURES: Readonly<Record<string, Partial<PictureAnalysis>>> = {
  clean: {},
  damaged: { noiseSigma: 6, chromaNoiseSigma: 6, lumaNoiseByScale: [6, 3, 1.5], blurSigma: 1.2, jpegQuality: 60 },
  dark: {
    lumaNoiseByScale: [2, 1, 0.5],
    exposure: { low: 0, median: 0.08, bright: 0.14, high: 0.2, peak: 0.24, channelPeak: 0.24 },
  },
  smeared: { motion: { angleRad: 0.3, lengthPx: 9, confidence: 1 }, scratchFraction: 0.02 },
}
const TIERS = ['net', 'classical'] as const

const MILDNESSES = [undefined, 'milder', 'plain'] as const

const planOf = (modelKey: string, tier: (typeof TIERS)[number], analysis: PictureAnalysis, mildness?: Mildness) =>
  makePlan({ modelKey, params: {}, picture: source, analysis, autoSeed: 7, tier, mildness })

/** The parts of the analysis that any plan of the model reads. */
function readBy(modelKey: string): Set<string> {
  const read = new Set<string>()
  for (const changes of Object.values(PICTURES))
    for (const tier of TIERS) {
      const watched = new Proxy(calmAnalysis(source, changes), {
        get(target, key) {
          read.add(String(key))
          return Reflect.get(target, key)
        },
      })
      for (const mildness of MILDNESSES) planOf(modelKey, tier, watched, mildness)
    }
  return read
}

describe.each(KEYS)('%s', (key) => {
  it('reads the measurements that it names, and no others', () => {
    expect([...readBy(key)].sort()).toEqual([...modelOf(key).measures].sort())
  })

  it('has a plan that a thread can be sent, with filters that can be made there', () => {
    for (const tier of TIERS) {
      const plan = planOf(key, tier, calmAnalysis(source, PICTURES.damaged))
      const sent = structuredClone(plan)
      expect(sent).toEqual(plan)
      for (const pass of sent.passes)
        if ('steps' in pass) expect(operationsOf(pass.steps)).toHaveLength(pass.steps.length)
    }
  })
})

it('only Motion Blur measures smears, only Dust & Scratch scratches and only the tools that go by places the blur of each, which are expensive', () => {
  expect(KEYS.filter((key) => needsOf(key).motion)).toEqual(['sharpen/standard/motion-blur'])
  expect(KEYS.filter((key) => needsOf(key).scratches)).toEqual(['restore/dust-scratch'])
  expect(KEYS.filter((key) => needsOf(key).softPlaces)).toEqual([
    'sharpen/standard/lens-blur-v2',
    'sharpen/standard/refocus',
  ])
})

it('refuses a model that is not in the rulebook', () => {
  expect(() => planOf('denoise/gentle', 'net', calmAnalysis(source))).toThrow('no model denoise/gentle')
})

it('the light of a picture is mapped once for all its plans', () => {
  const analysis = calmAnalysis(source)
  const mapIn = (mildness?: Mildness) =>
    planOf('lighting/adjust', 'classical', analysis, mildness)
      .passes.flatMap((pass) => ('steps' in pass ? pass.steps : []))
      .flatMap((step) => (step.filter === 'adjustLight' ? [step.settings.map] : []))
  expect(mapIn()).toHaveLength(1)
  expect(mapIn('milder')[0]).toBe(mapIn()[0])
})
