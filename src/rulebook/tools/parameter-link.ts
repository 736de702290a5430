// Parameters in the address of a tool page, so that settings can be shared and linked to: `?output_height=2048&face_enhancement=true`.
// What does not fit the model is left out silently: an old or mistyped link still opens the tool.
import { lookUp } from '../look-up.ts'
import { checkParameters } from './check-parameters.ts'
import type { ModelConfig } from './model.ts'
import {
  PARAMETER_KEYS,
  type ParameterDefinition,
  type ParameterKey,
  type ParameterValue,
  type ParameterValues,
} from './parameter.ts'

export const PARAMETER_LINK_TEXTS = {
  copy: '复制链接',
  copied: '链接已复制，打开后沿用当前设置',
  copyFailed: '未能复制链接，请从地址栏复制',
} as const

/** The values of a query that this model takes; undefined when there is none. */
export function parametersOfQuery(model: ModelConfig, query: string): ParameterValues | undefined {
  const values: ParameterValues = {}
  for (const [key, text] of new URLSearchParams(query)) {
    const definition = lookUp(model.params, key)
    const value = definition && valueIn(definition, text)
    if (value !== undefined && !checkParameters(model, { [key]: value })) values[key as ParameterKey] = value
  }
  return Object.keys(values).length > 0 ? values : undefined
}

/** The query without the names of parameters, with its question mark when something is left. */
export function queryWithoutParameters(query: string): string {
  const left = new URLSearchParams(query)
  for (const key of PARAMETER_KEYS) left.delete(key)
  const text = String(left)
  return text === '' ? '' : `?${text}`
}

/** The address of these values at this model. */
export function addressWithParameters({ route }: Pick<ModelConfig, 'route'>, values: ParameterValues): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(set.map(([key, value]): [string, string] => [key, String(value)]))
  return set.length > 0 ? `${route}?${query}` : route
}

function valueIn({ type }: ParameterDefinition, text: string): ParameterValue | undefined {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined)
  if (type === 'textarea' || type === 'select') return text === '' ? undefined : text
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}
