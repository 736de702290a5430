// A tile of a picture through a polishing net. The tiles' size never shows in the result.
import type { Raster } from '../picture/raster.ts'
import { cutTile, pasteTile } from '../tiles/cut-tile.ts'
import { grow, type Rect } from '../tiles/tile-grid.ts'
import type { PolishSettings } from './polish-settings.ts'
import { POLISH_HALO_PX, polishTile } from './polish-tile.ts'
import { evenRect, type SameSizeNet } from './same-size-net.ts'

export interface PolishRasters {
  /** The damaged picture. */
  readonly source: Raster
  /** What the classical steps made of it. */
  readonly answer: Raster
  readonly target: Raster
}

export async function runPolish(
  net: SameSizeNet,
  settings: PolishSettings,
  { source, answer, target }: PolishRasters,
  core: Rect,
): Promise<void> {
  const frame = evenRect(grow(core, net.reachPx + POLISH_HALO_PX))
  const tile = { damaged: cutTile(source, frame), answer: cutTile(answer, frame), frame }
  pasteTile(target, await polishTile(net, tile, settings), frame, core)
}
