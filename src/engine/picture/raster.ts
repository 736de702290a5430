// A whole picture in memory: interleaved samples in shared memory, so that the child's threads write tiles into it without copies.
import type { ImageFormat } from '../engine-types.ts'

export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly bits: 8 | 16
  /** Row-major, channels interleaved, gamma-coded, 0 to 2^bits − 1. */
  readonly data: Uint8Array | Uint16Array
}

/** A decoded, upright picture. Colour is sRGB, or Display P3 when `embeddedProfile` says so (the two share their curve). */
export interface Picture {
  readonly format: ImageFormat
  readonly colour: Raster
  /** One channel, straight (not premultiplied); absent when every pixel is opaque by format. */
  readonly alpha: Raster | undefined
  /** The source's own profile, to be embedded in the result; only kept when it is a Display P3 one. */
  readonly embeddedProfile: Buffer | undefined
  /** From the quantisation tables of a JPEG source. */
  readonly jpegQuality: number | undefined
}

export const sampleMax = (bits: 8 | 16): number => (bits === 8 ? 255 : 65535)

export function createRaster(width: number, height: number, channels: 1 | 3, bits: 8 | 16): Raster {
  const count = width * height * channels
  const memory = new SharedArrayBuffer(bits === 8 ? count : count * 2)
  return { width, height, channels, bits, data: bits === 8 ? new Uint8Array(memory) : new Uint16Array(memory) }
}
