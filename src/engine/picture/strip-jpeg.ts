// A JPEG without what it tells of the person who took it: EXIF with the position, XMP, previews, comments, and whatever stands behind its end
// (films of phones). The picture's own bytes are copied, so nothing is lost by encoding it again.

const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const JFIF = 0xe0
/** Says how the colours are coded; without it a decoder may guess wrong. */
const ADOBE = 0xee
const COMMENT = 0xfe
const isLeftOut = (marker: number): boolean =>
  (marker > JFIF && marker <= 0xef && marker !== ADOBE) || marker === COMMENT
/** Inside of a scan: a stuffed zero, or a restart. */
const isPartOfScan = (second: number): boolean => second === 0 || (second >= 0xd0 && second <= 0xd7)

/** Undefined where the bytes are not put together as expected: such a file is decoded and written anew. */
export function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (!isLeftOut(marker)) kept.push(bytes.subarray(at, end))
    at = end
    if (marker !== START_OF_SCAN) continue
    const scanEnd = endOfScan(bytes, at)
    if (scanEnd === undefined) return undefined
    kept.push(bytes.subarray(at, scanEnd))
    if (bytes[scanEnd + 1] === END_OF_IMAGE) return Buffer.concat([...kept, bytes.subarray(scanEnd, scanEnd + 2)])
    at = scanEnd
  }
  return undefined
}

/** Where the next marker stands. */
function endOfScan(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const second = bytes[at + 1]!
    if (second !== 0xff && !isPartOfScan(second)) return at
  }
  return undefined
}
