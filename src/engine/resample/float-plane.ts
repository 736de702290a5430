// One channel of a whole picture as floats in shared memory, and rectangles of it (mirrored beyond the picture).

import { mirrored } from '../tiles/cut-tile.ts'
import type { Rect } from '../tiles/tile-grid.ts'
import type { KernelName } from './kernels.ts'
import { resamplePlane } from './resample-plane.ts'
import { type Size, tapsFor } from './taps.ts'

export interface FloatPlane {
  readonly width: number
  readonly height: number
  readonly samples: Float32Array
}

export const createFloatPlane = ({ width, height }: Size): FloatPlane => ({
  width,
  height,
  samples: new Float32Array(new SharedArrayBuffer(width * height * 4)),
})

export function cutPlane(plane: FloatPlane, rect: Rect): Float32Array {
  const target = new Float32Array(rect.width * rect.height)
  const inside = rect.x >= 0 && rect.x + rect.width <= plane.width
  for (let y = 0; y < rect.height; y++) {
    const row = mirrored(rect.y + y, plane.height) * plane.width
    const to = y * rect.width
    if (inside) target.set(plane.samples.subarray(row + rect.x, row + rect.x + rect.width), to)
    else for (let x = 0; x < rect.width; x++) target[to + x] = plane.samples[row + mirrored(rect.x + x, plane.width)]!
  }
  return target
}

export function pastePlane(plane: FloatPlane, tile: Float32Array, rect: Rect): void {
  for (let y = 0; y < rect.height; y++) {
    plane.samples.set(tile.subarray(y * rect.width, (y + 1) * rect.width), (rect.y + y) * plane.width + rect.x)
  }
}

/** A rectangle (which may reach beyond the picture) of the plane resampled to `target`. */
export function resampleRect(plane: FloatPlane, target: Size, rect: Rect, kernel: KernelName): Float32Array {
  const { piece, columns, rows } = tapsFor(plane, target, rect, kernel)
  return resamplePlane(cutPlane(plane, piece), piece.width, columns, rows)
}
