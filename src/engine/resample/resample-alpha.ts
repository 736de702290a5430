// Transparency goes through the same centred kernel as the colours, strip by strip (engine study §3.6).

import { pasteGrey } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import { tileGrid } from '../image/tile-grid.ts'
import { resampleGrey } from './resample-tile.ts'

const ALPHA_TILE_PX = 1024

export function resampleAlpha(alpha: Raster, target: Size): Raster {
  if (alpha.width === target.width && alpha.height === target.height) return alpha
  const result = createRaster(target.width, target.height, 1, alpha.bits)
  for (const rect of tileGrid(target.width, target.height, ALPHA_TILE_PX)) {
    pasteGrey(result, resampleGrey(alpha, target, rect, 'bicubic'), rect.width, rect, rect)
  }
  return result
}
