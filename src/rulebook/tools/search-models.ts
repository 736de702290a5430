// Finding a model by any word that people use for it: Chinese and English names, what it does, its tool, and the other names that
// some places give to Refocus (document 2 §9; C-45).
import { REFOCUS_ALIASES } from '../site/site-map.ts'
import { MODELS } from './catalogue.ts'
import type { ModelConfig } from './model.ts'
import { CATEGORIES, TOOLS } from './tool.ts'

const REFOCUS = 'sharpen/standard/refocus'

const termsOf = (model: ModelConfig): string =>
  [
    model.displayName,
    model.englishName,
    model.description,
    TOOLS[model.tool].displayName,
    CATEGORIES.find(({ key }) => key === model.category)?.title,
    ...(model.key === REFOCUS ? REFOCUS_ALIASES : []),
  ]
    .join(' ')
    .toLowerCase()

const SEARCH_TERMS = new Map(MODELS.map((model) => [model.key, termsOf(model)]))

/** Keys of the models that hold every word of `text`; all of them for an empty one. */
export function searchModels(text: string): ReadonlySet<string> {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return new Set(
    [...SEARCH_TERMS].filter(([, words]) => wanted.every((word) => words.includes(word))).map(([key]) => key),
  )
}
