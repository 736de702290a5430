// A tile of a picture through a refining net. The tiles' size never shows in the result.

import { cutTile, pasteTile } from '../image/cut-tile.ts'
import type { Raster } from '../image/raster.ts'
import { grow, type Rect } from '../image/rect.ts'
import { evenRect, type SameSizeNet } from '../nets/refine-net.ts'
import type { RefineSettings } from '../operations/refine-settings.ts'
import { REFINE_HALO_PX, refineTile } from '../operations/refine-tile.ts'

export interface RefineRasters {
  /** The damaged picture. */
  readonly source: Raster
  /** What the classical steps made of it. */
  readonly answer: Raster
  readonly target: Raster
}

export async function runRefine(
  net: SameSizeNet,
  settings: RefineSettings,
  { source, answer, target }: RefineRasters,
  core: Rect,
): Promise<void> {
  const frame = evenRect(grow(core, net.reachPx + REFINE_HALO_PX))
  const tile = { damaged: cutTile(source, frame), answer: cutTile(answer, frame), frame }
  pasteTile(target, await refineTile(net, tile, settings), frame, core)
}
