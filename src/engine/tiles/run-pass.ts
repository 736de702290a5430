// Computes one tile of one pass, from the source raster into the target raster. The same code runs in every thread.
import { enlargeTile } from '../enlarge/enlarge-tile.ts'
import type { TileOperation } from '../operation.ts'
import type { Raster } from '../picture/raster.ts'
import type { PlanPass } from '../plan/plan.ts'
import { resampleTile, type Size } from '../resample/resample-tile.ts'
import { cutTile, pasteTile } from './cut-tile.ts'
import { coreSideFor, grow, type Rect, tileGrid } from './tile-grid.ts'

/** Enlarged tiles are cut in the result, where 512 pixels are few pixels of the source. */
const SCALED_CORE_PX = 512

export const haloOf = (operations: readonly TileOperation[]): number =>
  operations.reduce((sum, { haloPx }) => sum + haloPx, 0)

export const sizeAfter = (pass: PlanPass, source: Size): Size => (pass.kind === 'operations' ? source : pass.size)

export function tilesOf(pass: PlanPass, source: Size): Rect[] {
  const { width, height } = sizeAfter(pass, source)
  const side = pass.kind === 'operations' ? coreSideFor(width, height, haloOf(pass.operations)) : SCALED_CORE_PX
  return tileGrid(width, height, side)
}

export function runTile(pass: PlanPass, source: Raster, target: Raster, core: Rect): void {
  if (pass.kind === 'shrink') {
    pasteTile(target, resampleTile(source, pass.size, core, pass.kernel), core, core)
  } else if (pass.kind === 'enlarge') {
    pasteTile(target, enlargeTile(source, pass.size, core, pass.settings), core, core)
  } else {
    runOperations(pass.operations, source, target, core)
  }
}

function runOperations(operations: readonly TileOperation[], source: Raster, target: Raster, core: Rect): void {
  const rect = grow(core, haloOf(operations))
  const place = { x: rect.x, y: rect.y, pictureWidth: source.width, pictureHeight: source.height }
  let tile = cutTile(source, rect)
  for (const operation of operations) tile = operation.run(tile, place)
  pasteTile(target, tile, rect, core)
}
