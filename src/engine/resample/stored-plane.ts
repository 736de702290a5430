// One channel of a whole picture between two steps, in shared memory, and rectangles of it as floats (mirrored beyond the picture).
// Stored in 16 bits from −0.25 to 1.25: half the memory of floats (a 25-megapixel result needs two planes), and the steps of
// 0.006 levels are far below what a result can show. What overshoots farther is cut.
import { mirrored, mirroredRange } from '../tiles/cut-tile.ts'
import type { Rect } from '../tiles/tile-grid.ts'
import type { KernelName } from './kernels.ts'
import { resamplePlane } from './resample-plane.ts'
import { type Size, tapsFor } from './taps.ts'

export interface StoredPlane {
  readonly width: number
  readonly height: number
  readonly samples: Uint16Array
}

const LOW = -0.25
const STEP = 1.5 / 65535

export const createStoredPlane = ({ width, height }: Size): StoredPlane => ({
  width,
  height,
  samples: new Uint16Array(new SharedArrayBuffer(width * height * 2)),
})

export function cutPlane({ width, height, samples }: StoredPlane, rect: Rect): Float32Array {
  const target = new Float32Array(rect.width * rect.height)
  const columns = mirroredRange(rect.x, rect.width, width)
  for (let y = 0, to = 0; y < rect.height; y++) {
    const row = mirrored(rect.y + y, height) * width
    for (let x = 0; x < rect.width; x++) target[to++] = samples[row + columns[x]!]! * STEP + LOW
  }
  return target
}

export function pastePlane(plane: StoredPlane, tile: Float32Array, rect: Rect): void {
  for (let y = 0, from = 0; y < rect.height; y++) {
    let to = (rect.y + y) * plane.width + rect.x
    for (let x = 0; x < rect.width; x++) plane.samples[to++] = storedValue(tile[from++]!)
  }
}

export const storedValue = (value: number): number => Math.max(0, Math.min(65535, (value - LOW) / STEP + 0.5))

/** A rectangle (which may reach beyond the picture) of the plane resampled to `target`. */
export function resampleRect(plane: StoredPlane, target: Size, rect: Rect, kernel: KernelName): Float32Array {
  const { piece, columns, rows } = tapsFor(plane, target, rect, kernel)
  return resamplePlane(cutPlane(plane, piece), piece.width, columns, rows)
}
