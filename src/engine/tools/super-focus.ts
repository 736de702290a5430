// Super Focus and Super Focus V2 (engine study §3.2, §3.3, §3.4): bold deconvolution and seeded texture. The texture follows what the
// picture itself has.
//   measured   noise and JPEG quality; blur of the lens from the spectrum (Super Focus), the floor of the map of softness (V2)
//   steps      deblock where blocks would be drawn, undoBlur of a disc or deblur of a Gaussian (V2: deblurByMap), sharpenEdges, seededTexture
//   net        Super Focus: `refine-blur` refines the undoing of a disc
//   progress   deblur 0.4 CPU seconds per megapixel and 1 with the net (V2: 0.7), detail 0.1

import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { type LensBlurEstimate, trustIn } from '../analysis/lens-blur.ts'
import { clamp } from '../image/ramp.ts'
import { noiseBelieved } from './denoise.ts'
import { type FilterStep, step } from './filter-step.ts'
import { numberOr } from './number-or.ts'
import type { PlanInput, ToolModels } from './plan.ts'
import { forceOf, type SharpenSteps, sharpenPasses, undone, withoutBlocks } from './sharpen.ts'

const FOCUS_BOOST_DEFAULT = 0.5
const DETAIL_DEFAULT = 0.5
/** Size of the blur that is assumed when left to us. */
const FOCUS_PX = { least: 1.2, most: 4 } as const
/** Bolder than the standard models; chosen by eye on real photos. */
const BOLD = { regularity: 0.6, overshoot: 0.35 } as const
const MAX_GAIN = 2.6
/** Part of the pixels that may go beyond all that is near them: bold on purpose. */
const OVERDRAWS = 0.15

export const SUPER_FOCUS_MODELS: ToolModels = {
  'sharpen/generative/super-focus': {
    measures: ['noiseSigma', 'jpegQuality', 'lensBlur'],
    checkedFor: ['edges-overdrawn', 'flats-roughened'],
    takesNoise: true,
    mayOverdraw: OVERDRAWS,
    passes: (input, seed) => sharpenPasses(input, superFocus(input, seed)),
  },
  'sharpen/generative/super-focus-v2': {
    measures: ['noiseSigma', 'jpegQuality', 'gradientFloor'],
    checkedFor: ['edges-overdrawn', 'flats-roughened'],
    takesNoise: true,
    mayOverdraw: OVERDRAWS,
    passes: (input, seed) =>
      sharpenPasses(input, { before: withoutBlocks(input.analysis), after: superFocusV2(input, seed) }),
  },
}

const noiseOf = (input: PlanInput) => Math.max(1, noiseBelieved(input))

function superFocus(input: PlanInput, seed: number): SharpenSteps {
  const { params, analysis } = input
  const noiseSigma = noiseOf(input)
  const { amount, edge } = forceOf(input)
  const steps = undone(focusOf(params, analysis.lensBlur), noiseSigma, amount, BOLD)
  const drawn = [
    step('sharpenEdges', { amount: 0.5 * edge, radius: 1.2, noiseSigma }),
    step('seededTexture', { seed, amount: 0.35 * edge, grainPx: 0.7 }),
  ]
  return { before: withoutBlocks(analysis), ...steps, after: [...steps.after, ...drawn] }
}

/** The consumer says how far out of focus the picture is; otherwise it is measured. */
function focusOf({ focus_boost: boost }: ParameterValues, seen: LensBlurEstimate) {
  if (typeof boost === 'number') return { shape: 'disc', sizePx: 1 + 3 * boost } as const
  if (trustIn(seen) === 0) return { shape: 'disc', sizePx: FOCUS_PX.least } as const
  return { shape: seen.shape, sizePx: clamp(seen.sizePx, FOCUS_PX.least, FOCUS_PX.most) }
}

function superFocusV2(input: PlanInput, seed: number): FilterStep[] {
  const { params, analysis } = input
  const noiseSigma = noiseOf(input)
  const { amount } = forceOf(input)
  const detail = numberOr(params.detail, amount * DETAIL_DEFAULT)
  const boost = numberOr(params.focus_boost, FOCUS_BOOST_DEFAULT)
  return [
    step('deblurByMap', {
      noiseSigma,
      floor: analysis.gradientFloor,
      amount,
      boost: 0.6 + 0.8 * boost,
      fromSigma: 0.2,
      fullSigma: 0.8,
      regularity: 4,
      maxGain: MAX_GAIN,
    }),
    step('sharpenEdges', { amount: 0.2 + 0.8 * detail, radius: 1.2, noiseSigma }),
    step('seededTexture', { seed, amount: 0.5 * detail, grainPx: 0.8 }),
  ]
}
