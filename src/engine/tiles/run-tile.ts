// Computes one tile of one pass, from the source raster into the target raster. The same code runs in every thread.
import type { ClassicalStep, EnlargePlanes } from '../enlarge/enlarge-steps.ts'
import { runEnlargeStep } from '../enlarge/run-enlarge-step.ts'
import type { TileOperation } from '../operation.ts'
import type { Raster } from '../picture/raster.ts'
import type { PlanPass } from '../plan/plan.ts'
import { resampleTile } from '../resample/resample-tile.ts'
import type { Size } from '../resample/taps.ts'
import { cutTile, pasteTile } from './cut-tile.ts'
import { coreSideFor, grow, type Rect, tileGrid } from './tile-grid.ts'

/** Everything but the plan; memory is shared, so this can be sent to a thread. */
export interface TileTask {
  readonly passIndex: number
  readonly source: Raster
  readonly target: Raster
  readonly tile: Rect
  /** Only for passes that enlarge. */
  readonly step?: ClassicalStep
  readonly planes?: EnlargePlanes
}

/** Enlarged tiles are cut in the result, where 512 pixels are few pixels of the source. */
const SCALED_CORE_PX = 512

export const haloOf = (operations: readonly TileOperation[]): number =>
  operations.reduce((sum, { haloPx }) => sum + haloPx, 0)

export const sizeAfter = (pass: PlanPass, source: Size): Size => ('size' in pass ? pass.size : source)

export function tilesOf(pass: PlanPass, source: Size): Rect[] {
  const { width, height } = sizeAfter(pass, source)
  const side = 'operations' in pass ? coreSideFor(width, height, haloOf(pass.operations)) : SCALED_CORE_PX
  return tileGrid(width, height, side)
}

export function runTile(pass: PlanPass, task: TileTask): void {
  const { source, target, tile } = task
  if (pass.kind === 'shrink') pasteTile(target, resampleTile(source, pass.size, tile, pass.kernel), tile, tile)
  else if (pass.kind === 'enlarge') runEnlargeStep(task.step!, pass.settings, task.planes!, target, tile)
  else if ('operations' in pass) runOperations(pass.operations, source, target, tile)
  else throw new Error(`a ${pass.kind} pass has no tiles of its own`)
}

function runOperations(operations: readonly TileOperation[], source: Raster, target: Raster, core: Rect): void {
  const rect = grow(core, haloOf(operations))
  const place = { x: rect.x, y: rect.y, pictureWidth: source.width, pictureHeight: source.height }
  let tile = cutTile(source, rect)
  for (const operation of operations) tile = operation.run(tile, place)
  pasteTile(target, tile, rect, core)
}
