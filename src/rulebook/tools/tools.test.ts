// Models and parameters: the 23 rows, every range with its bounds and one step beyond.
import { describe, expect, it } from 'vitest'
import { MODELS, modelByKey } from './catalogue.ts'
import { checkParameters } from './check-parameters.ts'
import type { ParameterDefinition, ParameterType } from './parameter.ts'
import { resetToDefault, valuesForMode } from './parameter-mode.ts'
import { PARAMETERS } from './parameters.ts'
import { CATEGORIES, TOOLS } from './tool.ts'

const namesOf = (tool: string) => MODELS.filter((model) => model.tool === tool).map((model) => model.englishName)
const model = (key: string) => modelByKey(key)!

/** Whether one value of one parameter is accepted by a model that has it. */
function accepts(key: keyof typeof PARAMETERS, value: unknown): boolean {
  const owner = MODELS.find((candidate) => key in candidate.params)!
  return checkParameters(owner, { [key]: value } as never) === undefined
}

describe('models', () => {
  it('[MODEL-01] standard enhance', () =>
    expect(namesOf('enhance')).toEqual(['Standard V2', 'Low Resolution V2', 'CGI', 'High Fidelity V2', 'Text Refine']))
  it('[MODEL-02] generative enhance, Recovery V2 by default', () => {
    expect(namesOf('enhance-generative')).toEqual(['Redefine', 'Recovery', 'Recovery V2'])
    expect(model(TOOLS['enhance-generative'].defaultModel).englishName).toBe('Recovery V2')
  })
  it('[MODEL-03] standard sharpen', () =>
    expect(namesOf('sharpen')).toEqual([
      'Standard',
      'Strong',
      'Lens Blur',
      'Lens Blur V2',
      'Motion Blur',
      'Natural',
      'Refocus',
    ]))
  it('[MODEL-05] generative sharpen, Super Focus V2 by default', () => {
    expect(namesOf('sharpen-generative')).toEqual(['Super Focus', 'Super Focus V2'])
    expect(model(TOOLS['sharpen-generative'].defaultModel).englishName).toBe('Super Focus V2')
  })
  it('[MODEL-06] denoise', () => expect(namesOf('denoise')).toEqual(['Normal', 'Strong', 'Extreme']))
  it('[MODEL-07] restore', () => expect(namesOf('restore-generative')).toEqual(['Dust-Scratch']))
  it('[MODEL-08] lighting', () => expect(namesOf('lighting')).toEqual(['Adjust', 'White Balance']))
  it('[MODEL-09] 23 models on 23 routes', () => {
    expect(MODELS).toHaveLength(23)
    expect(new Set(MODELS.map((m) => m.route)).size).toBe(23)
  })
  it('[DATA-PROC-01] categories have four fields', () => {
    for (const category of CATEGORIES) {
      expect(Object.keys(category).sort()).toEqual(['description', 'icon', 'key', 'title'])
      expect(Object.values(category)).not.toContain('')
    }
  })
  it('[DATA-PROC-02] models have every field, filled', () => {
    const fields =
      'key name displayName englishName title category subCategory description topazModel credits route isAsync params'
    for (const m of MODELS) {
      for (const field of fields.split(' ')) {
        expect(m).toHaveProperty(field)
        if (field !== 'subCategory') expect(m[field as keyof typeof m]).not.toBe('')
      }
      expect(m.subCategory).toBe(/^(enhance|sharpen)/.test(m.tool) ? m.key.split('/')[1] : undefined)
    }
  })
  it('[DATA-PROC-03] [DATA-PROC-04] parameters have the ten fields and are of the five types; nothing is chosen from a list yet', () => {
    // Checked with the types: no field and no type more or less.
    const fields: Record<keyof ParameterDefinition, string> = {
      type: 'used',
      label: 'used',
      min: 'used',
      max: 'used',
      step: 'used',
      default: 'used',
      description: 'used',
      options: 'unused',
      placeholder: 'used',
      maxLength: 'used',
    }
    const types: Record<ParameterType, string> = {
      number: 'used',
      slider: 'used',
      boolean: 'used',
      select: 'unused',
      textarea: 'used',
    }
    const usedOf = (names: object) =>
      Object.keys(names)
        .filter((name) => names[name as never] === 'used')
        .sort()
    const definitions = Object.values(PARAMETERS)
    expect([...new Set(definitions.flatMap((definition) => Object.keys(definition)))].sort()).toEqual(usedOf(fields))
    expect([...new Set(definitions.map(({ type }) => type))].sort()).toEqual(usedOf(types))
  })
})

describe('parameter ranges', () => {
  type Row = readonly [row: string, key: keyof typeof PARAMETERS, good: readonly unknown[], bad: readonly unknown[]]
  const fine = { good: [0.01, 0.5, 0.57, 1], bad: [0, 1.01, 0.555, '0.5', Number.NaN] }
  const unit = { good: [0, 0.3, 1], bad: [-0.1, 1.1, 0.35] }
  const light = { good: [0, 1, 1.7, 2], bad: [-0.1, 2.1, 1.05] }
  const rows: readonly Row[] = [
    ['[PARAM-08]', 'output_height', [512, 2048, 4096, 576], [448, 4160, 513, 511, Infinity]],
    ['[PARAM-09]', 'face_enhancement', [true, false], [1, 'true']],
    ['[PARAM-10]', 'sharpen', unit.good, unit.bad],
    ['[PARAM-11]', 'denoise', unit.good, unit.bad],
    ['[PARAM-12]', 'fix_compression', unit.good, unit.bad],
    ['[PARAM-13]', 'strength', fine.good, fine.bad],
    ['[PARAM-14]', 'minor_denoise', fine.good, fine.bad],
    ['[PARAM-15]', 'minor_deblur', fine.good, fine.bad],
    ['[PARAM-16]', 'original_detail', unit.good, unit.bad],
    ['[PARAM-17]', 'prompt', ['', '字'.repeat(1024)], ['字'.repeat(1025), 7]],
    ['[PARAM-18]', 'creativity', [1, 3, 6], [0, 7, 2.5]],
    ['[PARAM-19]', 'texture', unit.good, unit.bad],
    ['[PARAM-20]', 'detail', unit.good, unit.bad],
    ['[PARAM-21]', 'focus_boost', [0.25, 0.3, 1], [0.2, 1.05, 0.26]],
    ['[PARAM-22]', 'seed', [-2147483648, 0, 2147483647], [-2147483649, 2147483648, 1.5, '']],
    ['[PARAM-23]', 'color_correction', [true, false], [0]],
    ['[PARAM-24]', 'exposure', light.good, light.bad],
    ['[PARAM-25]', 'highlight', light.good, light.bad],
    ['[PARAM-26]', 'shadow', light.good, light.bad],
    ['[PARAM-27]', 'temperature', fine.good, fine.bad],
    ['[PARAM-28]', 'opacity', fine.good, fine.bad],
  ]
  it.each(rows)('%s %s', (_row, key, good, bad) => {
    for (const value of good) expect({ value, ok: accepts(key, value) }).toEqual({ value, ok: true })
    for (const value of bad) expect({ value, ok: accepts(key, value) }).toEqual({ value, ok: false })
  })

  it('has the documented defaults', () => {
    const defaults = Object.fromEntries(Object.entries(PARAMETERS).map(([key, { default: value }]) => [key, value]))
    expect(defaults).toEqual({
      output_height: 2048,
      face_enhancement: false,
      sharpen: undefined,
      denoise: undefined,
      fix_compression: undefined,
      strength: 0.5,
      minor_denoise: 0.5,
      minor_deblur: 0.5,
      original_detail: 0.5,
      prompt: '',
      creativity: 3,
      texture: 0.5,
      detail: 0.5,
      focus_boost: 0.5,
      seed: undefined,
      color_correction: true,
      exposure: 1,
      highlight: 1,
      shadow: 1,
      temperature: 0.5,
      opacity: 1,
    })
    expect(PARAMETERS.output_height).toMatchObject({ type: 'slider', min: 512, max: 4096, step: 64 })
  })

  it('refuses what the model does not have, also words of the language itself', () => {
    const standard = model('enhance/standard/standard-v2')
    expect(checkParameters(standard, { creativity: 3 })).toMatchObject({
      code: 'parameter-unsupported',
      key: 'creativity',
    })
    expect(checkParameters(standard, { constructor: 1 } as never)?.code).toBe('parameter-unsupported')
    expect(checkParameters(standard, { output_height: 100 })).toMatchObject({
      code: 'parameter-invalid',
      data: { key: 'output_height', reason: '输出高度必须在 512 到 4096 之间' },
    })
    expect(checkParameters(model('restore/dust-scratch'), { strength: 0.5 } as never)?.code).toBe(
      'parameter-unsupported',
    )
    expect(checkParameters(standard, { sharpen: undefined })).toBeUndefined()
  })
})

describe('auto and manual', () => {
  const standard = model('enhance/standard/standard-v2')

  it('clears in auto, fills from the defaults in manual, leaves unset what is unset (C-46)', () => {
    expect(valuesForMode(standard, 'auto')).toEqual({})
    expect(valuesForMode(standard, 'manual')).toEqual({ output_height: 2048, face_enhancement: false })
    for (const m of MODELS) expect(checkParameters(m, valuesForMode(m, 'manual'))).toBeUndefined()
  })
  it('resets one value to its default, or to unset', () => {
    const values = { output_height: 512, sharpen: 0.4 }
    expect(resetToDefault(standard, values, 'output_height')).toEqual({ output_height: 2048, sharpen: 0.4 })
    expect(resetToDefault(standard, values, 'sharpen')).toEqual({ output_height: 512 })
  })
})
