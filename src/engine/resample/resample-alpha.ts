// Transparency goes through the same centred kernel as the colours, strip by strip (engine study §3.6).
import { createRaster, type Raster } from '../picture/raster.ts'
import { pasteGrey } from '../tiles/cut-tile.ts'
import { tileGrid } from '../tiles/tile-grid.ts'
import { resampleGrey } from './resample-tile.ts'
import type { Size } from './taps.ts'

const ALPHA_TILE_PX = 1024

export function resampleAlpha(alpha: Raster, target: Size): Raster {
  if (alpha.width === target.width && alpha.height === target.height) return alpha
  const result = createRaster(target.width, target.height, 1, alpha.bits)
  for (const rect of tileGrid(target.width, target.height, ALPHA_TILE_PX)) {
    pasteGrey(result, resampleGrey(alpha, target, rect, 'bicubic'), rect.width, rect, rect)
  }
  return result
}
