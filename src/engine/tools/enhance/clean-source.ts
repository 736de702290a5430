// Removes JPEG damage, noise and blur before a picture is enlarged; measured, or as the sliders say (engine study §3.3).
import { trustIn as blurTrust, seenSigma } from '../../analysis/lens-blur.ts'
import { ramp } from '../../image/ramp.ts'
import { MILD_QUALITY, UNTOUCHED_QUALITY } from '../../operations/deblock.ts'
import { gaussianKernel } from '../../signal/blur-kernel.ts'
import { isTextureThroughScales, isWhite } from '../denoise.ts'
import { type FilterStep, step } from '../filter-step.ts'
import { operationsPass, type PlanInput, type PlanPass, passOf } from '../plan.ts'
import { refinedDeblocking, refinedDenoising } from '../refine-pass.ts'
import type { Recipe } from './recipes.ts'

/** `denoise` = 1 expects this much noise, in 8-bit levels; the slider is quadratic because the eye is. */
const MAX_NOISE_LEVELS = 40
/** `fix_compression` = 1 treats a file at least like this quality. */
const WORST_SLIDER_QUALITY = 30
/** The sharpening slider blends with a picture freed from the measured blur and this much more, in pixels. */
const EXTRA_BLUR_PX = 0.4
const SLIDER_BLUR_PX = { least: 0.6, most: 1.4 } as const
/** Left alone in auto mode: the effort would not be seen. */
const UNSEEN_NOISE_LEVELS = 0.8
const UNSEEN_BLUR_PX = 0.45
const UNSEEN_GRAIN_LEVELS = 1.5
/**
 * So little noise goes with the damage of a JPEG file: a step of its own changes the doubled Kodak pictures, quality 60 to 88 and noise of
 * 0 to 2.5 levels, by less than 0.01 dB, and 12 megapixels take a tenth longer.
 */
const NOISE_GONE_LEVELS = 1.5
/** White share of the measured noise from which on all of it counts as noise; textures of clean photographs measure 0 to 0.5. */
const SURE_PART = 0.6
const UNSURE_PART = 0.4
/** JPEG quality up to which nothing is deblurred in automatic mode, and from which on all is. */
const DEBLUR_QUALITY = { none: 50, full: 85 } as const
/** Noise at which half is deblurred. */
const DEBLUR_HALF_NOISE_LEVELS = 8
/** The blur is estimated, and what is overdone before enlarging is overdone twice. */
const MAX_DEBLUR_GAIN = 2.2
/** From here on the deblurring filter must also suppress the noise that it raises. */
const QUIET_BLUR_PX = 0.7

/** Part of the noise that is removed after a check that failed; nothing is deblurred then. */
const PART_OF_MILDNESS = { milder: 0.4, plain: 0 } as const

/** `shrunk` (≤ 1) is the factor by which the picture was made smaller before: noise and blur shrank with it. */
export function cleaningPasses(input: PlanInput, recipe: Recipe, shrunk: number): PlanPass[] {
  const quality = qualityOf(input, recipe, shrunk)
  const isTreated = quality < leftFrom(input, recipe)
  const unseen = isTreated && quality < MILD_QUALITY ? NOISE_GONE_LEVELS : UNSEEN_NOISE_LEVELS
  const noise = noiseOf(input, recipe, shrunk, unseen)
  const blur = blurOf(input, recipe, shrunk)
  const passes: PlanPass[] = []
  if (isTreated) passes.push(jpegPass(input, quality))
  if (noise.luma > 0 || noise.chroma > 0) passes.push(noisePass(input, noise))
  const steps: FilterStep[] = []
  if (blur.amount > 0) steps.push(deblurOf(blur, 0.7 + 0.15 * noise.luma))
  if (recipe.bilateralBefore > 0) steps.push(step('bilateral', { rangeLevels: recipe.bilateralBefore }))
  return joined([...passes, ...passOf(steps)])
}

/** On mild damage the net, which was trained on quality 5 to 70, does not help (Standard on files of quality 80 +0.05 dB, 88 −0.03). */
const jpegPass = ({ tier }: PlanInput, quality: number): PlanPass =>
  tier === 'net' && quality < MILD_QUALITY ? refinedDeblocking(quality) : operationsPass(step('deblock', { quality }))

/** A slider may ask for more than is measured, which the net was not trained on. */
function noisePass({ tier, analysis, params }: PlanInput, { luma, chroma }: NoiseLevels): PlanPass {
  const levels = { lumaSigma: luma, chromaSigma: chroma }
  if (tier === 'net' && params.denoise === undefined && isWhite(analysis.lumaNoiseByScale))
    return refinedDenoising(levels, 0)
  return operationsPass(step('denoise', { ...levels, keepDetail: 0 }))
}

/** Operations one after the other are one pass: nothing is rounded between them. */
function joined(passes: readonly PlanPass[]): PlanPass[] {
  const result: PlanPass[] = []
  for (const pass of passes) {
    const last = result.at(-1)
    if (pass.kind === 'operations' && last?.kind === 'operations')
      result[result.length - 1] = operationsPass(...last.steps, ...pass.steps)
    else result.push(pass)
  }
  return result
}

interface NoiseLevels {
  readonly luma: number
  readonly chroma: number
}

interface Blur {
  readonly sigmaPx: number
  readonly amount: number
}

const deblurOf = ({ sigmaPx, amount }: Blur, noiseSigma: number) =>
  step('deblur', {
    blur: gaussianKernel(sigmaPx),
    noiseSigma,
    amount,
    overshoot: 0.2,
    maxGain: MAX_DEBLUR_GAIN,
    shrinkNoise: sigmaPx > QUIET_BLUR_PX,
  })

function qualityOf({ params, analysis }: PlanInput, recipe: Recipe, shrunk: number): number {
  const slider = params.fix_compression
  if (typeof slider === 'number') return 100 - slider * (100 - Math.min(analysis.jpegQuality, WORST_SLIDER_QUALITY))
  const damage = (100 - analysis.jpegQuality) * recipe.compression * shrunk ** 2
  return Math.max(1, 100 - damage)
}

/** In 8-bit levels: what is measured as noise and not removed before enlarging. None where a person chose how much is removed, or the noise turned out to be texture. */
export function grainLeft(input: PlanInput, recipe: Recipe): number {
  if (typeof input.params.denoise === 'number' || input.mildness !== undefined) return 0
  const { noiseSigma, whiteNoise, jpegQuality } = input.analysis
  const isClean = jpegQuality >= UNTOUCHED_QUALITY && isFineTexture(input)
  const measured = isClean ? whiteNoise.luma : noiseSigma
  const removed = Math.min(measured, noiseOf(input, recipe, 1, UNSEEN_NOISE_LEVELS).luma)
  const left = Math.sqrt(measured ** 2 - removed ** 2)
  return left < UNSEEN_GRAIN_LEVELS ? 0 : left
}

/** Manual values are always applied. */
const leftFrom = ({ params }: PlanInput, recipe: Recipe): number =>
  typeof params.fix_compression === 'number' ? UNTOUCHED_QUALITY : recipe.leftFrom

/** Measured noise counts from `unseen` on. */
function noiseOf(input: PlanInput, recipe: Recipe, shrunk: number, unseen: number): NoiseLevels {
  const { params, analysis } = input
  if (typeof params.denoise === 'number') {
    const level = MAX_NOISE_LEVELS * params.denoise ** 2
    return { luma: level, chroma: level }
  }
  const part = input.mildness === undefined ? 1 : PART_OF_MILDNESS[input.mildness]
  const visibleNoise = (sigma: number) => (sigma * shrunk < unseen ? 0 : part * sigma * shrunk * recipe.noise)
  const { noiseSigma, chromaNoiseSigma, whiteNoise } = analysis
  return {
    luma: visibleNoise(surely(noiseSigma, whiteNoise.luma, input)),
    chroma: visibleNoise(surely(chromaNoiseSigma, whiteNoise.chroma, input)),
  }
}

/**
 * Where a good part of it is white, all of it is noise; else it may be texture, and removing a share of it costs less than that share. In JPEG
 * files it is what compression made of noise and edges: removed, Standard gains 0.03 to 0.1 dB (training photographs ×2,
 * quality 75 and 92, with noise and without).
 */
function surely(measured: number, white: number, input: PlanInput): number {
  if (isFineTexture(input)) return white
  const isSure = input.analysis.jpegQuality < UNTOUCHED_QUALITY || white >= SURE_PART * measured
  return isSure ? measured : Math.max(white, UNSURE_PART * measured)
}

/**
 * A picture that was made small: that takes a camera's noise away and leaves everything fine. In a larger one noise that a camera smeared reads the same, and
 * believed to be texture it would be enlarged below bicubic (0.3 to 0.9 dB at 20 to 30 levels). Nor below a mild
 * quality: what JPEG left beside strokes reads the same (a drawn page at 75: SSIM 0.875 by Standard, 0.864 believed).
 */
const isFineTexture = ({ picture, analysis }: PlanInput): boolean =>
  Math.min(picture.width, picture.height) <= MADE_SMALL_PX &&
  analysis.jpegQuality >= MILD_QUALITY &&
  isTextureThroughScales(analysis.lumaNoiseByScale)
const MADE_SMALL_PX = 128

function blurOf({ params, analysis, mildness }: PlanInput, recipe: Recipe, shrunk: number): Blur {
  const measured = Math.min(analysis.blurSigma, seenSigma(analysis.lensBlur)) * shrunk
  if (typeof params.sharpen === 'number') {
    const { least, most } = SLIDER_BLUR_PX
    return { sigmaPx: Math.max(least, Math.min(most, measured + EXTRA_BLUR_PX)), amount: params.sharpen }
  }
  if (mildness !== undefined) return { sigmaPx: 0, amount: 0 }
  // What may be soft by nature is deblurred as far as a blur is believed, unless the model is for blurred pictures.
  const seen = recipe.leastBlur > 0 ? 1 : blurTrust(analysis.lensBlur)
  const wanted = Math.min(recipe.mostBlur, Math.max(recipe.leastBlur, measured * recipe.blur))
  return {
    sigmaPx: wanted,
    amount: wanted < UNSEEN_BLUR_PX ? 0 : seen * Math.max(recipe.leastTrust, trustIn(analysis)),
  }
}

/** 0–1: deblurring brings out whatever damage is left, so a bad file is deblurred less, or not at all. */
function trustIn({ jpegQuality, noiseSigma }: PlanInput['analysis']): number {
  const { none, full } = DEBLUR_QUALITY
  const whole = ramp(jpegQuality, none, full)
  return whole / (1 + (noiseSigma / DEBLUR_HALF_NOISE_LEVELS) ** 2)
}
