// Which calls and models exist in which generation of the vendor's API (Topaz contract §0, §2). Names of paths are without `/async`.
// The contract is docs/topaz-contract.md; the emulator is written from it alone and knows nothing of our adapter.

export const GENERATIONS = ['g1', 'g2', 'g3'] as const
/** g1: specification 1.1.0 of mid-2025; g2: 1.2.0; g3: the pages of August 2026 (Topaz contract §0). */
export type Generation = (typeof GENERATIONS)[number]

export const PATHS = [
  'enhance',
  'enhance-gen',
  'sharpen',
  'sharpen-gen',
  'denoise',
  'restore-gen',
  'lighting',
  'matting',
  'tool',
  'denoise-gen',
] as const
export type VendorPath = (typeof PATHS)[number]

const all: readonly Generation[] = GENERATIONS
const g1Only: readonly Generation[] = ['g1']
const sinceG2: readonly Generation[] = ['g2', 'g3']
const g3Only: readonly Generation[] = ['g3']
const untilG2: readonly Generation[] = ['g1', 'g2']

type ModelTable = Readonly<Record<VendorPath, Readonly<Record<string, readonly Generation[]>>>>

/** §2 (the enums of S1 and S2), §0 "Models gone" and "Models new". Legacy models leave with the generation that names them gone. */
const MODELS: ModelTable = {
  enhance: {
    'Standard V2': all,
    'Low Resolution V2': all,
    CGI: all,
    'High Fidelity V2': all,
    'Text Refine': all,
  },
  'enhance-gen': { Recovery: g1Only, 'Recovery V2': all, Redefine: all, 'Standard MAX': sinceG2, Wonder: sinceG2 },
  sharpen: {
    Standard: all,
    Strong: all,
    'Lens Blur': untilG2,
    'Lens Blur V2': all,
    'Motion Blur': all,
    Natural: all,
    Refocus: all,
    Wildlife: sinceG2,
    Portrait: sinceG2,
  },
  'sharpen-gen': { 'Super Focus': g1Only, 'Super Focus V2': all },
  denoise: { Normal: all, Strong: all, Extreme: all },
  'restore-gen': { 'Dust-Scratch': all, 'Dust-Scratch V2': sinceG2 },
  lighting: { Adjust: all, 'White Balance': all, 'Adjust V2': sinceG2, Colorize: sinceG2 },
  matting: { Object: sinceG2 },
  tool: { 'Transparency Upscale': sinceG2 },
  'denoise-gen': { 'Denoise Max': g3Only },
}

/** §2: the default of S2; S1 declares none, so a submit of g1 without a model is refused. */
const DEFAULT_MODELS: Readonly<Record<VendorPath, string>> = {
  enhance: 'Standard V2',
  'enhance-gen': 'Redefine',
  sharpen: 'Standard',
  'sharpen-gen': 'Super Focus V2',
  denoise: 'Normal',
  'restore-gen': 'Dust-Scratch',
  lighting: 'Adjust',
  matting: 'Object',
  tool: 'Transparency Upscale',
  'denoise-gen': 'Denoise Max',
}

/** §3 `category`. */
export const CATEGORIES: Readonly<Record<VendorPath, string>> = {
  enhance: 'Enhance',
  'enhance-gen': 'Enhance',
  sharpen: 'Sharpen',
  'sharpen-gen': 'Sharpen',
  denoise: 'Denoise',
  'denoise-gen': 'Denoise',
  'restore-gen': 'Restore',
  lighting: 'Lighting',
  matting: 'Matting',
  tool: 'Tool',
}

/** §0, §2: the four calls that g1 also answers at once. */
const SYNC_PATHS: readonly VendorPath[] = ['enhance', 'sharpen', 'denoise', 'lighting']
/** §2 "Size parameters". */
const SIZED_PATHS: readonly VendorPath[] = ['enhance', 'enhance-gen', 'tool']

export const hasSizes = (path: VendorPath): boolean => SIZED_PATHS.includes(path)
export const hasSyncCall = (generation: Generation, path: VendorPath): boolean =>
  generation === 'g1' && SYNC_PATHS.includes(path)

export const modelsOf = (generation: Generation, path: VendorPath): readonly string[] =>
  Object.entries(MODELS[path]).flatMap(([name, generations]) => (generations.includes(generation) ? [name] : []))

export const hasPath = (generation: Generation, path: VendorPath): boolean => modelsOf(generation, path).length > 0

export const defaultModelOf = (generation: Generation, path: VendorPath): string | undefined =>
  generation === 'g1' ? undefined : DEFAULT_MODELS[path]

export const isGenerative = (path: VendorPath): boolean => path.endsWith('-gen')
