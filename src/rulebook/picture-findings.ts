// What the engine measured in a picture, in plain Chinese (issue 5, part 4): 检测到：中度噪点、轻微模糊. The measurements are stored with
// the job (`estimates`, units in their names). Thresholds were set here by looking at the old, noisy and poor pictures of the bench.
import { fillText } from './fill-text.ts'

export const FINDING_TEXTS = {
  detected: '检测到：{findings}',
  nothing: '未检测到明显问题',
  separator: '、',
  degrees: ['轻微', '中度', '明显'],
  noise: '{degree}噪点',
  blur: '{degree}模糊',
  compression: '{degree}压缩痕迹',
  dark: '画面偏暗',
  faded: '对比度偏低',
  cast: '偏色',
} as const

/** From these values on slight, medium, strong. Fine texture is heard as noise up to about 5 levels. */
const NOISE_LEVELS = [6, 12, 25] as const
const BLUR_PX = [0.6, 1.2, 2.2] as const
/** Steps below the best JPEG quality, 100. */
const JPEG_LOSS = [22, 38, 60] as const
/** A picture whose middle and brightest luma (0–1) lie below these. */
const DARK = { median: 0.15, high: 0.65 } as const
const FADED_RANGE = 0.5
/** Natural logarithm of red to blue in the picture's light; a warm evening stays below. */
const CAST_LOG_RATIO = 0.46

export type PictureEstimates = Readonly<Record<string, number>>

/** Every finding by itself, the gravest kinds first; `undefined` where nothing was measured (another provider did the work). */
export function pictureFindings(estimates: PictureEstimates): string[] | undefined {
  const { noiseSigma, blurSigma, jpegQuality, lumaLow, lumaMedian, lumaHigh, castLogRatio } = estimates
  if (noiseSigma === undefined) return undefined
  const found = [
    graded(FINDING_TEXTS.noise, noiseSigma, NOISE_LEVELS),
    graded(FINDING_TEXTS.blur, blurSigma, BLUR_PX),
    graded(FINDING_TEXTS.compression, jpegQuality === undefined ? undefined : 100 - jpegQuality, JPEG_LOSS),
  ]
  if (lumaLow !== undefined && lumaMedian !== undefined && lumaHigh !== undefined) {
    if (lumaMedian < DARK.median && lumaHigh < DARK.high) found.push(FINDING_TEXTS.dark)
    else if (lumaHigh - lumaLow < FADED_RANGE) found.push(FINDING_TEXTS.faded)
  }
  if (castLogRatio !== undefined && Math.abs(castLogRatio) > CAST_LOG_RATIO) found.push(FINDING_TEXTS.cast)
  return found.filter((text) => text !== undefined)
}

/** One line for the tool page: 检测到：中度噪点、轻微模糊. */
export function findingsText(estimates: PictureEstimates): string | undefined {
  const found = pictureFindings(estimates)
  if (!found) return undefined
  if (found.length === 0) return FINDING_TEXTS.nothing
  return fillText(FINDING_TEXTS.detected, { findings: found.join(FINDING_TEXTS.separator) })
}

function graded(text: string, value: number | undefined, steps: readonly [number, number, number]): string | undefined {
  const reached = steps.filter((step) => value !== undefined && value >= step).length
  return reached === 0 ? undefined : fillText(text, { degree: FINDING_TEXTS.degrees[reached - 1] })
}
