// Denoise Normal, Strong and Extreme: the same filter, expecting more or less noise than was measured (engine study §3.2, §3.3, decision 0229).
//   measured   noise of luma and colour at three scales
//   steps      denoise by sliding cosine shrinkage; a mild deblur where `minor_deblur` asks for it
//   net        `refine-noise` refines the denoising where noise is as white as in its training; Strong, Extreme and high strengths then smooth what it left
//   progress   denoise 0.28 CPU seconds per megapixel and 1 with the net, deblur 0.3
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { HIDDEN_NOISE_MAX_LEVELS } from '../analysis/noise.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { ramp } from '../image/ramp.ts'
import { UNTOUCHED_QUALITY } from '../operations/deblock.ts'
import { type NoiseByScale, scaledNoise, whiteByScale } from '../operations/denoise.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { type FilterStep, step } from './filter-step.ts'
import { numberOr } from './number-or.ts'
import {
  type Mildness,
  operationsPass,
  type PlanInput,
  type PlanPass,
  passOf,
  type ToolModel,
  type ToolModels,
} from './plan.ts'
import { refinedDenoising } from './refine-pass.ts'

/** What sets the models apart. */
interface Temper {
  /** Expected noise = measured × factor + extra (8-bit levels); the extra is scaled by how much noise is seen. */
  readonly factor: number
  readonly extraLevels: number
  /** Share of the fine structure that is reinjected in automatic mode. */
  readonly autoDetail: number
  /** After the net, which leaves the picture and a little grain: part of the noise that is expected in what is left. */
  readonly rest: number
}

const NORMAL: Temper = { factor: 0.9, extraLevels: 0, autoDetail: 0.15, rest: 0 }
const STRONG: Temper = { factor: 1.4, extraLevels: 3, autoDetail: 0.05, rest: 0.14 }
const EXTREME: Temper = { factor: 2.2, extraLevels: 8, autoDetail: 0, rest: 0.4 }
const CHROMA_FACTOR = 1.5
/**
 * Demosaicing and JPEG hide a camera's noise from the finest scale: it does not halve from scale to scale as white noise does. Such noise
 * is stronger than measured, above all in colour, where none of it is measured. On the CC and PolyU pairs
 * true luma noise is twice the measured one, true colour noise half of the true luma noise.
 */
const WHITE_RATIO = 0.5
const HIDDEN_RATIO = 0.9
const HIDDEN_LUMA_FACTOR = 1.5
const HIDDEN_CHROMA_OF_LUMA = 1.8
/** Levels up to which this is assumed, and from which on it is not: stronger noise at the finest scale is texture, or white. */
const HIDDEN_LEVELS = { sure: 4, never: 8 } as const
/** Part of hidden noise up to which noise counts as white. */
const WHITE_ENOUGH = 0.25
/** Part of the noise that is smoothed away after the net for each time the noise that is asked for beyond it: 0.13 dB a step of the slider. */
const REST_BEYOND = 0.6
/** Noise from which on the extra counts in full: in a picture with less of it, it would be taken from the picture. */
const EXTRA_FROM_LEVELS = 8
/** Less is lost in rounding. */
const NOTHING_TO_DO_LEVELS = 0.3
/** After the net, which rounds to more than 8 bits: Strong does what it says from noise of 0.7 levels on, below which nobody sees any. */
const NOTHING_TO_SMOOTH_LEVELS = 0.1
/** `minor_deblur` = 1 assumes this softness in pixels. */
const MINOR_DEBLUR_MAX_PX = 0.8

export const DENOISE_MODELS: ToolModels = {
  'denoise/normal': denoiseModel(NORMAL),
  'denoise/strong': denoiseModel(STRONG),
  'denoise/extreme': denoiseModel(EXTREME),
}

function denoiseModel(temper: Temper): ToolModel {
  return {
    measures: ['lumaNoiseByScale', 'chromaNoiseByScale', 'whiteNoise', 'jpegQuality'],
    checkedFor: ['texture-taken'],
    checkedAs: 'denoise/normal',
    removesMore: temper !== NORMAL,
    passes: mildly((input) => {
      const own = tempered(temper, input)
      return refinedWhereWhite(own, input) ?? denoisePasses(own, input)
    }),
  }
}

/** Between Normal and the model: less of what is removed beyond the noise, unless a strength is set. */
function tempered(temper: Temper, { params, excess = 1 }: DenoiseInput): Temper {
  const part = typeof params.strength === 'number' ? 1 : excess
  // In this order all of it is the model's own value to the last bit.
  const between = (key: keyof Temper) => temper[key] - (1 - part) * (temper[key] - NORMAL[key])
  return {
    factor: between('factor'),
    extraLevels: between('extraLevels'),
    autoDetail: between('autoDetail'),
    rest: between('rest'),
  }
}

/** Milder plan, unless a strength is set: only the part that is certainly noise is removed, or nothing, so that texture taken for noise stays. */
function mildly(passes: (input: DenoiseInput) => readonly PlanPass[]): ToolModel['passes'] {
  return ({ mildness, analysis, params, tier, excess }) => {
    const seenAs = (seen: SeenNoise) => passes({ params, tier, excess, seen })
    if (mildness === undefined || typeof params.strength === 'number') return seenAs(analysis)
    if (mildness === 'plain') return passOf(minorDeblurs(params, 0))
    return seenAs(surelyNoisy(analysis))
  }
}

/** The noise that is treated, and how. */
interface DenoiseInput extends Pick<PlanInput, 'params' | 'tier' | 'excess'> {
  readonly seen: SeenNoise
}

export type SeenNoise = Pick<PictureAnalysis, 'lumaNoiseByScale' | 'chromaNoiseByScale'>

/** Energy of the noise that is believed, over all three channels: square of 8-bit levels. */
export function believedNoise(analysis: PictureAnalysis, mildness: Mildness | undefined): number {
  const { lumaNoiseByScale, chromaNoiseByScale } = mildness === undefined ? analysis : surelyNoisy(analysis)
  const [luma, chroma] = [lumaNoiseByScale[0], chromaNoiseByScale[0]]
  const hidden = hiddenPart(lumaNoiseByScale)
  return ((1 + hidden) * luma) ** 2 + 2 * Math.max(chroma, hidden * luma) ** 2
}

/** Levels in luma, for tools that take noise away on the way: what is texture is none, beyond the little that a camera may have hidden. */
export function noiseBelieved({ analysis, noise }: Pick<PlanInput, 'analysis' | 'noise'>): number {
  const measured = analysis.noiseSigma
  if (noise === undefined) return measured
  const sure = noise === 'plain' ? 0 : surelyNoisy(analysis).lumaNoiseByScale[0]
  return Math.max(sure, Math.min(measured, HIDDEN_NOISE_MAX_LEVELS))
}

/** JPEG erases the finest frequencies, which separate white noise from texture; half of the measured noise is assumed to be real. */
export function surelyNoisy({
  whiteNoise,
  lumaNoiseByScale,
  chromaNoiseByScale,
  jpegQuality,
}: PictureAnalysis): SeenNoise {
  const part = jpegQuality < UNTOUCHED_QUALITY && !isTextureThroughScales(lumaNoiseByScale) ? JPEG_PART : 0
  return {
    lumaNoiseByScale: whiteByScale(Math.max(whiteNoise.luma, part * lumaNoiseByScale[0])),
    chromaNoiseByScale: whiteByScale(Math.max(whiteNoise.chroma, part * chromaNoiseByScale[0])),
  }
}
const JPEG_PART = 0.5

function denoisePasses(temper: Temper, { params, seen }: DenoiseInput): PlanPass[] {
  const { luma, chroma, keepDetail } = expectedNoise(temper, params, seen)
  return [operationsPass(denoiseStep({ luma, chroma, keepDetail }), ...minorDeblurs(params, luma[0]))]
}

/** Takes away this noise; levels of 8 bits by scale, finest first. */
export const denoiseStep = ({ luma, chroma, keepDetail }: ExpectedNoise): FilterStep =>
  step('denoise', { lumaSigma: luma[0], chromaSigma: chroma[0], lumaByScale: luma, chromaByScale: chroma, keepDetail })

/** Undefined without weights, and for input that the net was not trained on. */
function refinedWhereWhite(temper: Temper, { tier, params, seen }: DenoiseInput): PlanPass[] | undefined {
  const white = tier === 'net' ? expectedWhiteNoise(temper, params, seen) : undefined
  if (!white) return undefined
  const { luma, chroma, keepDetail } = white
  const levels = { lumaSigma: luma[0], chromaSigma: chroma[0] }
  const rest = temper.rest + REST_BEYOND * Math.max(0, forceOf(params) - 1)
  const smoothing = smoothed(rest * (1 - keepDetail), levels)
  return [refinedDenoising(levels, keepDetail), ...passOf([...smoothing, ...minorDeblurs(params, luma[0])])]
}

/** What is taken away beyond the noise. */
function smoothed(
  part: number,
  { lumaSigma, chromaSigma }: { readonly lumaSigma: number; readonly chromaSigma: number },
) {
  if (part * lumaSigma < NOTHING_TO_SMOOTH_LEVELS) return []
  return [
    denoiseStep({ luma: whiteByScale(part * lumaSigma), chroma: whiteByScale(part * chromaSigma), keepDetail: 0 }),
  ]
}

/** The noise that a model removes. */
interface ExpectedNoise {
  readonly luma: NoiseByScale
  readonly chroma: NoiseByScale
  readonly keepDetail: number
}

/** The noise that Denoise Normal removes in automatic mode; the training pairs of `refine-noise` are made with it. */
export const noiseOfNormal = (analysis: PictureAnalysis) => expectedNoise(NORMAL, {}, analysis)

/** 1 at the nominal strength. */
const forceOf = ({ strength }: ParameterValues): number => 2 * numberOr(strength, 0.5)

function expectedNoise(temper: Temper, params: ParameterValues, seen: SeenNoise): ExpectedNoise {
  const force = forceOf(params)
  const { lumaNoiseByScale: luma, chromaNoiseByScale: chroma } = seen
  const hidden = hiddenPart(luma)
  const unseen = 1 + (HIDDEN_LUMA_FACTOR - 1) * hidden
  // A model that removes more than is measured has the hidden part in its factor already.
  const share = NORMAL.factor / temper.factor
  const atLeast = hidden * HIDDEN_CHROMA_OF_LUMA * Math.min(1, unseen * share)
  return {
    luma: expected(scaledNoise(luma, Math.max(1, unseen * share)), temper, force),
    chroma: expected(largerOf(scaledNoise(chroma, CHROMA_FACTOR), scaledNoise(luma, atLeast)), temper, force),
    keepDetail: numberOr(params.original_detail, temper.autoDetail),
  }
}

function expected(measured: NoiseByScale, temper: Temper, force: number): NoiseByScale {
  const extra = temper.extraLevels * Math.min(1, measured[0] / EXTRA_FROM_LEVELS)
  const level = (scale: 0 | 1 | 2) => force * (temper.factor * measured[scale] + extra / 2 ** scale)
  return [level(0), level(1), level(2)]
}

/**
 * What the net, which was trained on white noise, is given: what is measured, or less where the slider says so; never more, for
 * which it was not trained. Nothing where a camera has hidden its noise: there the classical steps measure better.
 */
function expectedWhiteNoise(temper: Temper, params: ParameterValues, seen: SeenNoise): ExpectedNoise | undefined {
  const { lumaNoiseByScale: luma, chromaNoiseByScale: chroma } = seen
  const force = Math.min(1, forceOf(params))
  if (!isWhite(luma) || force * luma[0] < NOTHING_TO_DO_LEVELS) return undefined
  const keepDetail = numberOr(params.original_detail, temper.autoDetail)
  return { luma: whiteByScale(force * luma[0]), chroma: whiteByScale(force * chroma[0]), keepDetail }
}

/**
 * Strong in the finest scale and as strong in the next: white noise halves there, and what a camera smeared is weak in the finest. Through JPEG 60 to 92 white
 * noise of 8 levels and more shows 0.44 to 0.75 of itself there, the texture of photographs made small 0.8 to 0.9, which is the most that is measured.
 */
export const isTextureThroughScales = (luma: NoiseByScale): boolean => luma[0] > HIDDEN_LEVELS.never && !isHalving(luma)

/** Less in the next scale, as white noise is. */
export const isHalving = ([fine, half]: NoiseByScale): boolean => half <= HALVING_MOST * fine
const HALVING_MOST = 0.8

/** Whether noise is as white as what the noise net was trained on. */
export const isWhite = (luma: NoiseByScale): boolean => hiddenPart(luma) <= WHITE_ENOUGH

/** 0 = the noise is white, 1 = a camera has hidden it. */
function hiddenPart([fine, half]: NoiseByScale): number {
  if (fine === 0) return 0
  return ramp(half / fine, WHITE_RATIO, HIDDEN_RATIO) * ramp(fine, HIDDEN_LEVELS.never, HIDDEN_LEVELS.sure)
}

const largerOf = (a: NoiseByScale, b: NoiseByScale): NoiseByScale => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.max(a[2], b[2]),
]

/** Only on request: automatic sharpening cost 3 dB on real noisy pictures (PolyU). */
function minorDeblurs({ minor_deblur }: ParameterValues, lumaSigma: number): FilterStep[] {
  const softness = MINOR_DEBLUR_MAX_PX * numberOr(minor_deblur, 0)
  return softness > 0.1 ? [minorDeblur(softness, lumaSigma)] : []
}

/** Small softness after denoising: the rest of the noise is low, so no second shrinkage is needed. */
const minorDeblur = (sigmaPx: number, removedLevels: number) =>
  step('deblur', { blur: gaussianKernel(sigmaPx), noiseSigma: 1 + 0.1 * removedLevels, shrinkNoise: false })
