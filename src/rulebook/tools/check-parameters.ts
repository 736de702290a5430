// The one check of manual values: the panel uses it while typing, the server before it charges (document 2 §5).
import { lookUp } from '../look-up.ts'
import type { ModelConfig } from './model.ts'
import type { ParameterDefinition, ParameterValue, ParameterValues } from './parameter.ts'

/** Also a problem in the sense of the register: throw `{ code, data }` as it is. */
export interface ParameterProblem {
  readonly key: string
  readonly message: string
  readonly code: 'parameter-unsupported' | 'parameter-invalid'
  readonly data: { readonly key: string; readonly reason: string }
}

const problem = (code: ParameterProblem['code'], key: string, message: string): ParameterProblem => ({
  key,
  message,
  code,
  data: { key, reason: message },
})

/** The first problem of these values for this model, or undefined when every one may be sent. */
export function checkParameters(model: ModelConfig, values: ParameterValues): ParameterProblem | undefined {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    const definition = lookUp(model.params, key)
    if (!definition) return problem('parameter-unsupported', key, '这个工具没有这项设置')
    const message = checkValue(definition, value)
    if (message) return problem('parameter-invalid', key, message)
  }
  return undefined
}

function checkValue(definition: ParameterDefinition, value: ParameterValue): string | undefined {
  const { type, label } = definition
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : `${label}填写有误，请重新设置`
  if (type === 'textarea') return checkText(definition, value)
  if (type === 'select')
    return definition.options?.some((option) => option.value === value) ? undefined : `${label}填写有误，请重新设置`
  return checkNumber(definition, value)
}

function checkText({ label, maxLength = Number.POSITIVE_INFINITY }: ParameterDefinition, value: ParameterValue) {
  if (typeof value !== 'string') return `${label}填写有误，请重新设置`
  return [...value].length <= maxLength ? undefined : `${label}不能超过 ${maxLength} 个字符`
}

/** Values must be multiples of the step, as every least value is: the provider ignores what it does not know, and the consumer would pay for it. */
function checkNumber({ label, min = -Infinity, max = Infinity, step }: ParameterDefinition, value: ParameterValue) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${label}填写有误，请重新设置`
  if (value < min || value > max) return `${label}必须在 ${min} 到 ${max} 之间`
  const steps = step === undefined ? 0 : value / step
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : `${label}请按 ${step} 的倍数填写`
}
