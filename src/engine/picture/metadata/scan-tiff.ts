// TIFF and BigTIFF: the values of every directory, except those that locate pixels. A cycle of directories ends the walk.
import { type MetadataBudget, tooMuch } from './metadata-budget.ts'

/** Bytes of the types 0 to 18; 14 and 15 do not exist. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8]
/** Offsets and lengths of strips and tiles grow with the picture. */
const PIXEL_TAGS = new Set([273, 279, 324, 325])
/** libtiff takes no directory that has more; beyond it overlapping directories would cost time by the square. */
const MAX_ENTRIES = 4096
const BIG_TIFF = 43

/** BigTIFF is TIFF with 64-bit places and counts. */
interface Layout {
  readonly headerBytes: number
  /** Bytes of the number of entries, which stands before them. */
  readonly countBytes: number
  readonly entryBytes: number
  /** Bytes of an address, and what a value may have to stand in the entry itself. */
  readonly placeBytes: number
}
const CLASSIC: Layout = { headerBytes: 8, countBytes: 2, entryBytes: 12, placeBytes: 4 }
const BIG: Layout = { headerBytes: 16, countBytes: 8, entryBytes: 20, placeBytes: 8 }

export function scanTiff(bytes: Buffer, budget: MetadataBudget): void {
  if (bytes.length < BIG.headerBytes) return
  const number = numbersOf(bytes)
  const layout = number(2, 2) === BIG_TIFF ? BIG : CLASSIC
  const { headerBytes, countBytes, entryBytes, placeBytes } = layout
  const seen = new Set<number>()
  let at = number(headerBytes - placeBytes, placeBytes)
  while (at > 0 && at + countBytes <= bytes.length && !seen.has(at)) {
    seen.add(at)
    budget.spend(0)
    const count = number(at, countBytes)
    if (count > MAX_ENTRIES) throw tooMuch()
    const next = at + countBytes + count * entryBytes
    for (let entry = at + countBytes; entry < next && entry + entryBytes <= bytes.length; entry += entryBytes) {
      const valueBytes = (TYPE_BYTES[number(entry + 2, 2)] ?? 1) * number(entry + 4, placeBytes)
      if (!PIXEL_TAGS.has(number(entry, 2)) && valueBytes > placeBytes) budget.spend(Math.min(valueBytes, bytes.length))
    }
    at = next + placeBytes <= bytes.length ? number(next, placeBytes) : 0
  }
}

function numbersOf(bytes: Buffer): (at: number, size: number) => number {
  const isLittle = bytes[0] === 0x49
  return (at, size) => {
    if (size === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
    return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size)
  }
}
