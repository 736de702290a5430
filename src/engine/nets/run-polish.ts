// A polishing net over a whole picture. The tiles' size never shows in the result.
import type { Raster } from '../picture/raster.ts'
import { cutTile, pasteTile } from '../tiles/cut-tile.ts'
import { overTiles } from '../tiles/over-tiles.ts'
import { grow, type Rect, tileGrid } from '../tiles/tile-grid.ts'
import type { PolishSettings } from './polish-settings.ts'
import { POLISH_HALO_PX, polishTile } from './polish-tile.ts'
import { evenRect, type SameSizeNet } from './same-size-net.ts'

/** Memory of a tile is about 40 planes at half size twice over (engine study §2.3). */
const TILE_PX = 448

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
  onDone: (part: number) => void,
  tilePx: number = TILE_PX,
): Promise<void> {
  const polish = async (core: Rect) => {
    const frame = evenRect(grow(core, net.reachPx + POLISH_HALO_PX))
    const tile = { damaged: cutTile(source, frame), answer: cutTile(answer, frame), frame }
    pasteTile(target, await polishTile(net, tile, settings), frame, core)
  }
  await overTiles(tileGrid(source.width, source.height, tilePx), polish, onDone)
}
