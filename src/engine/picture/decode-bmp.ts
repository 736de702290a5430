// Windows bitmaps, which libvips lacks: 1 to 32 bits, palettes, run lengths and channel masks. Own code because the packaged
// decoders measured wrong here (swapped channels for 4 and 8 bits, gap before the pixels ignored). Every read is bounded by the file.
import { EngineError } from '../engine-error.ts'
import { checkSize } from './check-size.ts'

export interface DecodedBmp {
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
  /** RGBA, top row first. */
  readonly data: Uint8Array
}

interface BmpHeader {
  readonly width: number
  readonly height: number
  readonly topDown: boolean
  readonly bits: number
  readonly compression: number
  readonly pixelsAt: number
  readonly palette: Uint8Array
  readonly masks: readonly [number, number, number, number]
}

const RLE8 = 1
const RLE4 = 2
const BIT_FIELDS = 3
const ALPHA_BIT_FIELDS = 6

/** Reads the header and refuses what is too large, too short or of an unknown kind before memory is taken. */
export function readBmpHeader(bytes: Buffer): BmpHeader {
  try {
    return parseHeader(bytes)
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw new EngineError('corrupt', `bitmap header: ${String(error)}`)
  }
}

function parseHeader(bytes: Buffer): BmpHeader {
  const headerBytes = bytes.readUInt32LE(14)
  if (headerBytes !== 12 && (headerBytes < 16 || headerBytes > 200))
    throw new EngineError('corrupt', 'bitmap header size')
  const old = headerBytes === 12
  const width = old ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const signedHeight = old ? bytes.readUInt16LE(20) : bytes.readInt32LE(22)
  const bits = bytes.readUInt16LE(old ? 24 : 28)
  const compression = headerBytes >= 20 ? bytes.readUInt32LE(30) : 0
  const height = Math.abs(signedHeight)
  checkSize(width, height)
  checkKind(bits, compression)
  const pixelsAt = bytes.readUInt32LE(10)
  checkLength(bytes, { width, height, bits, compression, pixelsAt })
  const masksAfter = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS
  const extra = masksAfter && headerBytes === 40 ? (compression === BIT_FIELDS ? 12 : 16) : 0
  const palette = readPalette(bytes, 14 + headerBytes + extra, pixelsAt, bits, old ? 3 : 4)
  const hasAlphaMask = headerBytes >= 56 || compression === ALPHA_BIT_FIELDS
  const masks = masksAfter ? readMasks(bytes, hasAlphaMask) : defaultMasks(bits)
  return { width, height, topDown: signedHeight < 0, bits, compression, pixelsAt, palette, masks }
}

function checkKind(bits: number, compression: number) {
  const plain = compression === 0 && [1, 2, 4, 8, 16, 24, 32].includes(bits)
  const runs = (compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4)
  const fields = (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS) && (bits === 16 || bits === 32)
  if (!plain && !runs && !fields)
    throw new EngineError('unsupported-format', `bitmap of ${bits} bits, kind ${compression}`)
}

function checkLength(bytes: Buffer, header: Pick<BmpHeader, 'width' | 'height' | 'bits' | 'compression' | 'pixelsAt'>) {
  const { width, height, bits, compression, pixelsAt } = header
  const runs = compression === RLE8 || compression === RLE4
  const needed = runs ? 2 : rowBytes(width, bits) * (height - 1) + Math.ceil((width * bits) / 8)
  if (pixelsAt < 26 || pixelsAt + needed > bytes.length) throw new EngineError('corrupt', 'bitmap ends early')
}

const rowBytes = (width: number, bits: number) => Math.ceil((width * bits) / 32) * 4

function readPalette(bytes: Buffer, at: number, end: number, bits: number, stride: number): Uint8Array {
  const palette = new Uint8Array(256 * 3)
  if (bits > 8) return palette
  const count = Math.min(1 << bits, Math.floor((end - at) / stride))
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) palette[i * 3 + c] = bytes.readUInt8(at + i * stride + 2 - c)
  }
  return palette
}

const readMasks = (bytes: Buffer, withAlpha: boolean) =>
  [54, 58, 62, 66].map((at, i) => (i < 3 || withAlpha ? bytes.readUInt32LE(at) : 0)) as unknown as BmpHeader['masks']

const defaultMasks = (bits: number): BmpHeader['masks'] =>
  bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0]

export function decodeBmp(bytes: Buffer): DecodedBmp {
  const header = readBmpHeader(bytes)
  const { width, height, bits, compression } = header
  const data = new Uint8Array(width * height * 4)
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  if (compression === RLE8 || compression === RLE4) drawRuns(bytes, header, data)
  else if (bits <= 8) drawIndices(bytes, header, data)
  else drawMasked(bytes, header, data)
  return { width, height, hasAlpha: settleAlpha(header, data), data }
}

/** Many writers leave the fourth byte at 0 in opaque pictures. */
function settleAlpha({ masks }: BmpHeader, data: Uint8Array): boolean {
  if (masks[3] === 0) return false
  let any = false
  for (let i = 3; i < data.length && !any; i += 4) any = data[i] !== 0
  if (!any) for (let i = 3; i < data.length; i += 4) data[i] = 255
  return any
}

function drawIndices(bytes: Buffer, header: BmpHeader, data: Uint8Array) {
  const { width, height, bits, pixelsAt, topDown } = header
  const perByte = 8 / bits
  const mask = (1 << bits) - 1
  for (let row = 0; row < height; row++) {
    const from = pixelsAt + row * rowBytes(width, bits)
    const y = topDown ? row : height - 1 - row
    for (let x = 0; x < width; x++) {
      const shift = 8 - bits - (x % perByte) * bits
      putIndex(header, data, x, y, (bytes[from + Math.floor(x / perByte)]! >> shift) & mask)
    }
  }
}

function putIndex({ palette, width }: BmpHeader, data: Uint8Array, x: number, y: number, index: number) {
  const to = (y * width + x) * 4
  data[to] = palette[index * 3]!
  data[to + 1] = palette[index * 3 + 1]!
  data[to + 2] = palette[index * 3 + 2]!
}

function drawMasked(bytes: Buffer, header: BmpHeader, data: Uint8Array) {
  const { width, height, bits, pixelsAt, topDown, masks } = header
  const fields = masks.map(fieldOf)
  const step = bits / 8
  for (let row = 0; row < height; row++) {
    let from = pixelsAt + row * rowBytes(width, bits)
    let to = (topDown ? row : height - 1 - row) * width * 4
    for (let x = 0; x < width; x++, from += step, to += 4) {
      const value = bytes.readUIntLE(from, step)
      for (let c = 0; c < 4; c++) {
        const field = fields[c]!
        if (field.max) data[to + c] = Math.round((((value & field.mask) >>> field.shift) / field.max) * 255)
      }
    }
  }
}

function fieldOf(mask: number) {
  if (!mask) return { mask: 0, shift: 0, max: 0 }
  const shift = 31 - Math.clz32(mask & -mask)
  return { mask, shift, max: mask >>> shift }
}

/** Pairs (count, value); a count of 0 starts an escape: 0 end of line, 1 end of picture, 2 jump, else literal samples. */
function drawRuns(bytes: Buffer, header: BmpHeader, data: Uint8Array) {
  const { width, height, topDown } = header
  const nibbles = header.compression === RLE4
  let at = header.pixelsAt
  let x = 0
  let row = 0
  const put = (index: number) => {
    if (x < width && row < height) putIndex(header, data, x, topDown ? row : height - 1 - row, index)
    x++
  }
  const literal = (from: number, i: number) => {
    if (!nibbles) return bytes[from + i] ?? 0
    const pair = bytes[from + (i >> 1)] ?? 0
    return i & 1 ? pair & 15 : pair >> 4
  }
  while (row < height) {
    if (at + 1 >= bytes.length) throw new EngineError('corrupt', 'bitmap runs end early')
    const count = bytes[at]!
    const value = bytes[at + 1]!
    at += 2
    if (count > 0) {
      for (let i = 0; i < count; i++) put(nibbles ? (i & 1 ? value & 15 : value >> 4) : value)
    } else if (value === 0) {
      x = 0
      row++
    } else if (value === 1) {
      return
    } else if (value === 2) {
      x += bytes[at] ?? 0
      row += bytes[at + 1] ?? 0
      at += 2
    } else {
      for (let i = 0; i < value; i++) put(literal(at, i))
      const used = nibbles ? (value + 1) >> 1 : value
      at += used + (used & 1)
    }
  }
}
