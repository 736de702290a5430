// What a run will do, decided before the first tile: passes of ×1 operations and changes of size (engine study §3.2).
// A plan is a pure function of plain data, so every thread makes the same one; `tier` is the door for nets.
import type { ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { EngineReport } from '../engine-types.ts'
import type { EnlargeWork } from '../enlarge/run-enlarge-step.ts'
import type { Size } from '../image/rect.ts'
import type { MarkNetName } from '../nets/open-net.ts'
import type { RefineSettings } from '../operations/refine-settings.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import type { KernelName } from '../resample/kernels.ts'

export interface PlanInput {
  readonly modelKey: string
  readonly params: ParameterValues
  readonly picture: Size
  readonly analysis: PictureAnalysis
  /** Derived from the pixels and the values; used where the consumer set no seed. */
  readonly autoSeed: number
  readonly tier: EngineReport['tier']
}

export interface OperationsPass {
  readonly kind: 'operations'
  readonly operations: readonly TileOperation[]
}

export interface ShrinkPass {
  readonly kind: 'shrink'
  readonly size: Size
  readonly kernel: KernelName
}

export interface EnlargePass extends EnlargeWork {
  readonly kind: 'enlarge'
  readonly size: Size
}

/** Classical steps, then a net that looks at the picture before and after them and makes their answer better. */
export interface RefinePass {
  readonly kind: 'refine'
  readonly operations: readonly TileOperation[]
  readonly settings: RefineSettings
}

/** Marks of damage that a net finds in the whole picture; tile by tile they are filled from around before the classical steps. */
export interface RepairPass {
  readonly kind: 'repair'
  readonly operations: readonly TileOperation[]
  readonly settings: { readonly net: MarkNetName }
}

export type PlanPass = OperationsPass | ShrinkPass | EnlargePass | RefinePass | RepairPass

export interface Plan {
  readonly passes: readonly PlanPass[]
  readonly seed: number
  readonly ignored: readonly ParameterKey[]
}
