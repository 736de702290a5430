// Finds the mask of a whole picture and fills them, without the denoising that follows in a run; for tests and benches.

import { createRaster, type Raster } from '../image/raster.ts'
import { tileGrid } from '../image/tile-grid.ts'
import type { MaskNet } from '../nets/mask-net.ts'
import { classifyRegions } from '../operations/classify-regions.ts'
import { damageOf } from '../operations/find-mask.ts'
import { runTile, type TileTask } from '../run/run-tile.ts'
import type { RepairPass } from '../tools/plan.ts'

const TILE_PX = 448
const FILLING_ONLY: RepairPass = { kind: 'repair', steps: [], settings: { net: 'scratch' } }

/** What the net finds: how likely damage is. */
export async function foundWhole(net: MaskNet, source: Raster, tilePx: number = TILE_PX): Promise<Uint8Array> {
  const found = new Uint8Array(source.width * source.height)
  await overTiles(net, source, tilePx, { target: source, found })
  return found
}

/** 1 where damage is, without its margin. */
export const maskWhole = async (net: MaskNet, source: Raster, tilePx?: number): Promise<Uint8Array> =>
  classifyRegions(await foundWhole(net, source, tilePx), source)

/** 8 bits. */
export async function repairWhole(net: MaskNet, source: Raster, tilePx: number = TILE_PX): Promise<Raster> {
  const target = createRaster(source.width, source.height, source.channels, 8)
  await overTiles(net, source, tilePx, { target, mask: damageOf(await foundWhole(net, source, tilePx), source) })
  return target
}

async function overTiles(
  net: MaskNet,
  source: Raster,
  tilePx: number,
  task: Pick<TileTask, 'target' | 'found' | 'mask'>,
) {
  for (const tile of tileGrid(source.width, source.height, tilePx))
    await runTile(FILLING_ONLY, { passIndex: 0, source, tile, ...task }, { mask: net })
}
