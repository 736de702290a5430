// Where the polishing nets stand in a plan: on the classical denoising, cleaning of JPEG files and deblurring (decisions 0013, 0024).
// Without weights the same classical steps work alone.
import type { TileOperation } from '../operation.ts'
import { deblock, MILD_QUALITY } from '../operations/deblock.ts'
import { type DenoiseSettings, denoise, whiteByScale } from '../operations/denoise.ts'
import { expectedWhiteNoise, isWhite, minorDeblurs, planDenoise } from '../operations/plan-denoise.ts'
import { classicalSteps, type SharpenSteps } from '../operations/plan-operations.ts'
import { undoBlur } from '../operations/undo-blur.ts'
import type { PlanInput, PlanPass } from './plan.ts'

/** Denoise Normal, Strong and Extreme; the net for what is measured, the classical steps for what is more than that. */
export function denoisePasses({ modelKey, params, analysis, tier }: PlanInput): PlanPass[] {
  const white = tier === 'net' ? expectedWhiteNoise(modelKey, params, analysis) : undefined
  if (!white) return [operationsPass(planDenoise(modelKey, params, analysis))]
  const { luma, chroma, keepDetail } = white
  const deblurs = minorDeblurs(params, luma[0])
  const polish = polishedNoise({ lumaSigma: luma[0], chromaSigma: chroma[0] }, keepDetail)
  return deblurs.length > 0 ? [polish, operationsPass(deblurs)] : [polish]
}

/** Before enlarging; a slider may ask for more than is measured, which the net never learnt. */
export function noisePass(
  { tier, analysis, params }: PlanInput,
  levels: Omit<DenoiseSettings, 'keepDetail'>,
): PlanPass {
  if (tier === 'net' && params.denoise === undefined && isWhite(analysis.lumaNoiseByScale))
    return polishedNoise(levels, 0)
  return operationsPass([denoise({ ...levels, keepDetail: 0 })])
}

/** On mild damage the net, which learnt from quality 5 to 70, does not help (Standard on files of quality 80 +0.05 dB, 88 −0.03). */
export function jpegPass({ tier }: PlanInput, quality: number): PlanPass {
  const operations = [deblock({ quality })]
  return tier === 'net' && quality < MILD_QUALITY
    ? { kind: 'polish', operations, settings: { net: 'polish-jpeg', quality } }
    : operationsPass(operations)
}

/** A blur of known kind is undone by the classical step, whose answer the net makes better; other sharpening needs none. */
export function sharpenPasses({ tier }: PlanInput, steps: SharpenSteps): PlanPass[] {
  const { before, undo, after } = steps
  if (!undo || tier !== 'net') return passOf(classicalSteps(steps))
  const { told, amount } = undo
  const settings = { net: 'polish-blur', told, amount } as const
  return [...passOf(before), { kind: 'polish', operations: [undoBlur(told)], settings }, ...passOf(after)]
}

function polishedNoise(levels: Omit<DenoiseSettings, 'keepDetail'>, keepDetail: number): PlanPass {
  const [luma, chroma] = [whiteByScale(levels.lumaSigma), whiteByScale(levels.chromaSigma)]
  return {
    kind: 'polish',
    operations: [denoise({ ...levels, keepDetail: 0 })],
    settings: { net: 'polish-noise', luma, chroma, keepDetail },
  }
}

const operationsPass = (operations: readonly TileOperation[]): PlanPass => ({ kind: 'operations', operations })

/** None for no operations. */
export const passOf = (operations: readonly TileOperation[]): PlanPass[] =>
  operations.length > 0 ? [operationsPass(operations)] : []
