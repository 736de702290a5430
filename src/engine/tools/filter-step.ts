// A step of a plan: a filter by name with its settings. Plans are plain data, so that one plan is made and every thread gets a copy.
import { addTexture } from '../enhance/add-texture.ts'
import { bilateral } from '../enhance/bilateral.ts'
import { boostDetail } from '../enhance/boost-detail.ts'
import { sharpenStrokes } from '../enhance/sharpen-strokes.ts'
import { adjustLight } from '../operations/adjust-light.ts'
import { deblock } from '../operations/deblock.ts'
import { deblur } from '../operations/deblur.ts'
import { deblurByMap } from '../operations/deblur-by-map.ts'
import { denoise } from '../operations/denoise.ts'
import { repairScratches } from '../operations/repair-scratches.ts'
import { seededTexture } from '../operations/seeded-texture.ts'
import { sharpenEdges } from '../operations/sharpen-edges.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { undoBlur } from '../operations/undo-blur.ts'
import { whiteBalance } from '../operations/white-balance.ts'

const FILTERS = {
  addTexture,
  adjustLight,
  bilateral,
  boostDetail,
  deblock,
  deblur,
  deblurByMap,
  denoise,
  repairScratches,
  seededTexture,
  sharpenEdges,
  sharpenStrokes,
  undoBlur,
  whiteBalance,
} as const

type FilterName = keyof typeof FILTERS
type SettingsOf<Name extends FilterName> = Parameters<(typeof FILTERS)[Name]>[0]

export type FilterStep = {
  readonly [Name in FilterName]: { readonly filter: Name; readonly settings: SettingsOf<Name> }
}[FilterName]

export const step = <Name extends FilterName>(filter: Name, settings: SettingsOf<Name>) =>
  ({ filter, settings }) as Extract<FilterStep, { readonly filter: Name }>

const prepared = new WeakMap<FilterStep, TileOperation>()

/** The filters themselves; each is prepared once in a thread, because designing an inverse filter takes longer than a tile. */
export const operationsOf = (steps: readonly FilterStep[]): TileOperation[] => steps.map(prepare)

function prepare(step: FilterStep): TileOperation {
  const known = prepared.get(step)
  if (known) return known
  const make = FILTERS[step.filter] as (settings: FilterStep['settings']) => TileOperation
  const operation = make(step.settings)
  prepared.set(step, operation)
  return operation
}
