// Auto and manual (document 2 §4, §7; C-46): auto sends nothing, manual starts from the defaults and sends what is set.
import type { ModelConfig } from './model.ts'
import { manualStartHeightPx, type Size } from './output-height.ts'
import type { ParameterKey, ParameterValues } from './parameter.ts'

/** Values after a switch to this mode: auto clears every advanced value, manual fills each from its default. */
export function valuesForMode(
  model: Pick<ModelConfig, 'params'>,
  mode: 'auto' | 'manual',
  picture?: Size,
): ParameterValues {
  if (mode === 'auto') return {}
  const keys = Object.keys(model.params) as ParameterKey[]
  const defaults = keys.map((key) => [key, defaultOf(model, key, picture)] as const)
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined))
}

/** The height that a small picture starts with is not the default of the documents (decision 0096). */
const defaultOf = ({ params }: Pick<ModelConfig, 'params'>, key: ParameterKey, picture: Size | undefined) =>
  key === 'output_height' && picture ? manualStartHeightPx(picture) : params[key]?.default

/** The values with one of them back at its default; one whose default is unset returns to unset (C-46). */
export function resetToDefault(
  model: Pick<ModelConfig, 'params'>,
  values: ParameterValues,
  key: ParameterKey,
  picture?: Size,
): ParameterValues {
  const { [key]: _removed, ...rest } = values
  const value = defaultOf(model, key, picture)
  return value === undefined ? rest : { ...rest, [key]: value }
}

export const PARAMETER_TEXTS = {
  title: '效果设置',
  auto: '自动',
  manual: '手动',
  autoHint: '智能调参',
  resetAll: '恢复自动',
  reset: '恢复默认值',
  unset: '自动', // C-46
  none: '这个工具全自动，无需设置',
} as const
