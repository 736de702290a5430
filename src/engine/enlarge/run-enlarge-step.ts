// One tile of one step of the classical enlarger, and the colours of either.

import { pasteTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import type { Raster } from '../image/raster.ts'
import { grow, type Rect } from '../image/rect.ts'
import { haloOf, runOperations } from '../operations/run-operations.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { pastePlane, resampleRect } from '../resample/stored-plane.ts'
import { backProject } from './back-projection.ts'
import type { EnlargeSettings } from './enlarge-settings.ts'
import type { ClassicalStep, EnlargePlanes } from './enlarge-steps.ts'
import { finishColours } from './finish-colours.ts'
import { smoothAlongEdges } from './smooth-along-edges.ts'
import { warpEdges } from './warp-edges.ts'

export interface EnlargeWork {
  readonly settings: EnlargeSettings
  /** What is done to a tile of the enlarged picture before it is written: in a pass of their own it would be stored and read once more. */
  readonly finishing: readonly TileOperation[]
}

/** Steps before the last write `planes.to`; the last writes `target`. */
export function runEnlargeStep(
  step: ClassicalStep,
  { settings, finishing }: EnlargeWork,
  planes: EnlargePlanes,
  target: Raster,
  core: Rect,
): void {
  if (step === 'finish') {
    const colours = finishColours(planes, target, grow(core, haloOf(finishing)), settings.allChannels)
    const { tile, rect } = runOperations(finishing, finishing.length > 0 ? clip(colours) : colours, core, target)
    pasteTile(target, tile, rect, core)
    return
  }
  const { from, to, source, sourceLuma } = planes
  const factor = target.height / source.height
  if (step === 'start') pastePlane(to, resampleRect(sourceLuma, target, core, 'lanczos3'), core)
  else if (step === 'project') pastePlane(to, backProject(from, sourceLuma, core, settings), core)
  else if (step === 'smooth')
    pastePlane(to, smoothAlongEdges(from, core, settings.smoothingWindow * factor, settings.smoothing), core)
  else pastePlane(to, warpEdges(from, core, factor, settings.warping), core)
}

/** In place, clamps to black and white: sharpenStrokes would take an overshoot for a level of its own (Text Refine −0.05 dB on drawn letters). */
function clip(tile: Planes): Planes {
  for (const plane of [tile.r, tile.g, tile.b])
    for (let i = 0; i < plane.length; i++) {
      const value = plane[i]!
      plane[i] = value > 0 ? (value < 1 ? value : 1) : 0
    }
  return tile
}
