// What the engine measured in a picture, in plain Chinese: 检测到：中度噪点、轻微模糊. The measurements are stored with
// the job (`estimates`, units in their names). Thresholds were set here by looking at the old, noisy and poor pictures of the bench.
import { fillText } from '../fill-text.ts'
import { contentOf, type PictureContent, type PictureEstimates } from './picture-content.ts'

export const FINDING_TEXTS = {
  detected: '检测到：{findings}',
  separator: '、',
  degrees: ['轻微', '中度', '明显'],
  scratches: '灰尘与划痕',
  noise: '{degree}噪点',
  blur: '{degree}模糊',
  motion: '{degree}拖影',
  compression: '{degree}压缩痕迹',
  dark: '画面偏暗',
  faded: '对比度偏低',
  cast: '偏色',
} as const

/** From these values on slight, medium, strong. Fine texture is heard as noise up to about 5 levels. */
const NOISE_LEVELS = [6, 12, 25] as const
/**
 * Grass, fur and gravel measure up to 22 levels, but they keep nine tenths of it at half the size, where the noise of a sensor or of film
 * keeps less, and they are grey, where colour noise is not (Kodak, BSD100 and RNI15 pictures).
 */
const NOISE_HALF_SCALE_MOST = 0.72
const NOISE_CHROMA_LEAST = 0.25
const BLUR_PX = [0.6, 1.2, 2.2] as const
/**
 * A blur as the tools read it, from the spectrum: believed from this trust on, and wider than a photograph's own softness (of 31 training photographs as they
 * are one is read as 0.8 px); in places, where a tenth of the picture has it. Decision 0207.
 */
const SEEN_BLUR = { trust: 0.5, leastPx: 0.85, share: 0.1, placesLeastPx: 1.1 } as const
/** Jobs of before 0207 know the softness of edges alone. A picture with really sharp places in a quarter of its edges is not blurred, whatever lies behind them. */
const BLUR_QUARTER_LEAST_PX = 0.1
/** Very soft as a whole with a sharper tenth: a sharp subject before a soft background, as the photographer wanted it. */
const BACKGROUND_BLUR_PX = 1.7
const BLUR_TENTH_LEAST_PX = 0.6
/**
 * A straight smear of this length, and how sure of it the measurement must be: of 199 pictures as they are a drawn wallpaper reached 0.56
 * and the least steady photograph 0.33; of 99 smears of 9 to 24 px, JPEG 90, nine tenths lie above 0.65 (docs/recommendation.md).
 */
const MOTION = { confidence: 0.5, px: [6, 11, 20] } as const
/** Steps below the best JPEG quality, 100. */
const JPEG_LOSS = [22, 38, 60] as const
/** A picture whose middle and brightest luma (0–1) lie below these. */
const DARK = { median: 0.15, high: 0.55 } as const
/** Lights in a dark that is meant: lamps at night, an LED wall. Light Adjust leaves it (decision 0259; half of its ramps), so nothing is offered. */
const LIGHTS_IN_DARK = { channelPeak: 0.75, bright: 0.375 } as const
const FADED_RANGE = 0.5
/** Natural logarithm of red to blue in the picture's light: a warm evening, wood and earth stay below, and nothing is blue by nature for long. */
const CAST_LOG_RATIO = { blue: -0.46, warm: 0.9 } as const

/** 0 is nothing, 1 slight, 2 medium, 3 strong. */
export type Degree = 0 | 1 | 2 | 3

export interface SeenBlur {
  readonly where: 'everywhere' | 'places'
  /** σ in pixels. */
  readonly sigmaPx: number
}

export interface FindingDegrees {
  readonly content: PictureContent
  readonly noise: Degree
  readonly blur: Degree
  /** Absent where the spectrum shows none or was not read. */
  readonly blurred?: SeenBlur | undefined
  readonly motion: Degree
  readonly compression: Degree
  readonly light: 'dark' | 'faded' | undefined
  readonly hasCast: boolean
}

/** `undefined` where nothing was measured (another provider did the work). */
export function findingDegrees(estimates: PictureEstimates): FindingDegrees | undefined {
  const { noiseSigma, jpegQuality, castLogRatio = 0 } = estimates
  if (noiseSigma === undefined) return undefined
  const content = contentOf(estimates)
  const compression = degreeOf(jpegQuality === undefined ? undefined : 100 - jpegQuality, JPEG_LOSS)
  if (content === 'text' || content === 'art')
    return { content, noise: 0, blur: 0, motion: 0, compression, light: undefined, hasCast: false }
  const motion = motionOf(estimates)
  // A smear measures as softness too.
  const blurred = motion === 0 ? seenBlur(estimates) : undefined
  return {
    content,
    noise: isNoise(estimates, noiseSigma) ? degreeOf(noiseSigma, NOISE_LEVELS) : 0,
    blur: motion === 0 ? blurOf(estimates, blurred) : 0,
    blurred,
    motion,
    compression,
    light: lightOf(estimates),
    hasCast: content === 'photo' && (castLogRatio < CAST_LOG_RATIO.blue || castLogRatio > CAST_LOG_RATIO.warm),
  }
}

/** Every finding by itself, the gravest kinds first; `undefined` where nothing was measured. */
export function pictureFindings(estimates: PictureEstimates): string[] | undefined {
  const found = findingDegrees(estimates)
  if (!found) return undefined
  return [
    found.content === 'old-photo' ? FINDING_TEXTS.scratches : undefined,
    graded(FINDING_TEXTS.noise, found.noise),
    graded(FINDING_TEXTS.blur, found.blur),
    graded(FINDING_TEXTS.motion, found.motion),
    graded(FINDING_TEXTS.compression, found.compression),
    found.light && FINDING_TEXTS[found.light],
    found.hasCast ? FINDING_TEXTS.cast : undefined,
  ].filter((text) => text !== undefined)
}

/**
 * One line for the tool page: 检测到：中度噪点、轻微模糊. Nothing where nothing was found: cracks in a print with colours are not measured, and a line that says
 * "no problem" would stand beside them.
 */
export function findingsText(estimates: PictureEstimates): string | undefined {
  const found = pictureFindings(estimates)
  if (!found || found.length === 0) return undefined
  return fillText(FINDING_TEXTS.detected, { findings: found.join(FINDING_TEXTS.separator) })
}

/** `轻微噪点` of `{degree}噪点`; undefined for degree 0. */
export const graded = (text: string, degree: Degree): string | undefined =>
  degree === 0 ? undefined : fillText(text, { degree: FINDING_TEXTS.degrees[degree - 1] })

/** Jobs of earlier versions measured luma at full size only: those are believed. */
function isNoise({ noiseSigmaHalfScale, chromaNoiseSigma }: PictureEstimates, noiseSigma: number): boolean {
  if (noiseSigmaHalfScale === undefined || chromaNoiseSigma === undefined) return true
  return (
    noiseSigmaHalfScale <= NOISE_HALF_SCALE_MOST * noiseSigma || chromaNoiseSigma >= NOISE_CHROMA_LEAST * noiseSigma
  )
}

function seenBlur(estimates: PictureEstimates): SeenBlur | undefined {
  const { lensBlurTrust = 0, lensBlurSigma = 0, softShare = 0, softSigma = 0 } = estimates
  if (lensBlurTrust >= SEEN_BLUR.trust && lensBlurSigma >= SEEN_BLUR.leastPx)
    return { where: 'everywhere', sigmaPx: lensBlurSigma }
  const isInPlaces = softShare >= SEEN_BLUR.share && softSigma >= SEEN_BLUR.placesLeastPx
  return isInPlaces && !isBackground(estimates) ? { where: 'places', sigmaPx: softSigma } : undefined
}

function blurOf(estimates: PictureEstimates, blurred: SeenBlur | undefined): Degree {
  if (estimates.lensBlurTrust !== undefined) return degreeOf(blurred?.sigmaPx, BLUR_PX)
  return isSoft(estimates) ? degreeOf(estimates.blurSigma, BLUR_PX) : 0
}

const isBackground = ({ blurSigma = 0, blurSigmaTenth = 0 }: PictureEstimates): boolean =>
  blurSigma >= BACKGROUND_BLUR_PX && blurSigmaTenth < BLUR_TENTH_LEAST_PX

function isSoft(estimates: PictureEstimates): boolean {
  const { blurSigmaQuarter, blurSigmaTenth } = estimates
  if (blurSigmaQuarter === undefined || blurSigmaTenth === undefined) return true
  return !isBackground(estimates) && blurSigmaQuarter >= BLUR_QUARTER_LEAST_PX
}

const motionOf = ({ motionPx, motionConfidence = 0 }: PictureEstimates): Degree =>
  motionConfidence < MOTION.confidence ? 0 : degreeOf(motionPx, MOTION.px)

function lightOf(estimates: PictureEstimates): FindingDegrees['light'] {
  const { lumaLow, lumaMedian, lumaHigh } = estimates
  if (lumaLow === undefined || lumaMedian === undefined || lumaHigh === undefined) return undefined
  if (lumaMedian < DARK.median && lumaHigh < DARK.high) return isMeantDark(estimates) ? undefined : 'dark'
  return lumaHigh - lumaLow < FADED_RANGE ? 'faded' : undefined
}

const isMeantDark = ({ channelPeak = 0, lumaBright = 0 }: PictureEstimates): boolean =>
  channelPeak >= LIGHTS_IN_DARK.channelPeak && lumaBright < LIGHTS_IN_DARK.bright

const degreeOf = (value: number | undefined, steps: readonly [number, number, number]): Degree =>
  steps.filter((step) => value !== undefined && value >= step).length as Degree
