// TIFF: the values of every directory that do not tell where pixels lie. Directories that form a ring end the walk.
import type { MetadataBudget } from './metadata-budget.ts'

const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
/** Offsets and lengths of strips and tiles grow with the picture. */
const PIXEL_TAGS = new Set([273, 279, 324, 325])
const ENTRY_BYTES = 12

export function scanTiff(bytes: Buffer, budget: MetadataBudget): void {
  const isLittle = bytes[0] === 0x49
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const seen = new Set<number>()
  // BigTIFF has its own layout, which libvips' loader reads within the child's limits alone.
  if (bytes.length < 8 || short(2) !== 42) return
  for (let at = long(4); at > 0 && at + 2 <= bytes.length && !seen.has(at); ) {
    seen.add(at)
    const count = short(at)
    for (
      let entry = at + 2;
      entry < at + 2 + count * ENTRY_BYTES && entry + ENTRY_BYTES <= bytes.length;
      entry += ENTRY_BYTES
    ) {
      const valueBytes = (TYPE_BYTES[short(entry + 2)] ?? 1) * long(entry + 4)
      if (!PIXEL_TAGS.has(short(entry)) && valueBytes > 4) budget.spend(Math.min(valueBytes, bytes.length))
    }
    const next = at + 2 + count * ENTRY_BYTES
    at = next + 4 <= bytes.length ? long(next) : 0
  }
}
