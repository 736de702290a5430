// The seven sharpening models (engine study §3.2, §3.3). `strength` 0.5 is a model's nominal effect: below it the effect
// fades out, above it the assumed blur grows and edges are drawn harder.
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { TileOperation } from '../operation.ts'
import { discKernel, gaussianKernel, lineKernel } from './blur-kernel.ts'
import { deblock } from './deblock.ts'
import { deblur } from './deblur.ts'
import { deblurByMap } from './deblur-by-map.ts'
import { denoise, whiteByScale } from './denoise.ts'
import { numberOr } from './plan-denoise.ts'
import { sharpenEdges } from './sharpen-edges.ts'

/** What the strength slider means for a model. */
interface Force {
  /** Part of the change that is laid on, 0–1. */
  readonly amount: number
  /** Multiplies the assumed blur, 1 at the nominal strength. Not for discs and lines: their zeros would wander. */
  readonly scale: number
  /** Extra edge sharpening beyond the nominal strength, 0–1. */
  readonly over: number
  /** 0.02–2, 1 at the nominal strength: gain of edge sharpening. */
  readonly edge: number
}

type Model = (force: Force, analysis: PictureAnalysis, noiseSigma: number) => TileOperation[]

/** Ceilings of the deblurring filters, by how much each model promises; chosen by eye on real photos. */
const MAX_GAIN = { standard: 2.5, strong: 3, lens: 4, motion: 4, place: 3 } as const

const MODELS: Readonly<Record<string, Model>> = {
  'sharpen/standard/standard': ({ amount, scale, edge }, { blurSigma }, noiseSigma) => [
    deblur({
      blur: gaussianKernel(scale * within(0.5, 1.2, 0.8 * blurSigma)),
      noiseSigma,
      amount,
      regularity: 3,
      maxGain: MAX_GAIN.standard,
    }),
    sharpenEdges({ amount: 0.5 * edge, radius: 1, noiseSigma }),
  ],
  'sharpen/standard/strong': ({ amount, scale, edge }, { blurSigma }, noiseSigma) => [
    deblur({
      blur: gaussianKernel(scale * within(0.6, 2, 1.2 * blurSigma)),
      noiseSigma,
      amount,
      regularity: 2,
      maxGain: MAX_GAIN.strong,
    }),
    sharpenEdges({ amount: 0.9 * edge, radius: 1.2, overshoot: 0.08, noiseSigma }),
  ],
  'sharpen/standard/lens-blur': ({ amount, over }, { blurSigma }, noiseSigma) => [
    deblur({
      blur: discKernel(within(1.8, 6, DISC_PER_SIGMA * blurSigma)),
      noiseSigma,
      amount,
      maxGain: MAX_GAIN.lens,
    }),
    sharpenEdges({ amount: over, radius: 1.4, noiseSigma }),
  ],
  'sharpen/standard/lens-blur-v2': ({ amount, scale }, { gradientFloor }, noiseSigma) => [
    deblurByMap({
      noiseSigma,
      floor: gradientFloor,
      amount,
      boost: 1.5 * scale,
      fromSigma: 0.15,
      fullSigma: 0.7,
      regularity: 1.5,
      maxGain: MAX_GAIN.place,
    }),
  ],
  'sharpen/standard/motion-blur': ({ amount, scale, edge, over }, { motion, blurSigma }, noiseSigma) =>
    motion.confidence >= MOTION_CONFIDENCE_MIN
      ? [
          deblur({
            blur: lineKernel(motion.angleRad, within(3, 40, motion.lengthPx)),
            noiseSigma,
            amount,
            maxGain: MAX_GAIN.motion,
          }),
          sharpenEdges({ amount: over, radius: 1.4, noiseSigma }),
        ]
      : // No straight smear to be seen: what is left of a shake is softness.
        [
          deblur({
            blur: gaussianKernel(scale * within(0.8, 1.8, blurSigma)),
            noiseSigma,
            amount,
            regularity: 3,
            maxGain: MAX_GAIN.standard,
          }),
          sharpenEdges({ amount: 0.3 * edge, radius: 1.2, noiseSigma }),
        ],
  'sharpen/standard/natural': ({ edge }, { blurSigma }, noiseSigma) => [
    sharpenEdges({ amount: 1.1 * edge, radius: within(0.6, 1, blurSigma), overshoot: 0, noiseSigma: 1.5 * noiseSigma }),
  ],
  'sharpen/standard/refocus': ({ amount, scale }, { gradientFloor }, noiseSigma) => [
    deblurByMap({
      noiseSigma,
      floor: gradientFloor,
      amount,
      boost: 1.6 * scale,
      fromSigma: 0.8,
      fullSigma: 1.3,
      regularity: 1.5,
      maxGain: MAX_GAIN.place,
    }),
  ],
}

/** A disc is as wide as a Gaussian of half its radius; the softness of a picture out of focus is measured a third too low. */
const DISC_PER_SIGMA = 3
const MOTION_CONFIDENCE_MIN = 0.4
/** Below this JPEG quality sharpening would draw the block edges and rings of the file (seen on scans from the web). */
const BLOCKS_SEEN_QUALITY = 88
/** `minor_denoise` reaches at most this much noise, in 8-bit levels. */
const MINOR_DENOISE_MAX_LEVELS = 12

/** The seven models below `sharpen/standard/`. */
export function planSharpen(modelKey: string, params: ParameterValues, analysis: PictureAnalysis): TileOperation[] {
  const model = MODELS[modelKey]
  if (!model) throw new Error(`no sharpening model ${modelKey}`)
  const removed = denoiseLevels(params.minor_denoise, analysis.noiseSigma)
  // What the first step leaves is uneven, so most of the noise is still expected.
  const left = Math.max(1, analysis.noiseSigma - 0.3 * removed)
  const first = removed < 0.3 ? [] : [minorDenoise(removed)]
  return [...withoutBlocks(analysis), ...first, ...model(forceOf(numberOr(params.strength, 0.5)), analysis, left)]
}

/** What has to be gone before anything is sharpened. */
export const withoutBlocks = ({ jpegQuality }: PictureAnalysis): TileOperation[] =>
  jpegQuality < BLOCKS_SEEN_QUALITY ? [deblock({ quality: jpegQuality })] : []

/** Left to us, the deblurring's own shrinkage handles the noise best, because it still knows its spectrum. */
const denoiseLevels = (value: unknown, measured: number): number =>
  typeof value === 'number' ? value * Math.min(MINOR_DENOISE_MAX_LEVELS, 2 + 2 * measured) : 0

const minorDenoise = (levels: number) =>
  denoise({
    lumaSigma: levels,
    chromaSigma: 1.5 * levels,
    lumaByScale: whiteByScale(levels),
    chromaByScale: whiteByScale(1.5 * levels),
    keepDetail: 0,
  })

export const forceOf = (strength: number): Force => ({
  amount: Math.min(1, 2 * strength),
  scale: 1 + 0.5 * Math.max(0, strength - 0.5),
  over: 2 * Math.max(0, strength - 0.5),
  edge: 2 * strength,
})

export const within = (low: number, high: number, value: number): number => Math.min(high, Math.max(low, value))
