import { expect, it } from 'vitest'
import { MODELS, modelByKey } from './catalogue.ts'
import { searchModels } from './search-models.ts'

it('an empty search finds every model', () => {
  expect(searchModels('  ').size).toBe(MODELS.length)
})

it.each(['Soft Focus', 'very soft focus', 'Out of Focus'])('[MODEL-04] %s finds Refocus (C-45)', (alias) => {
  expect(searchModels(alias)).toContain('sharpen/standard/refocus')
})

it.each(MODELS.map((model) => [model.displayName, model.englishName, model.key]))(
  '%s and %s find their model',
  (chinese, english, key) => {
    expect(searchModels(chinese)).toContain(key)
    expect(searchModels(english.toUpperCase())).toContain(key)
  },
)

it('every word must fit, and nonsense finds nothing', () => {
  expect([...searchModels('降噪 强力')]).toEqual([modelByKey('denoise/strong')!.key])
  expect(searchModels('没有这种东西').size).toBe(0)
})
