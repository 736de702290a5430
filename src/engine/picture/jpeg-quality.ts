// The quality a JPEG was saved with, from its luma quantisation table (the usual scale of the IJG library, 1–100).

/** Mean of the standard luma table at quality 50 (ITU-T T.81 annex K); tables of other qualities are its multiples. */
const STANDARD_MEAN = 57.625

/** Undefined when no table is found. */
export function readJpegQuality(bytes: Buffer): number | undefined {
  const table = firstTable(bytes)
  if (!table) return undefined
  const mean = table.reduce((sum, value) => sum + value, 0) / 64
  const scale = (mean / STANDARD_MEAN) * 100
  const quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale
  return Math.max(1, Math.min(100, Math.round(quality)))
}

function firstTable(bytes: Buffer): number[] | undefined {
  let at = 2
  while (at + 4 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xda || length < 2) return undefined
    if (marker === 0xdb) return readTable(bytes, at + 4)
    at += 2 + length
  }
  return undefined
}

function readTable(bytes: Buffer, at: number): number[] | undefined {
  const wide = bytes[at]! >> 4 === 1
  const size = wide ? 2 : 1
  if (at + 1 + 64 * size > bytes.length) return undefined
  return Array.from({ length: 64 }, (_, i) => (wide ? bytes.readUInt16BE(at + 1 + i * 2) : bytes[at + 1 + i]!))
}
