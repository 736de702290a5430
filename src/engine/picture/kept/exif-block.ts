// EXIF as it is stored: a TIFF block of directories. Read and written entry by entry with the values' own bytes, so that what is kept is kept
// exactly and nothing else comes along: no maker's notes, no serial numbers, no preview. Every read is bounded by the block.

export interface ExifEntry {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** In the block's byte order. */
  readonly value: Buffer
}

export interface ExifBlock {
  readonly isLittle: boolean
  readonly image: readonly ExifEntry[]
  readonly photo: readonly ExifEntry[]
  readonly position: readonly ExifEntry[]
}

const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
const LONG = 4
const PHOTO_POINTER = 0x8769
const POSITION_POINTER = 0x8825
const ENTRY_BYTES = 12
const HEADER_BYTES = 8
const MOST_ENTRIES = 200
/** Values written by a camera are short; longer ones are private additions. */
const VALUE_MAX_BYTES = 2048
const JPEG_PREFIX = Buffer.from('Exif\0\0', 'latin1')

/** Undefined where this is not such a block. */
export function readExif(bytes: Buffer | undefined): ExifBlock | undefined {
  const block = bytes?.subarray(0, JPEG_PREFIX.length).equals(JPEG_PREFIX) ? bytes.subarray(JPEG_PREFIX.length) : bytes
  if (!block || block.length < HEADER_BYTES) return undefined
  const order = block.toString('latin1', 0, 2)
  const isLittle = order === 'II'
  if (!isLittle && order !== 'MM') return undefined
  const image = readDirectory(block, isLittle, numbers(isLittle).long(block, 4))
  const below = (pointer: number) => {
    const entry = image.find(({ tag, type, count }) => tag === pointer && type === LONG && count === 1)
    return entry ? readDirectory(block, isLittle, numbers(isLittle).long(entry.value, 0)) : []
  }
  return { isLittle, image, photo: below(PHOTO_POINTER), position: below(POSITION_POINTER) }
}

function readDirectory(block: Buffer, isLittle: boolean, at: number): ExifEntry[] {
  const { short, long } = numbers(isLittle)
  if (at < HEADER_BYTES || at + 2 > block.length) return []
  const entries: ExifEntry[] = []
  const count = Math.min(short(block, at), MOST_ENTRIES)
  for (let i = 0, from = at + 2; i < count && from + ENTRY_BYTES <= block.length; i++, from += ENTRY_BYTES) {
    const [tag, type, values] = [short(block, from), short(block, from + 2), long(block, from + 4)]
    const length = (TYPE_BYTES[type] ?? 0) * values
    const start = length <= 4 ? from + 8 : long(block, from + 8)
    if (length === 0 || length > VALUE_MAX_BYTES || start + length > block.length) continue
    entries.push({ tag, type, count: values, value: block.subarray(start, start + length) })
  }
  return entries
}

/** Undefined when there is nothing to say. */
export function writeExif({ isLittle, image, photo, position }: ExifBlock): Buffer | undefined {
  if (image.length + photo.length + position.length === 0) return undefined
  const { putShort, putLong } = numbers(isLittle)
  const pointers = [
    [PHOTO_POINTER, photo],
    [POSITION_POINTER, position],
  ] as const
  const used = pointers.filter(([, entries]) => entries.length > 0)
  const head = Buffer.alloc(HEADER_BYTES)
  head.write(isLittle ? 'II' : 'MM', 'latin1')
  putShort(head, 42, 2)
  putLong(head, HEADER_BYTES, 4)
  const imageBytes = sizeOf([...image, ...used.map(([tag]) => pointerEntry(tag, 0, putLong))])
  let at = HEADER_BYTES + imageBytes
  const parts: Buffer[] = []
  const pointed = used.map(([tag, entries]) => {
    const entry = pointerEntry(tag, at, putLong)
    parts.push(writeDirectory(entries, at, isLittle))
    at += sizeOf(entries)
    return entry
  })
  return Buffer.concat([head, writeDirectory([...image, ...pointed], HEADER_BYTES, isLittle), ...parts])
}

const pointerEntry = (tag: number, at: number, putLong: (to: Buffer, value: number, at: number) => void): ExifEntry => {
  const value = Buffer.alloc(4)
  putLong(value, at, 0)
  return { tag, type: LONG, count: 1, value }
}

/** Values start at even places. */
const even = (length: number) => length + (length % 2)
const outside = ({ value }: ExifEntry) => (value.length > 4 ? even(value.length) : 0)
const sizeOf = (entries: readonly ExifEntry[]): number =>
  2 + entries.length * ENTRY_BYTES + 4 + entries.reduce((sum, entry) => sum + outside(entry), 0)

function writeDirectory(entries: readonly ExifEntry[], at: number, isLittle: boolean): Buffer {
  const { putShort, putLong } = numbers(isLittle)
  const bytes = Buffer.alloc(sizeOf(entries))
  putShort(bytes, entries.length, 0)
  let valueAt = 2 + entries.length * ENTRY_BYTES + 4
  for (const [i, entry] of [...entries].sort((a, b) => a.tag - b.tag).entries()) {
    const to = 2 + i * ENTRY_BYTES
    putShort(bytes, entry.tag, to)
    putShort(bytes, entry.type, to + 2)
    putLong(bytes, entry.count, to + 4)
    if (outside(entry) === 0) entry.value.copy(bytes, to + 8)
    else {
      putLong(bytes, at + valueAt, to + 8)
      entry.value.copy(bytes, valueAt)
      valueAt += outside(entry)
    }
  }
  return bytes
}

const numbers = (isLittle: boolean) => ({
  short: (from: Buffer, at: number) => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at)),
  long: (from: Buffer, at: number) => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at)),
  putShort: (to: Buffer, value: number, at: number) =>
    void (isLittle ? to.writeUInt16LE(value, at) : to.writeUInt16BE(value, at)),
  putLong: (to: Buffer, value: number, at: number) =>
    void (isLittle ? to.writeUInt32LE(value, at) : to.writeUInt32BE(value, at)),
})
