// A rectangle of the resampled picture, computed from the piece of the source that it needs (centred; shrinking is anti-aliased).

import { cutGrey, cutTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import type { Raster } from '../image/raster.ts'
import type { Rect, Size } from '../image/rect.ts'
import type { KernelName } from './kernels.ts'
import { resamplePlane } from './resample-plane.ts'
import { tapsFor } from './taps.ts'

export function resampleTile(source: Raster, target: Size, rect: Rect, kernel: KernelName): Planes {
  const { piece, columns, rows } = tapsFor(source, target, rect, kernel)
  const { r, g, b } = cutTile(source, piece)
  const one = (plane: Float32Array) => resamplePlane(plane, piece.width, columns, rows)
  const red = one(r)
  if (source.channels === 1) return { width: rect.width, height: rect.height, r: red, g: red.slice(), b: red.slice() }
  return { width: rect.width, height: rect.height, r: red, g: one(g), b: one(b) }
}

/** The same of a picture of one channel. */
export function resampleGrey(source: Raster, target: Size, rect: Rect, kernel: KernelName): Float32Array {
  const { piece, columns, rows } = tapsFor(source, target, rect, kernel)
  return resamplePlane(cutGrey(source, piece), piece.width, columns, rows)
}
