// Which tools would help a picture, and why: measurements in, at most three models in order with a short reason out.
// Thresholds were set by looking at the pictures of the bench one by one; docs/recommendation.md has the table and what still goes wrong.

import { modelByKey } from '../tools/catalogue.ts'
import type { ModelConfig } from '../tools/model.ts'
import { idleKey, TRIED_TOOLS } from './advised-tools.ts'
import type { PictureEstimates } from './picture-content.ts'
import {
  type Degree,
  FINDING_TEXTS,
  type FindingDegrees,
  findingDegrees,
  graded,
  pictureFindings,
} from './picture-findings.ts'

export const RECOMMENDATION_REASONS = {
  scratches: '像是老照片，可能有灰尘与划痕',
  noise: `${FINDING_TEXTS.noise}，先降噪更干净`,
  dark: `${FINDING_TEXTS.dark}，可以提亮`,
  faded: `${FINDING_TEXTS.faded}，画面发灰`,
  cast: '画面偏色，可以校正',
  blurAll: '整张照片失焦，可以还原清晰度',
  blurPart: '部分画面失焦，可以只锐化这些地方',
  motion: `${FINDING_TEXTS.motion}，可以减轻`,
  blurSome: '画面略软，可以提升清晰度',
  compression: `${FINDING_TEXTS.compression}，可以修复并放大`,
  ruined: '很小而且受损严重，可以重建细节',
  text: '像是文字图片，放大后更易读',
  art: '像是插画，放大后线条仍然干净',
  small: '尺寸较小，可以放大',
} as const

export interface Recommendation {
  readonly model: ModelConfig
  readonly reason: string
}

export const RECOMMENDATIONS_MAX = 3
/** A picture below this many pixels on its long side gains from being enlarged on today's screens. */
const SMALL_SIDE_PX = 1000
/** Below this its details are guessed rather than seen. */
const TINY_SIDE_PX = 320
const EXTREME_NOISE_LEVELS = 45
/** The usual quality of web pictures is a slight trace and not yet a damage. */
const RUINED_DEGREE = 2
/** σ of a blur of the whole picture from which on 标准锐化 falls short of 镜头模糊修复 (decision 0207). */
const OUT_OF_FOCUS_PX = 1.3
type Advice = readonly [modelKey: string, reason: string]

interface Seen {
  readonly found: FindingDegrees
  readonly longSidePx: number
  readonly estimates: PictureEstimates
}

/** In the order in which one would use them. Empty for a picture that needs nothing; `undefined` where nothing was measured. */
export function recommendationsFor(estimates: PictureEstimates): Recommendation[] | undefined {
  const helpful = adviceFor(estimates)?.filter(([key]) => estimates[idleKey(key)] !== 1)
  return helpful?.slice(0, RECOMMENDATIONS_MAX).map(([key, reason]) => ({ model: modelByKey(key)!, reason }))
}

/** What would be recommended, of the tools that are tried first. */
export const toolsToTry = (estimates: PictureEstimates): string[] =>
  (adviceFor(estimates) ?? []).map(([key]) => key).filter((key) => TRIED_TOOLS.has(key))

function adviceFor(estimates: PictureEstimates): Advice[] | undefined {
  const found = findingDegrees(estimates)
  if (!found) return undefined
  const { width = 0, height = 0 } = estimates
  const seen = { found, longSidePx: Math.max(width, height), estimates }
  return [...repairs(seen), ...lightAdvice(seen), ...enlarging(seen), ...sharpening(seen)]
}

/** Nothing was found in it; at most enlarging is offered. */
export const isInGoodShape = (estimates: PictureEstimates): boolean => pictureFindings(estimates)?.length === 0

/** Scratches before noise: a scratch is found in the grain that it interrupts. */
function repairs({ found, estimates: { noiseSigma = 0 } }: Seen): Advice[] {
  const advice: Advice[] = []
  if (found.content === 'old-photo') advice.push(['restore/dust-scratch', RECOMMENDATION_REASONS.scratches])
  const noise = graded(RECOMMENDATION_REASONS.noise, found.noise)
  if (noise) advice.push([denoiser(found.noise, noiseSigma), noise])
  return advice
}

const denoiser = (degree: Degree, noiseSigma: number): string => {
  if (noiseSigma >= EXTREME_NOISE_LEVELS) return 'denoise/extreme'
  return degree === 3 ? 'denoise/strong' : 'denoise/normal'
}

function lightAdvice({ found }: Seen): Advice[] {
  const advice: Advice[] = []
  if (found.light) advice.push(['lighting/adjust', RECOMMENDATION_REASONS[found.light]])
  // The colours of what lies in the dark are seen when it is light.
  else if (found.hasCast) advice.push(['lighting/white-balance', RECOMMENDATION_REASONS.cast])
  return advice
}

function enlarging({ found: { content, compression }, longSidePx }: Seen): Advice[] {
  const isRuined = compression >= RUINED_DEGREE
  if (longSidePx >= SMALL_SIDE_PX && !isRuined) return []
  if (content === 'text') return [['enhance/standard/text-refine', RECOMMENDATION_REASONS.text]]
  if (content === 'art') return [['enhance/standard/cgi', RECOMMENDATION_REASONS.art]]
  if (isRuined && longSidePx < TINY_SIDE_PX) return [['enhance/generative/recovery-v2', RECOMMENDATION_REASONS.ruined]]
  const compressed = graded(RECOMMENDATION_REASONS.compression, compression)
  if (compressed) return [['enhance/standard/low-resolution-v2', compressed]]
  const model = longSidePx < TINY_SIDE_PX ? 'enhance/standard/low-resolution-v2' : 'enhance/standard/standard-v2'
  return [[model, RECOMMENDATION_REASONS.small]]
}

/** By what the tools go by themselves: one that would leave the picture as it is is never named. */
function sharpening({ found }: Seen): Advice[] {
  const smeared = graded(RECOMMENDATION_REASONS.motion, found.motion)
  if (smeared) return [['sharpen/standard/motion-blur', smeared]]
  // Undoing a blur would draw the noise.
  if (!found.blurred || found.noise > 1) return []
  const { where, sigmaPx } = found.blurred
  if (where === 'places') return [['sharpen/standard/lens-blur-v2', RECOMMENDATION_REASONS.blurPart]]
  if (sigmaPx >= OUT_OF_FOCUS_PX) return [['sharpen/standard/lens-blur', RECOMMENDATION_REASONS.blurAll]]
  return [['sharpen/standard/standard', RECOMMENDATION_REASONS.blurSome]]
}
