// A free look before a run: one spot of what it would give (decision 0099).
import { modelByKey } from '../tools/catalogue.ts'
import type { ModelConfig } from '../tools/model.ts'

/** Side of the square of the result, at 100 %. */
export const PATCH_SIDE_PX = 512
/** Side by side; more are not compared, they are searched. */
export const PATCH_MODELS_MAX = 3
/** A person's: two looks a minute for an hour. */
export const PATCHES_PER_HOUR = 120
/** A visitor's, per browser and per network: four spots with three tools each. */
export const TRIAL_DAILY_PATCHES = 12
/** Those of one picture: more than anybody has on the screen; the older ones go. */
export const PATCHES_KEPT = 24
/** More than these are not kept waiting; nobody holds all the places, and visitors have a room of their own. */
export const WAITING_PATCHES = { ofMembers: 24, ofGuests: 12, ofOne: 4 } as const

/** What is asked before a look is computed: the start's own guards but those that concern money and the number of runs. */
export const PATCH_GUARDS = [
  'maintenance',
  'emergency-stop',
  'banned',
  'suspended',
  'unknown-model',
  'parameter-unsupported',
  'parameter-invalid',
  'upload-missing',
  'upload-expired',
] as const

export const PATCH_ERRORS = {
  'patch-limit': '试看过于频繁，请稍后再试',
  'trial-patches': '今天的免费试看次数已用完，登录后可以继续试看',
  'patch-busy': '现在试看的人较多，请稍后再试',
  'patch-unavailable': '这个工具暂不支持试看',
  'patch-failed': '这次试看未成功，没有消耗积分，请重试',
} as const
export type PatchErrorCode = keyof typeof PATCH_ERRORS

/** Neighbours that are worth seeing beside a model, nearest first. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  'enhance/standard/standard-v2': ['enhance/standard/high-fidelity-v2', 'enhance/generative/recovery-v2'],
  'enhance/standard/high-fidelity-v2': ['enhance/standard/standard-v2', 'enhance/generative/recovery-v2'],
  'enhance/standard/low-resolution-v2': ['enhance/generative/recovery-v2', 'enhance/standard/standard-v2'],
  'enhance/standard/cgi': ['enhance/standard/standard-v2', 'enhance/standard/low-resolution-v2'],
  'enhance/standard/text-refine': ['enhance/standard/standard-v2', 'enhance/standard/cgi'],
  'enhance/generative/redefine': ['enhance/generative/recovery-v2', 'enhance/standard/standard-v2'],
  'enhance/generative/recovery': ['enhance/generative/recovery-v2', 'enhance/standard/low-resolution-v2'],
  'enhance/generative/recovery-v2': ['enhance/generative/redefine', 'enhance/standard/low-resolution-v2'],
  'denoise/normal': ['denoise/strong', 'denoise/extreme'],
  'denoise/strong': ['denoise/normal', 'denoise/extreme'],
  'denoise/extreme': ['denoise/strong', 'denoise/normal'],
  'restore/dust-scratch': ['denoise/strong', 'lighting/adjust'],
  'lighting/adjust': ['lighting/white-balance'],
  'lighting/white-balance': ['lighting/adjust'],
  'sharpen/standard/standard': ['sharpen/standard/strong', 'sharpen/standard/natural'],
  'sharpen/standard/strong': ['sharpen/standard/standard', 'sharpen/generative/super-focus-v2'],
  'sharpen/standard/natural': ['sharpen/standard/standard', 'sharpen/standard/strong'],
  'sharpen/standard/lens-blur': ['sharpen/standard/lens-blur-v2', 'sharpen/generative/super-focus-v2'],
  'sharpen/standard/lens-blur-v2': ['sharpen/standard/lens-blur', 'sharpen/generative/super-focus-v2'],
  'sharpen/standard/motion-blur': ['sharpen/standard/strong', 'sharpen/generative/super-focus-v2'],
  'sharpen/standard/refocus': ['sharpen/standard/lens-blur-v2', 'sharpen/generative/super-focus-v2'],
  'sharpen/generative/super-focus': ['sharpen/generative/super-focus-v2', 'sharpen/standard/lens-blur-v2'],
  'sharpen/generative/super-focus-v2': ['sharpen/generative/super-focus', 'sharpen/standard/lens-blur-v2'],
}

/** What is shown side by side for these: they themselves first, then neighbours of the first. */
export function modelsToCompare(models: readonly ModelConfig[]): ModelConfig[] {
  const neighbours = models[0] ? (NEIGHBOURS[models[0].key] ?? []).map((key) => modelByKey(key)!) : []
  return [...new Set([...models, ...neighbours])].slice(0, PATCH_MODELS_MAX)
}

export const PATCH_TEXTS = {
  open: '先试一小块',
  free: '不扣积分',
  title: '先试一小块，不扣积分',
  hint: '点一下照片选位置。下面是这个位置处理后的效果，与整张处理的结果相同。',
  picture: '选择试看的位置',
  pictureHelp: '按方向键移动位置，按回车键试看',
  working: '正在试看…',
  retry: '重试',
  again: '设置已改，重新试看',
  shown: '显示',
  original: '原图',
  processed: '处理后',
  use: '用这个处理',
  chosen: '当前工具',
  after: '{model}处理后的局部',
  beforeAlt: '原图的局部',
  close: '收起',
  size: '完整结果 {width} × {height} 像素',
} as const
