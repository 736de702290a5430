// The 23 models, in catalogue order, and the ways to find one (document 2 §2, §9).
import { DENOISE_MODELS } from './denoise.ts'
import { ENHANCE_GENERATIVE_MODELS, ENHANCE_MODELS } from './enhance.ts'
import { LIGHTING_MODELS } from './lighting.ts'
import type { ModelConfig, ToolKey } from './model.ts'
import { RESTORE_MODELS } from './restore.ts'
import { SHARPEN_GENERATIVE_MODELS, SHARPEN_MODELS } from './sharpen.ts'

export const MODELS: readonly ModelConfig[] = [
  ...ENHANCE_MODELS,
  ...ENHANCE_GENERATIVE_MODELS,
  ...DENOISE_MODELS,
  ...RESTORE_MODELS,
  ...LIGHTING_MODELS,
  ...SHARPEN_MODELS,
  ...SHARPEN_GENERATIVE_MODELS,
]

const byKey = new Map(MODELS.map((model) => [model.key, model]))

/** The model of a route below /ai, for example `denoise/normal`; undefined when unknown. */
export const modelByKey = (key: string): ModelConfig | undefined => byKey.get(key)

/** The model that a documented processing call names by function type and provider name. */
export const modelByTopazName = (tool: ToolKey, topazModel: string): ModelConfig | undefined =>
  MODELS.find((model) => model.tool === tool && model.topazModel === topazModel)

/** What an unknown model route shows; it can never be started (document 2 §2, C-20). */
export const UNKNOWN_MODEL = { name: 'Unknown Model', description: '模型信息未找到', credits: 1 } as const
