// Where the refining nets stand in a plan: on the classical denoising, cleaning of JPEG files and deblurring (decisions 0013, 0024).
// Without weights the same classical steps work alone.

import { deblock, MILD_QUALITY } from '../operations/deblock.ts'
import { type DenoiseSettings, denoise, whiteByScale } from '../operations/denoise.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { undoBlur } from '../operations/undo-blur.ts'
import { expectedWhiteNoise, isWhite, minorDeblurs, planDenoise } from './denoise.ts'
import type { PlanInput, PlanPass } from './plan.ts'
import { classicalSteps, type SharpenSteps } from './plan-operations.ts'

/** Denoise Normal, Strong and Extreme; the net for what is measured, the classical steps for what is more than that. */
export function denoisePasses({ modelKey, params, analysis, tier }: PlanInput): PlanPass[] {
  const white = tier === 'net' ? expectedWhiteNoise(modelKey, params, analysis) : undefined
  if (!white) return [operationsPass(planDenoise(modelKey, params, analysis))]
  const { luma, chroma, keepDetail } = white
  const deblurs = minorDeblurs(params, luma[0])
  const refine = refinedNoise({ lumaSigma: luma[0], chromaSigma: chroma[0] }, keepDetail)
  return deblurs.length > 0 ? [refine, operationsPass(deblurs)] : [refine]
}

/** Before enlarging; a slider may ask for more than is measured, which the net never learnt. */
export function noisePass(
  { tier, analysis, params }: PlanInput,
  levels: Omit<DenoiseSettings, 'keepDetail'>,
): PlanPass {
  if (tier === 'net' && params.denoise === undefined && isWhite(analysis.lumaNoiseByScale))
    return refinedNoise(levels, 0)
  return operationsPass([denoise({ ...levels, keepDetail: 0 })])
}

/** On mild damage the net, which learnt from quality 5 to 70, does not help (Standard on files of quality 80 +0.05 dB, 88 −0.03). */
export function jpegPass({ tier }: PlanInput, quality: number): PlanPass {
  const operations = [deblock({ quality })]
  return tier === 'net' && quality < MILD_QUALITY
    ? { kind: 'refine', operations, settings: { net: 'refine-jpeg', quality } }
    : operationsPass(operations)
}

/** A blur of known kind is undone by the classical step, whose answer the net makes better; other sharpening needs none. */
export function sharpenPasses({ tier }: PlanInput, steps: SharpenSteps): PlanPass[] {
  const { before, undo, after } = steps
  if (!undo || tier !== 'net') return passOf(classicalSteps(steps))
  const { told, amount } = undo
  const settings = { net: 'refine-blur', told, amount } as const
  return [...passOf(before), { kind: 'refine', operations: [undoBlur(told)], settings }, ...passOf(after)]
}

function refinedNoise(levels: Omit<DenoiseSettings, 'keepDetail'>, keepDetail: number): PlanPass {
  const [luma, chroma] = [whiteByScale(levels.lumaSigma), whiteByScale(levels.chromaSigma)]
  return {
    kind: 'refine',
    operations: [denoise({ ...levels, keepDetail: 0 })],
    settings: { net: 'refine-noise', luma, chroma, keepDetail },
  }
}

const operationsPass = (operations: readonly TileOperation[]): PlanPass => ({ kind: 'operations', operations })

/** None for no operations. */
export const passOf = (operations: readonly TileOperation[]): PlanPass[] =>
  operations.length > 0 ? [operationsPass(operations)] : []
