// The two generative sharpening models (engine study §3.2, §3.3, §3.4): bold deconvolution and seeded texture. Without
// weights "generative" means texture synthesis; the texture follows what the picture itself has.
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { type LensBlurEstimate, trustIn } from '../analysis/lens-blur.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { deblurByMap } from '../operations/deblur-by-map.ts'
import { seededTexture } from '../operations/seeded-texture.ts'
import { sharpenEdges } from '../operations/sharpen-edges.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { numberOr } from './denoise.ts'
import { forceOf, type SharpenSteps, undone, within, withoutBlocks } from './sharpen.ts'

const FOCUS_BOOST_DEFAULT = 0.5
const DETAIL_DEFAULT = 0.5
/** Size of the blur that is assumed when left to us. */
const FOCUS_PX = { least: 1.2, most: 4 } as const
/** Bolder than the standard models; chosen by eye on real photos. */
const BOLD = { regularity: 0.6, overshoot: 0.35 } as const
const MAX_GAIN = 2.6

/** `sharpen/generative/super-focus` and `-v2`; `autoSeed` is used when the consumer set no seed. */
export function superFocusSteps(
  modelKey: string,
  params: ParameterValues,
  analysis: PictureAnalysis,
  autoSeed: number,
): SharpenSteps {
  const seed = numberOr(params.seed, autoSeed)
  const noiseSigma = Math.max(1, analysis.noiseSigma)
  const before = withoutBlocks(analysis)
  if (modelKey === 'sharpen/generative/super-focus')
    return { before, ...superFocus(params, analysis, noiseSigma, seed) }
  if (modelKey === 'sharpen/generative/super-focus-v2')
    return { before, after: superFocusV2(params, analysis, noiseSigma, seed) }
  throw new Error(`no super focus model ${modelKey}`)
}

function superFocus(params: ParameterValues, { lensBlur }: PictureAnalysis, noiseSigma: number, seed: number) {
  const { amount, edge } = forceOf(params)
  const steps = undone(focusOf(params, lensBlur), noiseSigma, amount, BOLD)
  const drawn = [
    sharpenEdges({ amount: 0.5 * edge, radius: 1.2, noiseSigma }),
    seededTexture({ seed, amount: 0.35 * edge, grainPx: 0.7 }),
  ]
  return { ...steps, after: [...steps.after, ...drawn] }
}

/** The consumer says how far out of focus the picture is; otherwise it is measured. */
function focusOf({ focus_boost: boost }: ParameterValues, seen: LensBlurEstimate) {
  if (typeof boost === 'number') return { shape: 'disc', sizePx: 1 + 3 * boost } as const
  if (trustIn(seen) === 0) return { shape: 'disc', sizePx: FOCUS_PX.least } as const
  return { shape: seen.shape, sizePx: within(FOCUS_PX.least, FOCUS_PX.most, seen.sizePx) }
}

function superFocusV2(
  params: ParameterValues,
  { gradientFloor }: PictureAnalysis,
  noiseSigma: number,
  seed: number,
): TileOperation[] {
  const detail = numberOr(params.detail, DETAIL_DEFAULT)
  const boost = numberOr(params.focus_boost, FOCUS_BOOST_DEFAULT)
  return [
    deblurByMap({
      noiseSigma,
      floor: gradientFloor,
      amount: 1,
      boost: 0.6 + 0.8 * boost,
      fromSigma: 0.2,
      fullSigma: 0.8,
      regularity: 4,
      maxGain: MAX_GAIN,
    }),
    sharpenEdges({ amount: 0.2 + 0.8 * detail, radius: 1.2, noiseSigma }),
    seededTexture({ seed, amount: 0.5 * detail, grainPx: 0.8 }),
  ]
}
