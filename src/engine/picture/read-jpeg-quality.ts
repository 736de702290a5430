// The quality a JPEG was saved with, from its luma quantisation table (the usual scale of the IJG library, 1–100), and that table itself.
import { jpegHeadSegments } from './jpeg-segments.ts'

/** Mean of the standard luma table at quality 50 (ITU-T T.81 annex K); tables of other qualities are its multiples. */
const STANDARD_MEAN = 57.625

const QUANTISATION_TABLES = 0xdb

/** Undefined when no table is found. */
export function readJpegQuality(bytes: Buffer): number | undefined {
  const table = firstTable(bytes)
  if (!table) return undefined
  const mean = table.reduce((sum, value) => sum + value, 0) / 64
  const scale = (mean / STANDARD_MEAN) * 100
  const quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale
  return Math.max(1, Math.min(100, Math.round(quality)))
}

/** Where each of the table's values belongs, row-major: along the anti-diagonals of the block, to and fro. */
const ZIGZAG = Array.from({ length: 64 }, (_, place) => place).sort((a, b) => orderOf(a) - orderOf(b))

function orderOf(place: number): number {
  const [row, column] = [place >> 3, place & 7]
  const diagonal = row + column
  return 8 * diagonal + (diagonal % 2 === 0 ? column : row)
}

/** 64 luma steps, row-major (vertical frequency first). */
export function readJpegSteps(bytes: Buffer): Float64Array | undefined {
  const table = firstTable(bytes)
  if (!table) return undefined
  const steps = new Float64Array(64)
  for (const [i, place] of ZIGZAG.entries()) steps[place] = Math.max(1, table[i]!)
  return steps
}

function firstTable(bytes: Buffer): number[] | undefined {
  for (const { marker, content } of jpegHeadSegments(bytes))
    if (marker === QUANTISATION_TABLES) return readTable(content)
  return undefined
}

function readTable(content: Buffer): number[] | undefined {
  const wide = (content[0] ?? 0) >> 4 === 1
  const size = wide ? 2 : 1
  if (content.length < 1 + 64 * size) return undefined
  return Array.from({ length: 64 }, (_, i) => (wide ? content.readUInt16BE(1 + i * 2) : content[1 + i]!))
}
