// A rectangle of the resampled picture, computed from the piece of the source that it needs (centred; shrinking is anti-aliased).
import type { Planes } from '../operation.ts'
import type { Raster } from '../picture/raster.ts'
import { cutChannel, cutTile } from '../tiles/cut-tile.ts'
import type { Rect } from '../tiles/tile-grid.ts'
import type { KernelName } from './kernels.ts'
import { resamplePlane } from './resample-plane.ts'
import { makeTaps, sourceSpan } from './taps.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export function resampleTile(source: Raster, target: Size, rect: Rect, kernel: KernelName): Planes {
  const { piece, columns, rows } = tapsOf(source, target, rect, kernel)
  const { r, g, b } = cutTile(source, piece)
  const one = (plane: Float32Array) => resamplePlane(plane, piece.width, columns, rows)
  const red = one(r)
  if (source.channels === 1) return { width: rect.width, height: rect.height, r: red, g: red.slice(), b: red.slice() }
  return { width: rect.width, height: rect.height, r: red, g: one(g), b: one(b) }
}

/** The same for one channel. */
export function resampleChannel(source: Raster, target: Size, rect: Rect, kernel: KernelName): Float32Array {
  const { piece, columns, rows } = tapsOf(source, target, rect, kernel)
  const plane = new Float32Array(piece.width * piece.height)
  cutChannel(source, piece, 0, plane)
  return resamplePlane(plane, piece.width, columns, rows)
}

function tapsOf(source: Size, target: Size, rect: Rect, kernel: KernelName) {
  const across = { sourceSize: source.width, targetSize: target.width }
  const down = { sourceSize: source.height, targetSize: target.height }
  const x = sourceSpan(across, kernel, rect.x, rect.width)
  const y = sourceSpan(down, kernel, rect.y, rect.height)
  return {
    piece: { x: x.from, y: y.from, width: x.count, height: y.count },
    columns: makeTaps(across, kernel, { from: rect.x, count: rect.width }, x),
    rows: makeTaps(down, kernel, { from: rect.y, count: rect.height }, y),
  }
}
