// A JPEG without personal metadata: EXIF with the position, XMP, previews, comments, and anything after its end
// (motion photos of phones). The picture's own bytes are copied, so there is no loss from re-encoding.
import { END_OF_IMAGE, jpegSegments, START_OF_SCAN } from './jpeg-segments.ts'

const JFIF = 0xe0
/** Says how the colours are coded; without it a decoder may guess wrong. */
const ADOBE = 0xee
const COMMENT = 0xfe
const isLeftOut = (marker: number): boolean =>
  (marker > JFIF && marker <= 0xef && marker !== ADOBE) || marker === COMMENT

/** Undefined where the structure is unexpected: such a file is decoded and re-encoded. */
export function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let before = { marker: 0, end: 2 }
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (before.marker === START_OF_SCAN) kept.push(bytes.subarray(before.end, start))
    else if (!isFill(bytes, before.end, start)) return undefined
    if (!isLeftOut(marker)) kept.push(bytes.subarray(start, end))
    if (marker === END_OF_IMAGE) return Buffer.concat(kept)
    before = { marker, end }
  }
  return undefined
}

function isFill(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at] !== 0xff) return false
  return true
}
