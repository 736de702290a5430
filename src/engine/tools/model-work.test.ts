// What a tool page says before a run (src/rulebook/runs/model-work.ts) holds of the plan that is then made, with and without weights.
import { describe, expect, it } from 'vitest'
import { MODEL_WORK } from '#rulebook/runs/model-work.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { chooseMilderPlan, limitsOf } from '../run/choose-milder-plan.ts'
import { calmAnalysis, lensBlurOf } from '../testing/run-plan.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import type { FilterStep } from './filter-step.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, PlanInput } from './plan.ts'

const picture = syntheticRaster(64, 64)
const NOISE = 10
/** Its grain belongs to the picture where less noise is measured. */
const FINE_GRAINED = addNoise(picture, 5)
const NOISY: Partial<PictureAnalysis> = {
  noiseSigma: NOISE,
  chromaNoiseSigma: NOISE,
  lumaNoiseByScale: [NOISE, NOISE / 2, NOISE / 4],
  chromaNoiseByScale: [NOISE, NOISE / 2, NOISE / 4],
}
const SOFT: Partial<PictureAnalysis> = {
  blurSigma: 1.2,
  lensBlur: lensBlurOf(1.2),
  softPlaces: [{ x: 32, y: 32, sigmaPx: 1.2, trust: 1 }],
}

type Tier = PlanInput['tier']
interface Asked {
  readonly seen: Partial<PictureAnalysis>
  readonly tier: Tier
  readonly factor?: number
  /** As a run does: what the picture would not bear is left out. */
  readonly isHeldBack?: boolean
}

function planOf(modelKey: string, { seen, tier, factor = 2, isHeldBack = false }: Asked): Plan {
  const input = {
    modelKey,
    params: modelKey.startsWith('enhance') ? { output_height: factor * picture.height } : {},
    picture,
    analysis: calmAnalysis(picture, seen),
    autoSeed: 1,
  }
  const milder = isHeldBack ? chooseMilderPlan(input, analysisInputOf(FINE_GRAINED).crops) : undefined
  return makePlan({ ...input, tier, ...limitsOf(milder) })
}

const REFINED_BY = { 'refine-jpeg': 'deblock', 'refine-noise': 'denoise', 'refine-blur': 'undoBlur' } as const

/** All that is done to the pixels, in order; a net by the step that it refines. */
function done(modelKey: string, asked: Asked): string[] {
  return planOf(modelKey, asked).passes.flatMap((pass): string[] => {
    if (pass.kind === 'operations') return pass.steps.map(({ filter }) => filter)
    if (pass.kind === 'refine') return [REFINED_BY[pass.settings.net]]
    if (pass.kind === 'repair') return ['repairScratches', ...pass.steps.map(({ filter }) => filter)]
    return pass.kind === 'enlarge' ? ['enlarge', ...pass.finishing.map(({ filter }) => filter)] : [pass.kind]
  })
}

/** Settings of the first such step; undefined where there is none. */
function settingsOf<Name extends FilterStep['filter']>(modelKey: string, asked: Asked, name: Name) {
  for (const pass of planOf(modelKey, asked).passes) {
    const steps = pass.kind === 'enlarge' ? pass.finishing : pass.kind === 'operations' ? pass.steps : []
    for (const step of steps) if (step.filter === name) return step.settings as SettingsOf<Name>
  }
  return undefined
}
type SettingsOf<Name> = Extract<FilterStep, { readonly filter: Name }>['settings']

/** Grows with the blur that is undone. */
const blurOf = (modelKey: string, asked: Asked) => 1 / Math.max(...settingsOf(modelKey, asked, 'deblur')!.blur.values)

function netOf(modelKey: string, factor: number): string | undefined {
  const [pass] = planOf(modelKey, { seen: {}, tier: 'net', factor }).passes.filter(({ kind }) => kind === 'enlarge')
  return pass?.kind === 'enlarge' ? pass.settings.net : undefined
}

type Holds = (modelKey: string, tier: Tier) => boolean
const does =
  (step: string, seen: Partial<PictureAnalysis>): Holds =>
  (key, tier) =>
    done(key, { seen, tier }).includes(step)
const doesOnly =
  (steps: string, seen: Partial<PictureAnalysis>): Holds =>
  (key, tier) =>
    done(key, { seen, tier }).join() === steps
const not =
  (holds: Holds): Holds =>
  (key, tier) =>
    !holds(key, tier)
const both =
  (one: Holds, other: Holds): Holds =>
  (key, tier) =>
    one(key, tier) && other(key, tier)
const than =
  (other: string, amount: (key: string, tier: Tier) => number): Holds =>
  (key, tier) =>
    amount(key, tier) > amount(other, tier)

const damagedAndSoft = { ...SOFT, jpegQuality: 65 }
const texture = (key: string, tier: Tier) => settingsOf(key, { seen: {}, tier }, 'addTexture')!.amplitude
const edges = (key: string, tier: Tier) => settingsOf(key, { seen: SOFT, tier }, 'sharpenEdges')!.amount
/** All noise that is taken away, before the net and after it. */
function levelsTaken(key: string, asked: Asked): number {
  const steps = planOf(key, asked).passes.flatMap((pass): readonly FilterStep[] => ('steps' in pass ? pass.steps : []))
  return steps.reduce((sum, { filter, settings }) => sum + (filter === 'denoise' ? settings.lumaSigma : 0), 0)
}
const denoised = (key: string, tier: Tier) => levelsTaken(key, { seen: NOISY, tier })
const WEAK = {
  noiseSigma: 2,
  lumaNoiseByScale: [2, 1, 0.5] as const,
  chromaNoiseByScale: [2, 1, 0.5] as const,
  whiteNoise: { luma: 2, chroma: 2 },
} satisfies Partial<PictureAnalysis>
const isHeldBack: Holds = (key, tier) =>
  levelsTaken(key, { seen: WEAK, tier, isHeldBack: true }) < levelsTaken(key, { seen: WEAK, tier })
const MOVED = { motion: { angleRad: 0, lengthPx: 9, confidence: 0.9 } }
const STANDARD = 'enhance/standard/standard-v2'
const RECOVERY = 'enhance/generative/recovery'
const ONLY_IF_SEEN = both(doesOnly('', {}), not(doesOnly('', SOFT)))

const CLAIMS: readonly (readonly [modelKey: string, said: string, holds: Holds])[] = [
  [STANDARD, '减轻噪点、压缩痕迹', both(does('denoise', NOISY), does('deblock', { jpegQuality: 45 }))],
  [STANDARD, '减轻噪点、压缩痕迹和模糊', does('deblur', SOFT)],
  [STANDARD, '略微加强细节', does('boostDetail', {})],
  ['enhance/standard/low-resolution-v2', '受损的图也会去模糊', does('deblur', { ...SOFT, jpegQuality: 45 })],
  ['enhance/standard/low-resolution-v2', '不再加强细节', (key) => doesOnly('enlarge', {})(key, 'net')],
  ['enhance/standard/cgi', '放大前后各抹平一次', doesOnly('bilateral,enlarge,bilateral', {})],
  ['enhance/standard/high-fidelity-v2', '不去模糊，也不加强细节', doesOnly('enlarge', SOFT)],
  ['enhance/standard/text-refine', '不去模糊', not(does('deblur', SOFT))],
  [
    'enhance/standard/text-refine',
    '抹平底色上的杂点，加深笔画',
    doesOnly('bilateral,enlarge,sharpenStrokes,bilateral', {}),
  ],
  [RECOVERY, '去模糊力度最大', than(STANDARD, (key, tier) => blurOf(key, { seen: damagedAndSoft, tier }))],
  [RECOVERY, '放大超过 2 倍时补得最多', (key) => netOf(key, 2) === 'sr2-low~2' && netOf(key, 4) === 'sr4-wide~10'],
  [
    `${RECOVERY}-v2`,
    '去模糊比“重度修复”轻',
    (key, tier) => than(key, (one) => blurOf(one, { seen: SOFT, tier }))(RECOVERY, tier),
  ],
  [`${RECOVERY}-v2`, '更有质感', than(RECOVERY, texture)],
  ['sharpen/standard/standard', '加强边缘', doesOnly('deblur,sharpenEdges', SOFT)],
  ['sharpen/standard/strong', '力度都更大', than('sharpen/standard/standard', edges)],
  ['sharpen/standard/lens-blur', '没有测到失焦时不锐化', ONLY_IF_SEEN],
  ['sharpen/standard/lens-blur-v2', '没有测到时不锐化', ONLY_IF_SEEN],
  ['sharpen/standard/refocus', '没有测到时不锐化', ONLY_IF_SEEN],
  ['sharpen/standard/natural', '只加强边缘，不还原模糊', doesOnly('sharpenEdges', SOFT)],
  ['sharpen/standard/motion-blur', '没有测到拖影时，按一般模糊锐化', doesOnly('deblur,sharpenEdges', SOFT)],
  ['sharpen/standard/motion-blur', '反向还原', doesOnly('undoBlur', MOVED)],
  ['sharpen/generative/super-focus', '补上细微颗粒', does('seededTexture', SOFT)],
  ['sharpen/generative/super-focus-v2', '补上细微颗粒', does('seededTexture', SOFT)],
  ['denoise/strong', '大于测得的噪点', (key, tier) => denoised(key, tier) > NOISE],
  ['denoise/extreme', '降噪力度最大', than('denoise/strong', denoised)],
  ['denoise/strong', '大于测得的噪点', (key, tier) => levelsTaken(key, { seen: WEAK, tier }) > WEAK.noiseSigma],
  ['denoise/strong', '会自动减轻力度', isHeldBack],
  ['denoise/extreme', '会自动减轻力度', isHeldBack],
  ['restore/dust-scratch', '噪点明显时再轻度降噪', both(does('denoise', NOISY), not(does('denoise', {})))],
  ['lighting/white-balance', '只校正偏色', doesOnly('whiteBalance', {})],
]

describe.each(['net', 'classical'] as const)('by %s', (tier) => {
  it.each(CLAIMS)('%s: %s', (modelKey, said, holds) => {
    expect(MODEL_WORK[modelKey]).toContain(said)
    expect(holds(modelKey, tier)).toBe(true)
  })
})

it('says nothing of a model that there is not', () => {
  expect(Object.keys(MODEL_WORK).sort()).toEqual(MODELS.map(({ key }) => key).sort())
})
