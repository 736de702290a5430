// What a JPEG says of itself before its first scan, read from its structure alone.
import { jpegHeadSegments } from './jpeg-segments.ts'

export interface JpegHeader {
  readonly width: number
  readonly height: number
  readonly components: number
  /** As EXIF counts them; 1 is upright. */
  readonly orientation: number
  readonly profile: Buffer | undefined
}

/** Baseline, extended and progressive; the others are rare and left to the decoder. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2]
const [APP1, APP2] = [0xe1, 0xe2]
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1')
const ORIENTATION_TAG = 0x0112
const IFD_ENTRY_BYTES = 12

/** Undefined where something is not as expected. */
export function readJpegHeader(bytes: Buffer): JpegHeader | undefined {
  let frame: Buffer | undefined
  let orientation: number | undefined = 1
  const profile: Buffer[] = []
  for (const { marker, content } of jpegHeadSegments(bytes)) {
    if (FRAMES.includes(marker)) frame ??= content
    if (marker === APP1 && startsWith(content, EXIF)) orientation = orientationOf(content.subarray(EXIF.length))
    // Part number and count follow the name; writers put the parts in order.
    if (marker === APP2 && startsWith(content, ICC)) {
      if (content[ICC.length] !== profile.length + 1) return undefined
      profile.push(content.subarray(ICC.length + 2))
    }
  }
  if (!frame || frame.length < 6 || orientation === undefined) return undefined
  const [height, width, components] = [frame.readUInt16BE(1), frame.readUInt16BE(3), frame[5]!]
  if (!width || !height) return undefined
  return { width, height, components, orientation, profile: profile.length > 0 ? Buffer.concat(profile) : undefined }
}

const startsWith = (content: Buffer, name: Buffer): boolean => content.subarray(0, name.length).equals(name)

/** Orientation in the first directory; 1 where it says none, undefined where it cannot be read. */
function orientationOf(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2)
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return undefined
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return undefined
  const count = u16(first)
  if (first + 2 + count * IFD_ENTRY_BYTES > tiff.length) return undefined
  for (let n = 0; n < count; n += 1) {
    const entry = first + 2 + n * IFD_ENTRY_BYTES
    if (u16(entry) === ORIENTATION_TAG) return u16(entry + 8)
  }
  return 1
}
