// Finds the marks of a whole picture and fills them, without the denoising that follows in a run; for tests and benches.

import { createRaster, type Raster } from '../image/raster.ts'
import { tileGrid } from '../image/tile-grid.ts'
import type { MarkNet } from '../nets/mask-net.ts'
import { damageOf } from '../operations/find-mask.ts'
import { runTile, type TileTask } from '../run/run-tile.ts'
import type { RepairPass } from '../tools/plan.ts'

const TILE_PX = 448
const FILLING_ONLY: RepairPass = { kind: 'repair', operations: [], settings: { net: 'scratch' } }

/** 1 where the net sees a mark, without its margin. */
export async function markWhole(net: MarkNet, source: Raster, tilePx: number = TILE_PX): Promise<Uint8Array> {
  const found = new Uint8Array(source.width * source.height)
  await overTiles(net, source, tilePx, { target: source, found })
  return found
}

/** 8 bits. */
export async function repairWhole(net: MarkNet, source: Raster, tilePx: number = TILE_PX): Promise<Raster> {
  const target = createRaster(source.width, source.height, source.channels, 8)
  await overTiles(net, source, tilePx, { target, marks: damageOf(await markWhole(net, source, tilePx), source) })
  return target
}

async function overTiles(
  net: MarkNet,
  source: Raster,
  tilePx: number,
  task: Pick<TileTask, 'target' | 'found' | 'marks'>,
) {
  for (const tile of tileGrid(source.width, source.height, tilePx))
    await runTile(FILLING_ONLY, { passIndex: 0, source, tile, ...task }, { mark: net })
}
