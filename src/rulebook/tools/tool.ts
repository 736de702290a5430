// The seven tools: names, prices, call kinds, default models (document 2 §2, §4, §9; C-07, C-44).
import type { CategoryKey, ToolCategory, ToolKey } from './model.ts'

export interface Tool {
  readonly key: ToolKey
  readonly displayName: string
  readonly category: CategoryKey
  /** List price of every model of the tool, in credits (document 2 §9). */
  readonly credits: number
  readonly isAsync: boolean
  /** Route without a model, which forwards to the default model. */
  readonly route: string
  readonly defaultModel: string
}

/** The catalogue's default price, and that of dust-scratch; the generative tools have prices of their own (document 2 §9, C-06, C-07). */
const DEFAULT_CREDITS = 2
const DUST_SCRATCH_CREDITS = 3

export const TOOLS: Readonly<Record<ToolKey, Tool>> = {
  enhance: {
    key: 'enhance',
    displayName: '标准增强',
    category: 'enhance',
    credits: DEFAULT_CREDITS,
    isAsync: false,
    route: '/ai/enhance',
    defaultModel: 'enhance/standard/standard-v2',
  },
  'enhance-generative': {
    key: 'enhance-generative',
    displayName: '生成式增强',
    category: 'enhance',
    credits: 5,
    isAsync: true,
    route: '/ai/enhance-generative',
    defaultModel: 'enhance/generative/recovery-v2',
  },
  denoise: {
    key: 'denoise',
    displayName: '降噪',
    category: 'denoise',
    credits: DEFAULT_CREDITS,
    isAsync: false,
    route: '/ai/denoise',
    defaultModel: 'denoise/normal',
  },
  'restore-generative': {
    key: 'restore-generative',
    displayName: '老照片修复',
    category: 'restore',
    credits: DUST_SCRATCH_CREDITS,
    isAsync: true,
    route: '/ai/restore',
    defaultModel: 'restore/dust-scratch',
  },
  lighting: {
    key: 'lighting',
    displayName: '光影调整',
    category: 'lighting',
    credits: DEFAULT_CREDITS,
    isAsync: false,
    route: '/ai/lighting',
    defaultModel: 'lighting/adjust',
  },
  sharpen: {
    key: 'sharpen',
    displayName: '锐化',
    category: 'sharpen',
    credits: DEFAULT_CREDITS,
    isAsync: false,
    route: '/ai/sharpen',
    defaultModel: 'sharpen/standard/standard',
  },
  'sharpen-generative': {
    key: 'sharpen-generative',
    displayName: '生成式锐化',
    category: 'sharpen',
    credits: 4,
    isAsync: true,
    route: '/ai/sharpen-generative',
    defaultModel: 'sharpen/generative/super-focus-v2',
  },
}

/** In the order of the navigation; sharpening stands last (C-18). */
export const CATEGORIES: readonly ToolCategory[] = [
  { key: 'enhance', title: '图片增强', icon: 'sparkles', description: '放大并提升清晰度' },
  { key: 'denoise', title: '降噪', icon: 'grain', description: '去除噪点，保留细节' },
  { key: 'restore', title: '老照片修复', icon: 'photo-heart', description: '去除灰尘与划痕' },
  { key: 'lighting', title: '光影调整', icon: 'sun', description: '调整光线与色彩' },
  { key: 'sharpen', title: '锐化', icon: 'focus-2', description: '修复模糊，找回焦点' },
]

/** Function types that use the async call; `restore` is the older name of `restore-generative` (document 2 §4, C-44). */
export const ASYNC_FUNCTION_TYPES = [
  'enhance-generative',
  'sharpen-generative',
  'restore-generative',
  'restore',
] as const
