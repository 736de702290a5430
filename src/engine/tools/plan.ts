// What a run will do, decided before the first tile: passes of filter steps and changes of size (engine study §3.2). A plan is plain data,
// made once for a tier and sent to every thread; with `tier` classical it asks for no net.
import type { ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { Artefact, EngineReport } from '../engine-types.ts'
import type { EnlargeSettings } from '../enlarge/enlarge-settings.ts'
import type { Size } from '../image/rect.ts'
import type { MaskNetName } from '../nets/open-net.ts'
import type { RefineSettings } from '../operations/refine-settings.ts'
import type { OfferedPacks } from '../packs/pack-offer.ts'
import type { KernelName } from '../resample/kernels.ts'
import type { FilterStep } from './filter-step.ts'

export interface PlanInput {
  readonly modelKey: string
  readonly params: ParameterValues
  readonly picture: Size
  readonly analysis: PictureAnalysis
  /** Derived from the pixels and the values; used where the consumer set no seed. */
  readonly autoSeed: number
  readonly tier: EngineReport['tier']
  /** How much less than was measured is treated; absent: all of it is. Values that the consumer set are unaffected. */
  readonly mildness?: Mildness | undefined
  /** How much less of what was measured as noise is believed: the sure part of it, or none; absent: all of it. */
  readonly noise?: Mildness | undefined
  /** Part, 0–1, of what the model removes beyond the noise; absent: all of it. Values that the consumer set are unaffected. */
  readonly excess?: number | undefined
  /** Third-party nets that are available. */
  readonly packs?: OfferedPacks | undefined
}

/** After a check that failed: a part of the treatment, or none. */
export type Mildness = 'milder' | 'plain'

/** What a file of this folder says about one of the 23 models. */
export interface ToolModel {
  /** What the plan reads of the analysis. Motion spectra and the scratch mask are expensive, so only measured for models that name them. */
  readonly measures: readonly (keyof PictureAnalysis)[]
  /** The model decides the size of its result; the others keep the picture's. */
  readonly changesSize?: boolean
  /** What its plan is checked for before it runs. */
  readonly checkedFor?: readonly Exclude<Artefact, 'more-than-noise'>[]
  /** The model whose plan is checked instead: one that removes more than the fault on purpose is no evidence of the fault. */
  readonly checkedAs?: string
  /** It is no denoising, and takes noise away on the way: how much of it is noise is tried on samples (decision 0251). */
  readonly takesNoise?: boolean
  /** It removes more than the noise on purpose: how much more is tried on samples (decision 0197). */
  readonly removesMore?: boolean
  /** Part of the pixels, 0–1, that may become brighter or darker than anything near them; 0.05 where nothing is said. */
  readonly mayOverdraw?: number
  /** `seed` is the consumer's, or one made from the picture. */
  passes(input: PlanInput, seed: number): readonly PlanPass[]
}

export type ToolModels = Readonly<Record<string, ToolModel>>

export interface OperationsPass {
  readonly kind: 'operations'
  readonly steps: readonly FilterStep[]
}

export interface ShrinkPass {
  readonly kind: 'shrink'
  readonly size: Size
  readonly kernel: KernelName
}

export interface EnlargePass {
  readonly kind: 'enlarge'
  readonly size: Size
  readonly settings: EnlargeSettings
  /** What is done to a tile of the enlarged picture before it is written: in a pass of their own it would be stored and read once more. */
  readonly finishing: readonly FilterStep[]
}

/** Classical steps, then a net that refines their output; it reads the picture before and after them. */
export interface RefinePass {
  readonly kind: 'refine'
  readonly steps: readonly FilterStep[]
  readonly settings: RefineSettings
}

/** A net finds the mask of the damage in the whole picture; tile by tile it is inpainted before the classical steps. */
export interface RepairPass {
  readonly kind: 'repair'
  readonly steps: readonly FilterStep[]
  readonly settings: { readonly net: MaskNetName }
}

export type PlanPass = OperationsPass | ShrinkPass | EnlargePass | RefinePass | RepairPass

export interface Plan {
  readonly passes: readonly PlanPass[]
  readonly seed: number
  readonly ignored: readonly ParameterKey[]
}

export const operationsPass = (...steps: readonly FilterStep[]): OperationsPass => ({ kind: 'operations', steps })

/** None for no steps. */
export const passOf = (steps: readonly FilterStep[]): OperationsPass[] =>
  steps.length > 0 ? [operationsPass(...steps)] : []
