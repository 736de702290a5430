// A run that changed next to nothing costs nothing: 效果不明显，不收费. Measured where the result is made
// (src/engine/run/measure-change.ts), judged here by the model; how the limits were set: decision 0095.
import { lookUp } from '../look-up.ts'

/** What was measured; the engine's own words. */
interface MeasuredChange {
  readonly meanLevels: number
  readonly visibleShare: number
}

/** Both must be missed: a scratch is a small part of a picture, a change of light is small everywhere. */
interface EffectLimits {
  /** Levels of 256, over all pixels. */
  readonly meanLevels: number
  /** Share of the pixels that differ by 8 levels or more, 0–1. */
  readonly visibleShare: number
}

const LIMITS = {
  sharpen: { meanLevels: 0.5, visibleShare: 0.005 },
  denoise: { meanLevels: 0.75, visibleShare: 0.0005 },
  // It cleans gently everywhere; what it is bought for is a few spots and lines.
  restore: { meanLevels: 1, visibleShare: 0.0002 },
  light: { meanLevels: 1, visibleShare: 0.01 },
} as const

/** The models that keep the size of a picture. One that enlarges has had its effect. */
export const NO_EFFECT_MODELS: Readonly<Record<string, EffectLimits>> = {
  'sharpen/standard/standard': LIMITS.sharpen,
  'sharpen/standard/strong': LIMITS.sharpen,
  'sharpen/standard/lens-blur': LIMITS.sharpen,
  'sharpen/standard/lens-blur-v2': LIMITS.sharpen,
  'sharpen/standard/motion-blur': LIMITS.sharpen,
  'sharpen/standard/natural': LIMITS.sharpen,
  'sharpen/standard/refocus': LIMITS.sharpen,
  'sharpen/generative/super-focus': LIMITS.sharpen,
  'sharpen/generative/super-focus-v2': LIMITS.sharpen,
  'denoise/normal': LIMITS.denoise,
  'denoise/strong': LIMITS.denoise,
  'denoise/extreme': LIMITS.denoise,
  'restore/dust-scratch': LIMITS.restore,
  'lighting/adjust': LIMITS.light,
  'lighting/white-balance': LIMITS.light,
}

/** Times a day that one person's credits come back by themselves for this. */
export const NO_EFFECT_RETURNS_PER_DAY = 5

/** Why a completed run was not charged; stored with the record and in the ledger. */
export const NO_EFFECT = 'no-effect'

/** Beside the result, in the history, and for the operator. */
export const NO_EFFECT_TEXTS = {
  returnedTitle: '效果不明显，不收费',
  returned: '这张图片处理前后几乎没有变化，{n} 个积分已自动退回。',
  charged: '这张图片处理前后几乎没有变化。今天的 {limit} 次自动退回已用完，本次照常消耗积分。',
  price: '0（已退回 {n} 积分）',
  inHistory: '效果不明显，已退回 {n} 积分',
  today: '其中 {runs} 次效果不明显，退回 {credits} 积分',
} as const

/** False where nothing was measured: another provider, or a result of another size. */
export function hasNoEffect(modelKey: string, change: MeasuredChange | undefined): boolean {
  const limits = lookUp(NO_EFFECT_MODELS, modelKey)
  if (!limits || !change) return false
  return change.meanLevels < limits.meanLevels && change.visibleShare < limits.visibleShare
}
