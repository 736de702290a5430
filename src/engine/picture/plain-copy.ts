// A picture that can be sent as it is, but for its metadata: the other bytes are copied and nothing is decoded. That
// asks for the file's structure alone, so the service does it in its own process, of files that a child has decoded to their end before.
import type { PreparedPicture } from '../engine-types.ts'
import { isDisplayP3, isSrgb } from './colour-profile.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { stripJpeg } from './strip-jpeg.ts'

export interface PlainCopy extends PreparedPicture {
  readonly bytes: Buffer
}

/** Undefined where samples mean something else without the metadata, or where the structure is unexpected: then it is decoded. */
export const plainCopy = (bytes: Buffer): PlainCopy | undefined =>
  bytes.readUInt16BE(0) === JPEG_START ? plainJpeg(bytes) : isPng(bytes) ? plainPng(bytes) : undefined

const JPEG_START = 0xffd8

function plainJpeg(bytes: Buffer): PlainCopy | undefined {
  const header = readJpegHeader(bytes)
  if (header?.orientation !== 1 || ![1, 3].includes(header.components)) return undefined
  if (!isSrgb(header.profile) && !isDisplayP3(header.profile)) return undefined
  const stripped = stripJpeg(bytes)
  return stripped && { format: 'jpeg', width: header.width, height: header.height, bytes: stripped }
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, PNG_START.length).equals(PNG_START)
const KEPT = ['IHDR', 'IDAT', 'IEND']
/** Chunks that do not affect how samples are read: suggested palette, the sRGB curve and primaries that our decoders ignore, print size, times and texts. */
const LEFT_OUT = [
  'PLTE',
  'sRGB',
  'gAMA',
  'cHRM',
  'sBIT',
  'bKGD',
  'hIST',
  'sPLT',
  'pHYs',
  'tIME',
  'tEXt',
  'zTXt',
  'iTXt',
]
const GREY = 0
const RGB = 2
/** Length and name before a block's content, and its check sum behind it. */
const [BLOCK_HEAD_BYTES, BLOCK_TAIL_BYTES] = [8, 4]

/** Opaque, 8 or 16 bits, without a profile. */
function plainPng(bytes: Buffer): PlainCopy | undefined {
  const kept: Buffer[] = [PNG_START]
  let [name, at] = ['', PNG_START.length]
  while (name !== 'IEND') {
    if (at + BLOCK_HEAD_BYTES > bytes.length) return undefined
    name = bytes.toString('latin1', at + 4, at + BLOCK_HEAD_BYTES)
    const end = at + BLOCK_HEAD_BYTES + bytes.readUInt32BE(at) + BLOCK_TAIL_BYTES
    if (end > bytes.length) return undefined
    if (KEPT.includes(name)) kept.push(bytes.subarray(at, end))
    else if (!LEFT_OUT.includes(name)) return undefined
    at = end
  }
  const head = kept[1]?.subarray(BLOCK_HEAD_BYTES)
  if (kept[1]?.toString('latin1', 4, BLOCK_HEAD_BYTES) !== 'IHDR' || !head) return undefined
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [bits, colours] = [head[8], head[9]]
  if ((bits !== 8 && bits !== 16) || (colours !== GREY && colours !== RGB)) return undefined
  return { format: 'png', width, height, bytes: Buffer.concat(kept) }
}
