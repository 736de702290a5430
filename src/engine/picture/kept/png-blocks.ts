// What is not pixels, put into an encoded PNG by hand: libvips would convert the pixels when it attaches a profile (they are in that space
// already), and its own writing of EXIF interprets what is to be kept as it is. The packed pixels are not touched.
import { crc32, deflateSync } from 'node:zlib'
import type { KeptMetadata } from './kept-metadata.ts'

const SIGNATURE_BYTES = 8
const FRAME_BYTES = 12
const METRES_PER_INCH = 0.0254
const PER_METRE = 1

export function withKeptMetadata(png: Buffer, { profile, exif, dpi, xmp }: KeptMetadata): Buffer {
  const blocks = [
    profile && pngBlock('iCCP', Buffer.from('Display P3\0\0', 'latin1'), deflateSync(profile)),
    dpi !== undefined && pngBlock('pHYs', density(dpi)),
    exif && pngBlock('eXIf', exif),
    // Uncompressed, without language and translation, as readers expect XMP.
    xmp && pngBlock('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(xmp)),
  ].filter((part): part is Buffer => part instanceof Buffer)
  if (blocks.length === 0) return png
  const headerEnd = SIGNATURE_BYTES + FRAME_BYTES + png.readUInt32BE(SIGNATURE_BYTES)
  return Buffer.concat([png.subarray(0, headerEnd), ...blocks, ...withoutDensity(png, headerEnd, dpi !== undefined)])
}

/** A file states its density once. */
function withoutDensity(png: Buffer, from: number, isStated: boolean): Buffer[] {
  const end = from + FRAME_BYTES + png.readUInt32BE(from)
  const isDensity = isStated && png.toString('latin1', from + 4, from + 8) === 'pHYs'
  return [png.subarray(isDensity ? end : from)]
}

function density(dpi: number): Buffer {
  const data = Buffer.alloc(9)
  const perMetre = Math.round(dpi / METRES_PER_INCH)
  data.writeUInt32BE(perMetre, 0)
  data.writeUInt32BE(perMetre, 4)
  data.writeUInt8(PER_METRE, 8)
  return data
}

/** With its length and its check. */
export function pngBlock(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
