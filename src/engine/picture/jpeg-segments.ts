// The segments of a JPEG one after another, found as decoders find them: fill bytes, markers without a length, a scan's own bytes and bytes that
// belong to nothing are skipped. A stricter caller compares `end` with the next `start`.

export interface JpegSegment {
  readonly marker: number
  /** Place of its first byte, 0xff. */
  readonly start: number
  readonly end: number
  /** Behind marker and length. */
  readonly content: Buffer
}

export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9
const FILL = 0xff
/** A stuffed zero, TEM, restarts and the start of an image. */
const isBare = (marker: number): boolean => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)

/** The last one may be cut short, as the file is. */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  let end = 2
  for (let start = nextMarker(bytes, end); start >= 0; start = nextMarker(bytes, end)) {
    const marker = bytes[start + 1]!
    end = start + 2
    if (marker !== END_OF_IMAGE) {
      if (start + 4 > bytes.length) return
      end += Math.max(2, bytes.readUInt16BE(start + 2))
    }
    yield { marker, start, end, content: bytes.subarray(start + 4, end) }
  }
}

/** Where the next segment begins; -1 where none does. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from
  while (at >= 0 && at + 1 < bytes.length) {
    // A call of indexOf costs as much as comparing fifty bytes here: a file of nothing but fill bytes would block the process (8 MB: 1.4 s).
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at)
      continue
    }
    const marker = bytes[at + 1]!
    if (marker !== FILL && !isBare(marker)) return at
    at += marker === FILL ? 1 : 2
  }
  return -1
}

/** Those before the first scan. */
export function* jpegHeadSegments(bytes: Buffer): Generator<JpegSegment> {
  for (const segment of jpegSegments(bytes)) {
    if (segment.marker === START_OF_SCAN) return
    yield segment
  }
}
