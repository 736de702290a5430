// Super Focus and Super Focus V2 (engine study §3.2, §3.3, §3.4): bold deconvolution and seeded texture. The texture follows what the
// picture itself has.
//   measured   noise and JPEG quality; softness (Super Focus), the floor of the map of softness (V2)
//   steps      deblock where blocks would be drawn, undoBlur of a disc (V2: deblurByMap), sharpenEdges, seededTexture
//   net        Super Focus: `refine-blur` refines the undoing of the blur
//   progress   deblur 0.4 CPU seconds per megapixel and 1 with the net (V2: 0.7), detail 0.1
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { type FilterStep, step } from './filter-step.ts'
import { numberOr } from './number-or.ts'
import type { PlanInput, ToolModels } from './plan.ts'
import { type BlurToUndo, forceOf, type SharpenSteps, sharpenPasses, within, withoutBlocks } from './sharpen.ts'

const FOCUS_BOOST_DEFAULT = 0.5
const DETAIL_DEFAULT = 0.5
/** Bolder than the standard models; chosen by eye on real photos. */
const BOLD = { regularity: 0.6, overshoot: 0.35 } as const
const MAX_GAIN = 2.6

export const SUPER_FOCUS_MODELS: ToolModels = {
  'sharpen/generative/super-focus': {
    measures: ['noiseSigma', 'jpegQuality', 'blurSigma'],
    passes: (input, seed) => sharpenPasses(input, superFocus(input, seed)),
  },
  'sharpen/generative/super-focus-v2': {
    measures: ['noiseSigma', 'jpegQuality', 'gradientFloor'],
    passes: (input, seed) =>
      sharpenPasses(input, { before: withoutBlocks(input.analysis), after: superFocusV2(input, seed) }),
  },
}

const noiseOf = ({ noiseSigma }: PictureAnalysis) => Math.max(1, noiseSigma)

function superFocus({ params, analysis }: PlanInput, seed: number): SharpenSteps {
  const noiseSigma = noiseOf(analysis)
  const { amount, edge } = forceOf(numberOr(params.strength, 0.5))
  // The consumer says how far out of focus the picture is; otherwise it is measured.
  const sizePx =
    typeof params.focus_boost === 'number' ? 1 + 3 * params.focus_boost : within(1.2, 4, 3 * analysis.blurSigma)
  const undo: BlurToUndo = { blur: { shape: 'disc', sizePx, noiseSigma }, amount, boldness: BOLD }
  const after = [
    step('sharpenEdges', { amount: 0.5 * edge, radius: 1.2, noiseSigma }),
    step('seededTexture', { seed, amount: 0.35 * edge, grainPx: 0.7 }),
  ]
  return { before: withoutBlocks(analysis), undo, after }
}

function superFocusV2({ params, analysis }: PlanInput, seed: number): FilterStep[] {
  const noiseSigma = noiseOf(analysis)
  const detail = numberOr(params.detail, DETAIL_DEFAULT)
  const boost = numberOr(params.focus_boost, FOCUS_BOOST_DEFAULT)
  return [
    step('deblurByMap', {
      noiseSigma,
      floor: analysis.gradientFloor,
      amount: 1,
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
