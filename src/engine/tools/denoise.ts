// The three denoising models: the same filter, told to expect more noise than measured (engine study §3.2, §3.3).
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { deblur } from '../operations/deblur.ts'
import { denoise, type NoiseByScale, whiteByScale } from '../operations/denoise.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'

interface Temper {
  /** Expected noise = measured × factor + extra (8-bit levels); of the extra only as much as noise is seen. */
  readonly factor: number
  readonly extraLevels: number
  /** Part of the fine structure that comes back when the consumer leaves it to us. */
  readonly autoDetail: number
}

const TEMPERS: Readonly<Record<string, Temper>> = {
  'denoise/normal': { factor: 0.9, extraLevels: 0, autoDetail: 0.15 },
  'denoise/strong': { factor: 1.4, extraLevels: 3, autoDetail: 0.05 },
  'denoise/extreme': { factor: 2.2, extraLevels: 8, autoDetail: 0 },
}
const CHROMA_FACTOR = 1.5
/**
 * Demosaicing and JPEG hide a camera's noise from the finest scale: it does not halve from scale to scale as white noise does. Then
 * it is stronger than measured, and most of all in colour, where nothing of it is measured. Looked at on the CC and PolyU pairs:
 * true luma noise is twice the measured one, true colour noise half of the true luma noise.
 */
const WHITE_RATIO = 0.5
const HIDDEN_RATIO = 0.9
const HIDDEN_LUMA_FACTOR = 1.5
const HIDDEN_CHROMA_OF_LUMA = 1.8
/** Levels up to which this is believed, and from which on it is not: what stands so far out at the finest scale is texture, or white. */
const HIDDEN_LEVELS = { sure: 4, never: 8 } as const
/** The others take away more than is measured. */
const WHITE_NOISE_MODEL = 'denoise/normal'
/** Part of hidden noise up to which noise counts as white. */
const WHITE_ENOUGH = 0.25
/** Noise from which on the extra counts in full: in a picture with less of it, it would be taken from the picture. */
const EXTRA_FROM_LEVELS = 8
/** Less vanishes in rounding. */
const NOTHING_TO_DO_LEVELS = 0.3
/** `minor_deblur` = 1 assumes this softness in pixels. */
const MINOR_DEBLUR_MAX_PX = 0.8

/** What a model takes away from a picture. */
interface ExpectedNoise {
  readonly luma: NoiseByScale
  readonly chroma: NoiseByScale
  readonly keepDetail: number
}

export function expectedNoise(modelKey: string, params: ParameterValues, analysis: PictureAnalysis): ExpectedNoise {
  const temper = TEMPERS[modelKey]
  if (!temper) throw new Error(`no denoising model ${modelKey}`)
  const force = 2 * numberOr(params.strength, 0.5)
  const { lumaNoiseByScale: luma, chromaNoiseByScale: chroma } = analysis
  const hidden = hiddenPart(luma)
  const unseen = 1 + (HIDDEN_LUMA_FACTOR - 1) * hidden
  // A model that takes away more than is measured has the hidden part in its factor already.
  const share = TEMPERS[WHITE_NOISE_MODEL]!.factor / temper.factor
  const atLeast = hidden * HIDDEN_CHROMA_OF_LUMA * Math.min(1, unseen * share)
  return {
    luma: expected(scaled(luma, Math.max(1, unseen * share)), temper, force),
    chroma: expected(largerOf(scaled(chroma, CHROMA_FACTOR), scaled(luma, atLeast)), temper, force),
    keepDetail: numberOr(params.original_detail, temper.autoDetail),
  }
}

/**
 * What a net that learnt white noise is told: what is measured, or less where the slider says so. Nothing where a camera has hidden
 * its noise (there the classical steps measure better) and where more than the noise is to go, which the net never learnt.
 */
export function expectedWhiteNoise(
  modelKey: string,
  params: ParameterValues,
  analysis: PictureAnalysis,
): ExpectedNoise | undefined {
  const { lumaNoiseByScale: luma, chromaNoiseByScale: chroma } = analysis
  const force = 2 * numberOr(params.strength, 0.5)
  if (modelKey !== WHITE_NOISE_MODEL || force > 1 || !isWhite(luma) || force * luma[0] < NOTHING_TO_DO_LEVELS)
    return undefined
  const keepDetail = numberOr(params.original_detail, TEMPERS[modelKey]!.autoDetail)
  return { luma: whiteByScale(force * luma[0]), chroma: whiteByScale(force * chroma[0]), keepDetail }
}

/** Whether noise is as white as what the noise net learnt. */
export const isWhite = (luma: NoiseByScale): boolean => hiddenPart(luma) <= WHITE_ENOUGH

/** 0 = the noise is white, 1 = a camera has hidden it. */
function hiddenPart([fine, half]: NoiseByScale): number {
  if (fine === 0) return 0
  const spread = (half / fine - WHITE_RATIO) / (HIDDEN_RATIO - WHITE_RATIO)
  const trust = (HIDDEN_LEVELS.never - fine) / (HIDDEN_LEVELS.never - HIDDEN_LEVELS.sure)
  return unit(spread) * unit(trust)
}

const unit = (value: number) => Math.max(0, Math.min(1, value))
const scaled = ([a, b, c]: NoiseByScale, by: number): NoiseByScale => [by * a, by * b, by * c]
const largerOf = (a: NoiseByScale, b: NoiseByScale): NoiseByScale => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.max(a[2], b[2]),
]

/** `denoise/normal`, `denoise/strong`, `denoise/extreme`. */
export function planDenoise(modelKey: string, params: ParameterValues, analysis: PictureAnalysis): TileOperation[] {
  const { luma, chroma, keepDetail } = expectedNoise(modelKey, params, analysis)
  const levels = { lumaSigma: luma[0], chromaSigma: chroma[0], lumaByScale: luma, chromaByScale: chroma }
  return [denoise({ ...levels, keepDetail }), ...minorDeblurs(params, luma[0])]
}

/** Only when asked for: sharpening on its own took 3 dB from real noisy pictures (PolyU). */
export function minorDeblurs({ minor_deblur }: ParameterValues, lumaSigma: number): TileOperation[] {
  const softness = MINOR_DEBLUR_MAX_PX * numberOr(minor_deblur, 0)
  return softness > 0.1 ? [minorDeblur(softness, lumaSigma)] : []
}

/** Small softness after denoising: the rest of the noise is low, so no second shrinkage is needed. */
const minorDeblur = (sigmaPx: number, removedLevels: number) =>
  deblur({ blur: gaussianKernel(sigmaPx), noiseSigma: 1 + 0.1 * removedLevels, shrinkNoise: false })

function expected(measured: NoiseByScale, temper: Temper, force: number): NoiseByScale {
  const extra = temper.extraLevels * Math.min(1, measured[0] / EXTRA_FROM_LEVELS)
  const level = (scale: 0 | 1 | 2) => force * (temper.factor * measured[scale] + extra / 2 ** scale)
  return [level(0), level(1), level(2)]
}

export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
