// Which tiles a pass computes: all of them, or those that a part of its result needs, traced backwards from the result through every stage
// that reads what another one wrote. They are tiles of the same grid, so a part is bit for bit what the whole run gives there.
import { enlargeSteps, planeSizeOf } from '../enlarge/enlarge-steps.ts'
import { grow, outerRect, overlap, type Rect, type Size, scaledRect, wholeOf } from '../image/rect.ts'
import type { Nets } from '../nets/open-net.ts'
import { REFINE_HALO_PX } from '../operations/refine-tile.ts'
import { haloOf } from '../operations/run-operations.ts'
import { tapsFor } from '../resample/taps.ts'
import { operationsOf } from '../tools/filter-step.ts'
import type { EnlargePass, PlanPass, RefinePass } from '../tools/plan.ts'
import { netTilesOf, sizeAfter, stepTilesOf, tilesOf } from './run-tile.ts'

export interface PassTiles {
  /** In the order in which they are computed. */
  readonly stages: readonly (readonly Rect[])[]
  /** All that is read of the pass's source; it may extend beyond it. */
  readonly reads: Rect
}

/** In pixels of the source: more than any step of enlarging reads beside what it writes (back-projection: 13). */
const STEP_HALO_PX = 16
/** A net that needs whole cells takes up to so many pixels more on a side. */
const ALIGNMENT_PX = 2

/** For the whole plan, from the last pass to the first: what each computes so that `wanted` of the result is right. */
export function tilesForPart(passes: readonly PlanPass[], picture: Size, nets: Nets, wanted?: Rect): PassTiles[] {
  const sources: Size[] = []
  let size = picture
  for (const pass of passes) {
    sources.push(size)
    size = sizeAfter(pass, size)
  }
  let needed = wanted ?? wholeOf(size)
  const all: PassTiles[] = []
  for (const [i, pass] of [...passes.entries()].reverse()) {
    const tiles = tilesOfPass(pass, sources[i]!, nets, needed)
    all.unshift(tiles)
    needed = tiles.reads
  }
  return all
}

function tilesOfPass(pass: PlanPass, source: Size, nets: Nets, wanted: Rect): PassTiles {
  if (pass.kind === 'enlarge') return tilesOfSteps(pass, source, nets, wanted)
  if (pass.kind === 'refine') return refineTiles(pass, source, nets, wanted)
  const tiles = touching(tilesOf(pass, source), wanted)
  const area = outerRect(tiles)
  if (pass.kind === 'shrink') return { stages: [tiles], reads: tapsFor(source, pass.size, area, pass.kernel).piece }
  // Whether damage is filled at all depends on how much there is in the whole picture.
  if (pass.kind === 'repair') return { stages: [netTilesOf(pass, source), tiles], reads: wholeOf(source) }
  return { stages: [tiles], reads: grow(area, haloOf(operationsOf(pass.steps))) }
}

/** The net reads what the classical steps made, and the source. */
function refineTiles(pass: RefinePass, source: Size, nets: Nets, wanted: Rect): PassTiles {
  const netTiles = touching(netTilesOf(pass, source), wanted)
  const netHaloPx = nets.refine?.[pass.settings.net]?.haloPx ?? 0
  const read = grow(outerRect(netTiles), netHaloPx + REFINE_HALO_PX + ALIGNMENT_PX)
  const tiles = touching(tilesOf(pass, source), read)
  return {
    stages: [tiles, netTiles],
    reads: outerRect([read, grow(outerRect(tiles), haloOf(operationsOf(pass.steps)))]),
  }
}

function tilesOfSteps(pass: EnlargePass, source: Size, nets: Nets, wanted: Rect): PassTiles {
  const { size, settings, finishing } = pass
  const factor = size.height / source.height
  const netHaloPx = Math.max(nets.enlarge?.haloPx ?? 0, settings.pack?.overlapPx ?? 0)
  const haloPx = Math.ceil((STEP_HALO_PX + netHaloPx) * factor) + haloOf(operationsOf(finishing))
  const stages: Rect[][] = []
  let needed = wanted
  for (const step of enlargeSteps(settings, factor).reverse()) {
    const scale = planeSizeOf(step, source, size).height / size.height
    const tiles = touching(stepTilesOf(settings, step, source, size), scaledRect(needed, scale))
    stages.unshift(tiles)
    needed = grow(scaledRect(outerRect(tiles), 1 / scale), haloPx)
  }
  return { stages, reads: scaledRect(needed, 1 / factor) }
}

const touching = (tiles: readonly Rect[], wanted: Rect): Rect[] => tiles.filter((tile) => overlap(tile, wanted))
