// One tool parameter as data: the panel draws it, the server checks it, the engine reads it (document 2 §3, §5).

export type ParameterType = 'number' | 'slider' | 'boolean' | 'select' | 'textarea'
export type ParameterValue = number | boolean | string

export const PARAMETER_KEYS = [
  'output_height',
  'face_enhancement',
  'sharpen',
  'denoise',
  'fix_compression',
  'strength',
  'minor_denoise',
  'minor_deblur',
  'original_detail',
  'prompt',
  'creativity',
  'texture',
  'detail',
  'focus_boost',
  'seed',
  'color_correction',
  'exposure',
  'highlight',
  'shadow',
  'temperature',
  'opacity',
] as const
export type ParameterKey = (typeof PARAMETER_KEYS)[number]

/** Manual values of one run; a key that is absent is chosen by the engine ("auto"). */
export type ParameterValues = Partial<Record<ParameterKey, ParameterValue>>

export interface ParameterDefinition {
  readonly type: ParameterType
  readonly label: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** `undefined` means unset: manual mode leaves it to the engine and shows 自动 (C-46). */
  readonly default: ParameterValue | undefined
  readonly description: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string
  readonly maxLength?: number
}
