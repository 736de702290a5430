// Encoded files for the tests of decoding: made here, so that every byte of them is known.
import sharp, { type Sharp } from 'sharp'
import type { Raster } from '../image/raster.ts'

/** The raster as a sharp pipeline, for any encoder. */
export const sharpOf = ({ data, width, height, channels }: Raster): Sharp =>
  sharp(data.slice(), { raw: { width, height, channels } })

/** An uncompressed Windows bitmap of 24 bits, bottom row first. */
export function bmp24({ data, width, height }: Raster): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + row * height)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) bytes[54 + (height - 1 - y) * row + x * 3 + 2 - c] = data[(y * width + x) * 3 + c]!
    }
  }
  return bytes
}
