// JPEG: the segments before the first scan. Each is small, but a decoder keeps them all.
import type { MetadataBudget } from './metadata-budget.ts'

const START_OF_SCAN = 0xda
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

export function scanJpeg(bytes: Buffer, budget: MetadataBudget): void {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      at += 1
      continue
    }
    const marker = bytes[at + 1]!
    // Fill bytes and markers without a length.
    if (marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === START_OF_SCAN) return
    const length = Math.max(2, bytes.readUInt16BE(at + 2))
    if (isMetadata(marker)) budget.spend(length)
    at += 2 + length
  }
}
