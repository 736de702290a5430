// The seven sharpening models (engine study §3.2, §3.3). `strength` 0.5 is a model's nominal effect: below it the effect
// fades out, above it the assumed blur grows and edges are drawn harder.
//   measured   softness (Lens Blur: of the lens, from the spectrum), noise, JPEG quality; Motion Blur: the smear; Lens Blur V2 and Refocus: the
//              blur of each place and the floor of the map of softness
//   steps      first deblock where blocks would be drawn, denoise where `minor_denoise` asks for it; then those of the model, below
//   net        Lens Blur of a disc, and Motion Blur where a smear is seen: `refine-blur` refines the undoing of the blur
//   progress   denoise 0.1 to 0.6 CPU seconds per megapixel; deblur 0.1 (edges), 0.3 (deblur), 0.6 (by map), and 1 with the net

import { type LensBlurEstimate, seenSigma, trustIn } from '../analysis/lens-blur.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { clamp } from '../image/ramp.ts'
import { whiteByScale } from '../operations/denoise.ts'
import type { Boldness, KnownBlur } from '../operations/undo-blur.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { denoiseStep, noiseBelieved } from './denoise.ts'
import { type FilterStep, step } from './filter-step.ts'
import { numberOr } from './number-or.ts'
import { type PlanInput, type PlanPass, passOf, type ToolModel, type ToolModels } from './plan.ts'
import { refinedDeblurring } from './refine-pass.ts'

/** What the strength slider means for a model. */
interface Force {
  /** Part of the change that is blended in, 0–1. */
  readonly amount: number
  /** Multiplies the assumed blur, 1 at the nominal strength. Not for discs and lines: their zeros would wander. */
  readonly scale: number
  /** Extra edge sharpening beyond the nominal strength, 0–1. */
  readonly over: number
  /** 0.02–2, 1 at the nominal strength: gain of edge sharpening. */
  readonly edge: number
  /** Whether the consumer set a strength. */
  readonly isAsked: boolean
}

/** A blur of known kind, and the part of its undoing that is blended in, 0–1. */
export interface BlurToUndo {
  readonly blur: KnownBlur
  readonly amount: number
  /** How boldly the classical step goes about it alone; with a net after it, as in the net's training. */
  readonly boldness?: Boldness
}

/** In this order; the net refines the undoing. */
export interface SharpenSteps {
  readonly before: readonly FilterStep[]
  readonly undo?: BlurToUndo
  readonly after: readonly FilterStep[]
}

/** `noiseSigma`: what is left of the noise after the steps before. */
type ModelSteps = (force: Force, analysis: PictureAnalysis, noiseSigma: number) => Omit<SharpenSteps, 'before'>

/** Maximum gains of the deblurring filters, by how bold each model is; chosen by eye on real photos. */
const MAX_GAIN = { standard: 2.5, strong: 3, place: 3, lens: 4 } as const

/** Blur assumed where none is seen but a strength is set; in automatic mode the picture stays as it is. */
const UNSEEN_LENS = { shape: 'gaussian', sizePx: 0.8 } as const

/** Part of the pixels: Strong draws harder than the truth. On blurred pictures 0.015 to 0.1, on sharp ones 0.06 to 0.26. */
const STRONG_OVERDRAWS = 0.12

const OWN_SIGMA_PX = 0.7
const LENS_CARE = 0.9
const LEAST_LENS_PX = 0.5

/** A disc by the step that a net refines; a Gaussian, which no net was trained on, by its inverse filter alone. */
export function undone(
  { shape, sizePx }: Pick<LensBlurEstimate, 'shape' | 'sizePx'>,
  noiseSigma: number,
  amount: number,
  boldness?: Boldness,
): Omit<SharpenSteps, 'before'> {
  if (shape === 'disc') return { undo: { blur: { shape, sizePx, noiseSigma }, amount, boldness }, after: [] }
  return {
    after: [
      step('deblur', {
        blur: gaussianKernel(lensPartOf(sizePx)),
        noiseSigma,
        amount,
        maxGain: MAX_GAIN.lens,
        ...boldness,
      }),
    ],
  }
}

/**
 * Lens blur beyond a photograph's usual softness, underestimated on purpose: deblurred by 2.2 px for a disc of 3, a photograph gains
 * 0.7 dB, by 1.75 px 2.3.
 */
const lensPartOf = (sigmaPx: number) =>
  LENS_CARE * Math.sqrt(Math.max(LEAST_LENS_PX ** 2, sigmaPx ** 2 - OWN_SIGMA_PX ** 2))

/** Softness that both measurements find: skin, sky and soft backgrounds look blurred to the first alone. */
const surelySoft = ({ blurSigma, lensBlur }: PictureAnalysis) => Math.min(blurSigma, seenSigma(lensBlur))

const SHARPEN: ToolModels = {
  'sharpen/standard/standard': model(['blurSigma', 'lensBlur'], ({ amount, scale, edge }, analysis, noiseSigma) => ({
    after: [
      step('deblur', {
        blur: gaussianKernel(scale * clamp(0.8 * surelySoft(analysis), 0.5, 1.2)),
        noiseSigma,
        amount,
        regularity: 3,
        maxGain: MAX_GAIN.standard,
      }),
      step('sharpenEdges', { amount: 0.5 * edge, radius: 1, noiseSigma }),
    ],
  })),
  'sharpen/standard/strong': model(
    ['blurSigma', 'lensBlur'],
    ({ amount, scale, edge }, analysis, noiseSigma) => ({
      after: [
        step('deblur', {
          blur: gaussianKernel(scale * clamp(1.2 * surelySoft(analysis), 0.6, 2)),
          noiseSigma,
          amount,
          regularity: 2,
          maxGain: MAX_GAIN.strong,
        }),
        step('sharpenEdges', { amount: 0.9 * edge, radius: 1.2, overshoot: 0.08, noiseSigma }),
      ],
    }),
    STRONG_OVERDRAWS,
  ),
  'sharpen/standard/lens-blur': model(['lensBlur'], ({ amount, over, isAsked }, { lensBlur }, noiseSigma) => {
    const trust = trustIn(lensBlur)
    if (trust === 0 && !isAsked) return { after: [] }
    const harder = drawnHarder(over, noiseSigma)
    const part = isAsked ? amount : trust * amount
    const { undo, after } = undone(trust > 0 ? lensBlur : UNSEEN_LENS, noiseSigma, part)
    return { undo, after: [...after, ...harder] }
  }),
  'sharpen/standard/lens-blur-v2': model(
    ['gradientFloor', 'softPlaces'],
    byPlaces({ fromSigma: 0.15, fullSigma: 0.7, askedBoost: 1.5 }),
  ),
  'sharpen/standard/motion-blur': model(['motion', 'blurSigma'], (force, analysis, noiseSigma) =>
    isSmeared(analysis) ? smear(force, analysis, noiseSigma) : shake(force, analysis, noiseSigma),
  ),
  'sharpen/standard/natural': model(['blurSigma'], ({ edge }, { blurSigma }, noiseSigma) => ({
    after: [
      step('sharpenEdges', {
        amount: 1.1 * edge,
        radius: clamp(blurSigma, 0.6, 1),
        overshoot: 0,
        noiseSigma: 1.5 * noiseSigma,
      }),
    ],
  })),
  'sharpen/standard/refocus': model(
    ['gradientFloor', 'softPlaces'],
    byPlaces({ fromSigma: 0.8, fullSigma: 1.3, askedBoost: 1.6 }),
  ),
}

/** A smear that is seen is undone whole: what comes back of it lies beyond all that is near it (0.02 to 0.2 of the pixels), as it should. */
export const SHARPEN_MODELS: ToolModels = {
  ...SHARPEN,
  'sharpen/standard/motion-blur': {
    ...SHARPEN['sharpen/standard/motion-blur']!,
    passes: (input, seed) =>
      SHARPEN['sharpen/standard/motion-blur']!.passes(
        isSmeared(input.analysis) ? { ...input, mildness: undefined } : input,
        seed,
      ),
  },
}

/** Gaussians fall short of discs: of 8 training photographs none lost by it, and a disc of 3 px gained 1.1 dB. */
const PLACES_BOOST = 1.25

/** Spatially varying deblurring. Automatic: only where a blur is measured, and of its size; with a strength set: wherever edges look soft. */
function byPlaces({ askedBoost, ...range }: { fromSigma: number; fullSigma: number; askedBoost: number }): ModelSteps {
  return ({ amount, scale, isAsked }, { gradientFloor, softPlaces }, noiseSigma) => {
    const settings = { ...range, noiseSigma, floor: gradientFloor, amount, regularity: 1.5, maxGain: MAX_GAIN.place }
    if (isAsked) return { after: [step('deblurByMap', { ...settings, boost: askedBoost * scale })] }
    if (softPlaces.every(({ trust }) => trust === 0)) return { after: [] }
    const places = softPlaces.map((place) => ({ ...place, sigmaPx: lensPartOf(place.sigmaPx) }))
    return { after: [step('deblurByMap', { ...settings, boost: PLACES_BOOST, places })] }
  }
}

const isSmeared = ({ motion }: PictureAnalysis): boolean => motion.confidence >= MOTION_CONFIDENCE_MIN

const smear: ModelSteps = ({ amount, over }, { motion: { angleRad, lengthPx } }, noiseSigma) => ({
  undo: { blur: { shape: 'line', sizePx: clamp(lengthPx, 3, 40), angleRad, noiseSigma }, amount },
  after: drawnHarder(over, noiseSigma),
})

/** What the slider asks for beyond the whole undoing. */
const drawnHarder = (over: number, noiseSigma: number) =>
  over > 0 ? [step('sharpenEdges', { amount: over, radius: 1.4, noiseSigma })] : []

/** No straight smear to be seen: what is left of a shake is softness. */
const shake: ModelSteps = ({ amount, scale, edge }, { blurSigma }, noiseSigma) => ({
  after: [
    step('deblur', {
      blur: gaussianKernel(scale * clamp(blurSigma, 0.8, 1.8)),
      noiseSigma,
      amount,
      regularity: 3,
      maxGain: MAX_GAIN.standard,
    }),
    step('sharpenEdges', { amount: 0.3 * edge, radius: 1.2, noiseSigma }),
  ],
})

const MOTION_CONFIDENCE_MIN = 0.4
/** Below this JPEG quality sharpening would draw the block edges and rings of the file (seen on scans from the web). */
export const BLOCKS_SEEN_QUALITY = 88
/** `minor_denoise` reaches at most this much noise, in 8-bit levels. */
const MINOR_DENOISE_MAX_LEVELS = 12

function model(measures: ToolModel['measures'], steps: ModelSteps, mayOverdraw?: number): ToolModel {
  return {
    mayOverdraw,
    measures: ['noiseSigma', 'jpegQuality', ...measures],
    checkedFor: ['edges-overdrawn', 'flats-roughened'],
    takesNoise: true,
    passes: (input) => sharpenPasses(input, stepsOf(input, steps)),
  }
}

function stepsOf(input: PlanInput, steps: ModelSteps): SharpenSteps {
  const { params, analysis } = input
  const removed = denoiseLevels(params.minor_denoise, analysis.noiseSigma)
  // What the first step leaves is uneven, so most of the noise is still expected.
  const left = Math.max(1, noiseBelieved(input) - 0.3 * removed)
  const first = removed < 0.3 ? [] : [minorDenoise(removed)]
  const before = [...withoutBlocks(analysis), ...first]
  return { before, ...steps(forceOf(input), analysis, left) }
}

/** A blur of known kind is undone by the classical step, which the net refines; other sharpening needs none. */
export function sharpenPasses(
  { tier, mildness, params }: PlanInput,
  { before, undo, after }: SharpenSteps,
): PlanPass[] {
  if (mildness === 'plain' && !isForceAsked(params)) return []
  if (undo && tier === 'net') return [...passOf(before), refinedDeblurring(undo.blur, undo.amount), ...passOf(after)]
  return passOf([...before, ...(undo ? [step('undoBlur', undo)] : []), ...after])
}

const isForceAsked = (params: PlanInput['params']): boolean =>
  [params.strength, params.focus_boost, params.detail].some((value) => typeof value === 'number')

/** What must be removed before anything is sharpened. */
export const withoutBlocks = ({ jpegQuality }: PictureAnalysis): FilterStep[] =>
  jpegQuality < BLOCKS_SEEN_QUALITY ? [step('deblock', { quality: jpegQuality })] : []

/** In automatic mode the deblurring's own shrinkage handles the noise best, because it still knows its spectrum. */
const denoiseLevels = (value: unknown, measured: number): number =>
  typeof value === 'number' ? value * Math.min(MINOR_DENOISE_MAX_LEVELS, 2 + 2 * measured) : 0

const minorDenoise = (levels: number) =>
  denoiseStep({ luma: whiteByScale(levels), chroma: whiteByScale(1.5 * levels), keepDetail: 0 })

export function forceOf({ params, mildness }: Pick<PlanInput, 'params' | 'mildness'>): Force {
  const strength = numberOr(params.strength, mildness === 'milder' ? MILDER_STRENGTH : 0.5)
  return {
    amount: Math.min(1, 2 * strength),
    scale: 1 + 0.5 * Math.max(0, strength - 0.5),
    over: 2 * Math.max(0, strength - 0.5),
    edge: 2 * strength,
    isAsked: typeof params.strength === 'number',
  }
}

/** After a check that failed; nominal is 0.5. */
const MILDER_STRENGTH = 0.25
