// The middle of a photograph, so that benches take equally much of each.

import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'

const WIDE_PX = 768
const NARROW_PX = 576

/** At most 768 × 576 pixels, or upright. */
export function middleOf(photo: Raster): Raster {
  const [most, least] = photo.width >= photo.height ? [WIDE_PX, NARROW_PX] : [NARROW_PX, WIDE_PX]
  const [width, height] = [Math.min(most, photo.width), Math.min(least, photo.height)]
  const target = createRaster(width, height, 3, 8)
  const rect = { x: (photo.width - width) >> 1, y: (photo.height - height) >> 1, width, height }
  const whole = { x: 0, y: 0, width, height }
  pasteTile(target, cutTile(photo, rect), whole, whole)
  return target
}
