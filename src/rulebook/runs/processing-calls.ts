// The documented processing calls: names, bodies, defaults (document 2 §3, §4, §7; C-44, C-46, U-54).
import { lookUp } from '../look-up.ts'
import { modelByKey, modelByTopazName } from '../tools/catalogue.ts'
import type { ModelConfig } from '../tools/model.ts'
import type { ParameterValues } from '../tools/parameter.ts'
import { ASYNC_FUNCTION_TYPES, TOOLS } from '../tools/tool.ts'

/** Prefix of the documented calls, whose refusals always have the form of document 2 §7. */
export const FUNCTIONS_PATH = '/api/functions/'

export const SYNC_FUNCTION = 'topaz-process'
export const ASYNC_FUNCTION = 'topaz-process-async'
export const DEFAULT_SYNC_MODEL = 'Standard V2'
export const DEFAULT_ASYNC_MODEL = 'Recovery V2'

/** The only fields that leave the server (U-54). */
export interface ProcessingResponse {
  readonly success: boolean
  readonly error?: string
  readonly resultUrl?: string
  /** Base64. */
  readonly result?: string
  readonly taskId?: string
  readonly status?: 'processing' | 'completed' | 'failed'
  readonly progress?: number
}

export const isAsyncFunctionType = (functionType: string): boolean =>
  (ASYNC_FUNCTION_TYPES as readonly string[]).includes(functionType)

/**
 * The model that a call means; without a name the call's default, or the tool's own where the tool has no such model.
 * `restore` is the older name of `restore-generative` (C-44). Undefined when there is none.
 */
export function modelOfCall(functionType: string, topazModel?: string): ModelConfig | undefined {
  const tool = lookUp(TOOLS, functionType === 'restore' ? 'restore-generative' : functionType)
  if (!tool) return undefined
  if (topazModel !== undefined) return modelByTopazName(tool.key, topazModel)
  const defaultName = isAsyncFunctionType(functionType) ? DEFAULT_ASYNC_MODEL : DEFAULT_SYNC_MODEL
  return modelByTopazName(tool.key, defaultName) ?? modelByKey(tool.defaultModel)
}

/** Values as they are sent: only those that are set, without model and credits (document 2 §3, §7). */
export function paramsToSend(values: Readonly<Record<string, unknown>>): ParameterValues {
  const set = Object.entries(values).filter(
    ([key, value]) => key !== 'model' && key !== 'credits' && value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(set) as ParameterValues
}
