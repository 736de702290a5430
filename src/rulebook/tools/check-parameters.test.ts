// What may be sent: every number of every model on its grid, and nothing beside it.
import { describe, expect, it } from 'vitest'
import { MODELS } from './catalogue.ts'
import { checkParameters } from './check-parameters.ts'
import type { ParameterDefinition } from './parameter.ts'

const NUMBERS = MODELS.flatMap((model) =>
  Object.entries(model.params)
    .filter(([, { min, max, step }]) => min !== undefined && max !== undefined && step !== undefined)
    .map(([key, definition]) => ({ name: `${key} of ${model.key}`, model, key, definition })),
)
type Range = Required<Pick<ParameterDefinition, 'min' | 'max' | 'step'>>

/** A seed has more than four billion values. */
const VALUES_TRIED_MAX = 100

const gridOf = ({ min, max, step }: Range): number[] =>
  Array.from({ length: Math.min(Math.floor((max - min) / step + 1e-9), VALUES_TRIED_MAX) + 1 }, (_, n) =>
    Number((min + n * step).toFixed(6)),
  )

describe.each(NUMBERS)('$name', ({ model, key, definition }) => {
  const range = definition as Range
  const { min, max, step } = range
  const codeOf = (value: unknown) => checkParameters(model, { [key]: value } as never)?.code
  const reasonOf = (value: unknown) => checkParameters(model, { [key]: value } as never)?.data?.reason

  it('takes every value of its grid, its ends too', () => {
    const grid = gridOf(range)
    expect(grid.length).toBeGreaterThan(2)
    expect([...grid, min, max].filter((value) => codeOf(value) !== undefined)).toEqual([])
  })
  it('refuses what lies beside it, outside it, or is no number', () => {
    const middle = gridOf(range)[1]!
    expect([middle - step / 2, middle + step / 3].map(reasonOf)).toEqual(
      Array(2).fill(`${definition.label}请按 ${step} 的倍数填写`),
    )
    expect([min - step, max + step, min - 0.001, max + 0.001].map(reasonOf)).toEqual(
      Array(4).fill(`${definition.label}必须在 ${min} 到 ${max} 之间`),
    )
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY, '1', true, null])
      expect([none, reasonOf(none)]).toEqual([none, `${definition.label}填写有误，请重新设置`])
  })
})

it('a switch takes yes and no only, a choice only its own values', () => {
  for (const model of MODELS)
    for (const [key, { type, options }] of Object.entries(model.params)) {
      const codeOf = (value: unknown) => checkParameters(model, { [key]: value } as never)?.code
      if (type === 'boolean') expect([true, false, 1, 'true'].map(codeOf)).toEqual([undefined, undefined, ...WRONG])
      if (type !== 'select') continue
      expect(options!.map(({ value }) => codeOf(value))).toEqual(options!.map(() => undefined))
      expect(['nothing of the list', 99].map(codeOf)).toEqual(WRONG)
    }
})
const WRONG = ['parameter-invalid', 'parameter-invalid']
