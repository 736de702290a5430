// The settings that each model takes in each generation, with their ranges (Topaz contract §9; faces and subject: §2.3).
// g1 is table 9.1. g2 keeps its names (§0 "Setting names"). g3 writes camelCase where a page shows it (§9.2); where no page was captured
// the g1 name in camelCase is assumed [INF].
import type { Generation, VendorPath } from './vendor-models.ts'

export type SettingRule =
  | { readonly kind: 'decimal' | 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'one of'; readonly values: readonly string[] }
export type SettingRules = Readonly<Record<string, SettingRule>>

const decimal = (min: number, max: number): SettingRule => ({ kind: 'decimal', min, max })
const integer = (min: number, max: number): SettingRule => ({ kind: 'integer', min, max })
const boolean: SettingRule = { kind: 'boolean' }
const unit = decimal(0, 1)
const fine = decimal(0.01, 1)
const light = decimal(0, 2)

const enhance = { sharpen: unit, denoise: unit, fix_compression: unit }
const redefine = {
  prompt: { kind: 'text', maxLength: 1024 },
  autoprompt: boolean,
  creativity: integer(1, 6),
  texture: integer(1, 5),
  sharpen: unit,
  denoise: unit,
} as const
const sharpen = { strength: fine, minor_denoise: fine }
const denoise = { strength: fine, minor_deblur: fine, original_detail: unit }
const adjust = { color_correction: boolean, exposure: light, highlight: light, shadow: light }
const balance = { temperature: fine, opacity: fine }
const grain = {
  grain: boolean,
  grain_model: { kind: 'one of', values: ['silver rich', 'gaussian', 'grey'] },
  grain_strength: integer(0, 60),
  grain_density: decimal(0, 60),
  grain_size: integer(1, 5),
} as const

/** Table 9.1, and the models of S2 by §9.2. */
const SNAKE: Readonly<Record<string, SettingRules>> = {
  'enhance/Standard V2': enhance,
  'enhance/Low Resolution V2': enhance,
  'enhance/CGI': { sharpen: unit, denoise: unit },
  'enhance/High Fidelity V2': enhance,
  'enhance/Text Refine': { strength: fine, ...enhance },
  'enhance-gen/Redefine': redefine,
  'enhance-gen/Recovery': { detail: unit },
  'enhance-gen/Recovery V2': { detail: unit },
  'sharpen/Standard': sharpen,
  'sharpen/Strong': { strength: fine },
  'sharpen/Lens Blur': sharpen,
  'sharpen/Lens Blur V2': sharpen,
  'sharpen/Motion Blur': sharpen,
  'sharpen/Natural': sharpen,
  'sharpen/Refocus': sharpen,
  'sharpen/Wildlife': sharpen,
  'sharpen/Portrait': sharpen,
  'sharpen-gen/Super Focus': {
    strength: unit,
    focus_boost: decimal(0.25, 1),
    seed: integer(-2147483648, 2147483647),
  },
  'sharpen-gen/Super Focus V2': { detail: unit, focus_boost: decimal(0.25, 1) },
  'denoise/Normal': denoise,
  'denoise/Strong': denoise,
  'denoise/Extreme': denoise,
  'restore-gen/Dust-Scratch V2': grain,
  'lighting/Adjust': adjust,
  'lighting/Adjust V2': adjust,
  'lighting/White Balance': balance,
  'matting/Object': { mode: { kind: 'one of', values: ['alpha mask', 'segmentation'] } },
}

/** §9.2: what differs from the g1 name, or is new. */
const G3_COMMON = { ...enhance, strength: fine }
const G3_DETAIL = { detail: boolean, detail_strength: decimal(0, 10) }
const G3_CHANGES: Readonly<Record<string, SettingRules>> = {
  'enhance/Standard V2': G3_COMMON,
  'enhance/Low Resolution V2': G3_COMMON,
  'enhance/High Fidelity V2': G3_COMMON,
  'enhance/CGI': { ...G3_COMMON, deblur_strength: unit },
  'enhance/Text Refine': {
    ...G3_COMMON,
    denoise_strength: unit,
    deblur_strength: unit,
    decompression_strength: unit,
    opacity: unit,
  },
  'enhance-gen/Redefine': { ...redefine, creativity: integer(1, 9) },
  'enhance-gen/Recovery V2': G3_DETAIL,
  'sharpen-gen/Super Focus V2': { ...G3_DETAIL, focus_boost: decimal(0.25, 1) },
  'lighting/White Balance': { ...adjust, ...balance, saturation: unit },
}

/** §2.3: the families whose submit takes them. */
const FACE_PATHS: readonly VendorPath[] = ['enhance', 'enhance-gen', 'sharpen', 'sharpen-gen', 'denoise']

const faces = (subjects: readonly string[]): SettingRules => ({
  subject_detection: { kind: 'one of', values: subjects },
  face_enhancement: boolean,
  face_enhancement_creativity: unit,
  face_enhancement_strength: unit,
})

/** Pages that show snake_case in g3 too (§9.2): Lens Blur V2, Balance Color, Dust-Scratch V2. */
const G3_SNAKE_MODELS = ['Lens Blur V2', 'White Balance', 'Dust-Scratch V2']
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function settingsOf(generation: Generation, path: VendorPath, model: string): SettingRules {
  const key = `${path}/${model}`
  const own = SNAKE[key] ?? {}
  if (generation !== 'g3') {
    const subjects =
      generation === 'g1' ? ['All', 'Foreground', 'Background'] : ['All', 'all', 'foreground', 'background']
    return { ...own, ...(FACE_PATHS.includes(path) ? faces(subjects) : {}) }
  }
  const rules = {
    ...(model === 'Lens Blur V2' ? { strength: fine, denoise_strength: unit } : (G3_CHANGES[key] ?? own)),
    ...(FACE_PATHS.includes(path) ? faces(['all', 'foreground', 'background']) : {}),
  }
  if (G3_SNAKE_MODELS.includes(model)) return rules
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [camelCase(name), rule]))
}

/** Undefined when the value may be sent; else what is wrong with it. Everything travels as text (§1). */
export function settingProblem(rule: SettingRule, text: string): string | undefined {
  if (rule.kind === 'boolean') return text === 'true' || text === 'false' ? undefined : 'is no boolean'
  if (rule.kind === 'text')
    return [...text].length <= rule.maxLength ? undefined : `is above ${rule.maxLength} characters`
  if (rule.kind === 'one of') return rule.values.includes(text) ? undefined : `is none of ${rule.values.join(', ')}`
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return 'is no number'
  if (rule.kind === 'integer' && !Number.isInteger(value)) return 'is no integer'
  return value >= rule.min && value <= rule.max ? undefined : `is outside ${rule.min} to ${rule.max}`
}
