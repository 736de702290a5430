// A whole picture in memory: interleaved samples in shared memory, so that the child's threads write tiles into it without copies.
import type { Rect } from './rect.ts'

export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly bits: 8 | 16
  /** Row-major, channels interleaved, gamma-coded, 0 to 2^bits − 1. */
  readonly data: Uint8Array | Uint16Array
}

export const sampleMax = (bits: 8 | 16): number => (bits === 8 ? 255 : 65535)

export function createRaster(width: number, height: number, channels: 1 | 3, bits: 8 | 16): Raster {
  const count = width * height * channels
  const memory = new SharedArrayBuffer(bits === 8 ? count : count * 2)
  return { width, height, channels, bits, data: bits === 8 ? new Uint8Array(memory) : new Uint16Array(memory) }
}

/** A rectangle of `from` into `to`, with its upper left corner at `at`; both of the same channels and depth. */
export function copyPart(from: Raster, rect: Rect, to: Raster, at: Pick<Rect, 'x' | 'y'>): void {
  const length = rect.width * from.channels
  for (let y = 0; y < rect.height; y++) {
    const start = ((rect.y + y) * from.width + rect.x) * from.channels
    to.data.set(from.data.subarray(start, start + length), ((at.y + y) * to.width + at.x) * to.channels)
  }
}
