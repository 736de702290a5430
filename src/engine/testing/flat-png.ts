// A PNG of any size that costs nothing to make: one bit per pixel, all of them black.
import { deflateSync } from 'node:zlib'
import { pngBlock } from '../picture/kept/png-blocks.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** `rows`: how many it holds of those that it promises. */
export function flatPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([SIGNATURE, pngBlock('IHDR', header), pngBlock('IDAT', data), pngBlock('IEND', Buffer.alloc(0))])
}
