// What each of the 23 models is at the vendor, and how its parameters are written there: one table per generation of the vendor's documents
// (Topaz contract §0, §2, §9). Parameters that are not sent the vendor chooses itself, so automatic mode sends none.
// A model that a generation has no more is done by its named successor (decision 0061).
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ToolKey } from '#rulebook/tools/model.ts'
import type { ParameterKey, ParameterValue, ParameterValues } from '#rulebook/tools/parameter.ts'

export const TOPAZ_GENERATIONS = ['g1', 'g2', 'g3'] as const
/** g1: specification 1.1.0 of mid-2025; g2: 1.2.0; g3: the pages of 2026. */
export type TopazGeneration = (typeof TOPAZ_GENERATIONS)[number]

export type TopazFields = Readonly<Record<string, string>>

export interface TopazModel {
  /** Sent verbatim; unique only together with the path. */
  readonly name: string
  readonly path: string
  /** Category in estimates, where a name alone is ambiguous. */
  readonly category: string
  readonly isGenerative: boolean
  readonly hasSizes: boolean
}

interface Family {
  readonly path: string
  readonly category: string
  readonly isGenerative: boolean
  readonly hasSizes: boolean
}

const family = (path: string, category: string, isGenerative: boolean, hasSizes = false): Family => ({
  path,
  category,
  isGenerative,
  hasSizes,
})
const FAMILIES: Readonly<Record<ToolKey, Family>> = {
  enhance: family('enhance', 'Enhance', false, true),
  'enhance-generative': family('enhance-gen', 'Enhance', true, true),
  sharpen: family('sharpen', 'Sharpen', false),
  'sharpen-generative': family('sharpen-gen', 'Sharpen', true),
  denoise: family('denoise', 'Denoise', false),
  'restore-generative': family('restore-gen', 'Restore', true),
  lighting: family('lighting', 'Lighting', false),
}

/** Who does the work of a model that the vendor has withdrawn. */
const SUCCESSORS: Readonly<Record<TopazGeneration, Readonly<Record<string, string>>>> = {
  g1: {},
  g2: { 'enhance/generative/recovery': 'Recovery V2', 'sharpen/generative/super-focus': 'Super Focus V2' },
  g3: {
    'enhance/generative/recovery': 'Recovery V2',
    'sharpen/generative/super-focus': 'Super Focus V2',
    'sharpen/standard/lens-blur': 'Lens Blur V2',
  },
}

/** Throws for a key that is none of the 23. */
export function topazModelOf(generation: TopazGeneration, modelKey: string): TopazModel {
  const model = modelByKey(modelKey)
  if (!model) throw new Error(`no model has the key ${modelKey}`)
  return { ...FAMILIES[model.tool], name: SUCCESSORS[generation][modelKey] ?? model.topazModel }
}

type Write = (value: ParameterValue) => TopazFields
const as =
  (name: string): Write =>
  (value) => ({ [name]: String(value) })

const TEXTURE_STEPS = 4
/** 0–1 of our panel → 1–5 of the vendor. */
const texture: Write = (value) => ({ texture: String(1 + Math.round(Number(value) * TEXTURE_STEPS)) })
const PROMPT_MAX_CHARACTERS = 1024
/** A prompt counts only while the vendor does not write one itself (Topaz contract §9.1). */
const prompt: Write = (value): TopazFields => {
  const text = [...String(value).trim()].slice(0, PROMPT_MAX_CHARACTERS).join('')
  return text === '' ? {} : { prompt: text, autoprompt: 'false' }
}
const FACE_STRENGTH = '0.8'
const FACE_CREATIVITY = '0'
/** Left out means on, and on wants strength and creativity (Topaz contract §2.3). */
const faces =
  (name: string, strength: string, creativity: string): Write =>
  (value): TopazFields =>
    value === true ? { [name]: 'true', [strength]: FACE_STRENGTH, [creativity]: FACE_CREATIVITY } : { [name]: 'false' }
const DETAIL_STEPS = 10
/** A switch with a strength of 0–10 since g3. */
const detailStrength: Write = (value) => ({
  detail: 'true',
  detailStrength: String(Math.round(Number(value) * DETAIL_STEPS)),
})

type Writers = Readonly<Record<Exclude<ParameterKey, 'output_height'>, Write>>

const SNAKE_CASE: Writers = {
  face_enhancement: faces('face_enhancement', 'face_enhancement_strength', 'face_enhancement_creativity'),
  sharpen: as('sharpen'),
  denoise: as('denoise'),
  fix_compression: as('fix_compression'),
  strength: as('strength'),
  minor_denoise: as('minor_denoise'),
  minor_deblur: as('minor_deblur'),
  original_detail: as('original_detail'),
  prompt,
  creativity: as('creativity'),
  texture,
  detail: as('detail'),
  focus_boost: as('focus_boost'),
  seed: as('seed'),
  color_correction: as('color_correction'),
  exposure: as('exposure'),
  highlight: as('highlight'),
  shadow: as('shadow'),
  temperature: as('temperature'),
  opacity: as('opacity'),
}

const CAMEL_CASE: Writers = {
  ...SNAKE_CASE,
  face_enhancement: faces('faceEnhancement', 'faceEnhancementStrength', 'faceEnhancementCreativity'),
  fix_compression: as('fixCompression'),
  minor_denoise: as('minorDenoise'),
  minor_deblur: as('minorDeblur'),
  original_detail: as('originalDetail'),
  detail: detailStrength,
  focus_boost: as('focusBoost'),
  color_correction: as('colorCorrection'),
}

const WRITERS: Readonly<Record<TopazGeneration, Writers>> = { g1: SNAKE_CASE, g2: SNAKE_CASE, g3: CAMEL_CASE }

/** Where one model writes a parameter differently from its generation: the successor's name of strength, and pages of g3 of their own. */
const superFocusV1: Partial<Writers> = { strength: as('detail') }
const lensBlurV2: Partial<Writers> = { minor_denoise: as('denoise_strength') }
const EXCEPTIONS: Readonly<Record<TopazGeneration, Readonly<Record<string, Partial<Writers>>>>> = {
  g1: {},
  g2: { 'sharpen/generative/super-focus': superFocusV1 },
  g3: {
    'sharpen/generative/super-focus': { strength: detailStrength },
    'sharpen/standard/lens-blur': lensBlurV2,
    'sharpen/standard/lens-blur-v2': lensBlurV2,
  },
}

/** The vendor's settings of one run. Empty in automatic mode; in manual mode a face switch that is off is said explicitly. */
export function settingFields(generation: TopazGeneration, modelKey: string, params: ParameterValues): TopazFields {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  if (given.length === 0) return {}
  const canFaces = modelByKey(modelKey)?.params.face_enhancement !== undefined
  const values: ParameterValues = { ...(canFaces && { face_enhancement: false }), ...params }
  const writers = { ...WRITERS[generation], ...EXCEPTIONS[generation][modelKey] }
  const fields: Record<string, string> = {}
  for (const [key, value] of Object.entries(values)) {
    if (key === 'output_height' || value === undefined) continue
    Object.assign(fields, writers[key as keyof Writers](value))
  }
  return fields
}
