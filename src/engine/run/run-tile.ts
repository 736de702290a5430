// Computes one tile of one pass, from the source raster into the target raster. The same code runs in every thread.
import type { EnlargeSettings, PackSettings } from '../enlarge/enlarge-settings.ts'
import { type EnlargePlanes, type EnlargeStep, isNetStep, netShrinkOf, planeSizeOf } from '../enlarge/enlarge-steps.ts'
import { runEnlargeStep } from '../enlarge/run-enlarge-step.ts'
import { runNetStep, runPackStep } from '../enlarge/run-net-step.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import type { Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import { grow, type Rect } from '../image/rect.ts'
import { coreSideFor, tileGrid } from '../image/tile-grid.ts'
import type { Nets } from '../nets/open-net.ts'
import { type DamageMask, FILL_HALO_PX, fillMask } from '../operations/fill-mask.ts'
import { findMask } from '../operations/find-mask.ts'
import { haloOf, runOperations } from '../operations/run-operations.ts'
import { resampleTile } from '../resample/resample-tile.ts'
import { operationsOf } from '../tools/filter-step.ts'
import type { EnlargePass, OperationsPass, PlanPass, RefinePass, RepairPass } from '../tools/plan.ts'
import { runRefine } from './run-refine.ts'

/** Everything but the plan; memory is shared, so this can be sent to a thread. */
export interface TileTask {
  readonly passIndex: number
  readonly source: Raster
  readonly target: Raster
  readonly tile: Rect
  /** Only for passes that enlarge. */
  readonly step?: EnlargeStep
  readonly planes?: EnlargePlanes
  /** What the classical steps of a pass that refines made: the net's turn. */
  readonly filtered?: Raster
  /** Where a pass that repairs writes the mask that its net finds. */
  readonly found?: Uint8Array
  /** What a pass that repairs fills before its steps. */
  readonly mask?: DamageMask
}

/** Enlarged tiles are cut in the result, where 512 pixels are few pixels of the source. */
const SCALED_CORE_PX = 512
/** Tiles of nets. Memory of one is about 60 planes at half size (engine study §2.3). */
const NET_CORE_PX = { refine: 448, repair: 768 } as const

export const sizeAfter = (pass: PlanPass, source: Size): Size => ('size' in pass ? pass.size : source)

/** Tiles of a pass that is not made of steps. */
export function tilesOf(pass: Exclude<PlanPass, EnlargePass>, source: Size): Rect[] {
  const { width, height } = sizeAfter(pass, source)
  const side = pass.kind === 'shrink' ? SCALED_CORE_PX : coreSideFor(width, height, haloOf(operationsOf(pass.steps)))
  return tileGrid(width, height, side)
}

/** Tiles of a step of enlarging. What a net computes for a tile and shrinks is as much for every factor, and so is the memory. */
export function stepTilesOf({ net, pack }: EnlargeSettings, step: EnlargeStep, source: Size, size: Size): Rect[] {
  if (!isNetStep(step) || !net) return tileGrid(size.width, size.height, SCALED_CORE_PX)
  if (step === 'pack') return packTiles(pack!, size.height / source.height, size)
  const { width, height } = planeSizeOf(step, source, size)
  return tileGrid(width, height, Math.round(SCALED_CORE_PX * netShrinkOf(step, net, source, size)))
}

/** As many source pixels as the pack states, whatever the factor. */
const packTiles = ({ tilePx, overlapPx }: PackSettings, factor: number, { width, height }: Size): Rect[] =>
  tileGrid(width, height, Math.max(1, Math.floor((tilePx - 2 * overlapPx) * factor)))

export const netTilesOf = ({ kind }: RefinePass | RepairPass, { width, height }: Size): Rect[] =>
  tileGrid(width, height, NET_CORE_PX[kind])

/** `nets` are those that the pass asks for. What needs none of them is done when this returns. */
export function runTile(pass: PlanPass, task: TileTask, nets: Nets = {}): Promise<void> | undefined {
  const { source, target, tile, filtered, found } = task
  if (pass.kind === 'shrink') pasteTile(target, resampleTile(source, pass.size, tile, pass.kernel), tile, tile)
  else if (pass.kind === 'enlarge') return enlargeTile(pass, task, nets)
  else if (pass.kind === 'refine' && filtered)
    return runRefine(opened(nets.refine?.[pass.settings.net]), pass.settings, { source, filtered, target }, tile)
  else if (pass.kind === 'repair' && found) return findMask(opened(nets.mask), source, tile, found)
  else operate(pass, task)
}

function enlargeTile(pass: EnlargePass, { step, planes, target, tile }: TileTask, nets: Nets) {
  if (!step || !planes) throw new Error('a tile that is enlarged needs a step')
  if (step === 'pack') return runPackStep(opened(nets.pack), pass.settings.pack!, planes, tile)
  if (isNetStep(step)) return runNetStep(opened(nets.enlarge), step, planes, tile, pass.settings.grain)
  const work = { settings: pass.settings, finishing: operationsOf(pass.finishing) }
  runEnlargeStep(step, work, planes, target, tile)
}

function opened<Net>(net: Net | undefined): Net {
  if (!net) throw new Error('the pass needs a net that is not there')
  return net
}

function operate(
  { steps }: OperationsPass | RefinePass | RepairPass,
  { source, target, tile: core, mask }: TileTask,
): void {
  const operations = operationsOf(steps)
  const rect = grow(core, haloOf(operations) + (mask ? FILL_HALO_PX : 0))
  const cut = cutTile(source, rect)
  const done = runOperations(operations, mask ? fillMask(cut, mask, rect) : cut, core, source)
  pasteTile(target, done.tile, done.rect, core)
}
