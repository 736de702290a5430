// One channel of a whole picture between two steps, in shared memory, and rectangles of it as floats (mirrored beyond the picture).
// Stored in 16 bits from −0.25 to 1.25: half the memory of floats (a 25-megapixel result needs two planes), and the steps of
// 0.006 levels are far below what a result can show. What overshoots farther is cut.
import { cutSamples } from '../image/cut-tile.ts'
import { type Raster, sampleMax } from '../image/raster.ts'
import type { Rect, Size } from '../image/rect.ts'
import { bt601Luma } from '../image/ycc.ts'
import type { KernelName } from './kernels.ts'
import { resamplePlane } from './resample-plane.ts'
import { tapsFor } from './taps.ts'

export interface StoredPlane {
  readonly width: number
  readonly height: number
  readonly samples: Uint16Array
}

const LOW = -0.25
const STEPS_PER_UNIT = 65535 / 1.5
const STEP = 1 / STEPS_PER_UNIT

export const createStoredPlane = ({ width, height }: Size): StoredPlane => ({
  width,
  height,
  samples: new Uint16Array(new SharedArrayBuffer(width * height * 2)),
})

export function cutPlane(plane: StoredPlane, rect: Rect): Float32Array {
  const target = new Float32Array(rect.width * rect.height)
  cutPlaneInto(target, rect.width, plane, rect)
  return target
}

/** Into lines of `stride` samples. */
export function cutPlaneInto(target: Float32Array, stride: number, plane: StoredPlane, rect: Rect): void {
  const { samples: data, width, height } = plane
  cutSamples({ data, width, height, scale: STEP, low: LOW }, rect, target, stride)
}

export function pastePlane(plane: StoredPlane, tile: Float32Array, rect: Rect): void {
  for (let y = 0, from = 0; y < rect.height; y++) {
    let to = (rect.y + y) * plane.width + rect.x
    for (let x = 0; x < rect.width; x++) plane.samples[to++] = storedValue(tile[from++]!)
  }
}

export function storedValue(value: number): number {
  const stored = (value - LOW) * STEPS_PER_UNIT + 0.5
  return stored > 0 ? (stored < 65535 ? stored : 65535) : 0
}

/** A rectangle (which may reach beyond the picture) of the plane resampled to `target`. */
export function resampleRect(plane: StoredPlane, target: Size, rect: Rect, kernel: KernelName): Float32Array {
  const { piece, columns, rows } = tapsFor(plane, target, rect, kernel)
  return resamplePlane(cutPlane(plane, piece), piece.width, columns, rows)
}

/** The luma of a picture, or its one channel. */
export function storedLuma(raster: Raster): StoredPlane {
  const plane = createStoredPlane(raster)
  const { data, channels, bits } = raster
  const scale = 1 / sampleMax(bits)
  for (let i = 0, at = 0; i < plane.samples.length; i++, at += channels) {
    const luma = channels === 1 ? data[at]! : bt601Luma(data[at]!, data[at + 1]!, data[at + 2]!)
    plane.samples[i] = storedValue(luma * scale)
  }
  return plane
}
