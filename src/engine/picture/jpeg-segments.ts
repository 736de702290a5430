// The segments of a JPEG one after another, found as decoders find them: fill bytes, markers without a length, a scan's own bytes and bytes that
// belong to nothing are passed over. Whoever is stricter looks at what stands between `end` and the next `start`.

export interface JpegSegment {
  readonly marker: number
  /** Of its first byte, 0xff. */
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
  let start = bytes.indexOf(0xff, 2)
  while (start >= 0 && start + 2 <= bytes.length) {
    const marker = bytes[start + 1]!
    let end = start + (marker === FILL ? 1 : 2)
    if (marker === END_OF_IMAGE) yield { marker, start, end, content: bytes.subarray(end, end) }
    else if (marker !== FILL && !isBare(marker)) {
      if (start + 4 > bytes.length) return
      end += Math.max(2, bytes.readUInt16BE(start + 2))
      yield { marker, start, end, content: bytes.subarray(start + 4, end) }
    }
    start = bytes.indexOf(0xff, end)
  }
}

/** Those before the first scan. */
export function* jpegHeadSegments(bytes: Buffer): Generator<JpegSegment> {
  for (const segment of jpegSegments(bytes)) {
    if (segment.marker === START_OF_SCAN) return
    yield segment
  }
}
