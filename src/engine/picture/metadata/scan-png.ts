// PNG: chunks after the signature. Text and profiles may be packed a thousand to one, so they are unpacked here as far as the budget goes.
import { inflateSync } from 'node:zlib'
import { type MetadataBudget, tooMuch } from './metadata-budget.ts'

const SIGNATURE_BYTES = 8
/** Length, type and check sum. */
const FRAME_BYTES = 12
/** Lower-case names that hold pixels: the frames of an animation. */
const FRAMES = new Set(['fdAT', 'fcTL'])
/** Keyword, method, then packed bytes; in `iTXt` with two more texts between. */
const PACKED = new Set(['zTXt', 'iCCP', 'iTXt'])
const KEYWORD_MAX_BYTES = 79
const COMPRESSED_FLAG = 1

export function scanPng(bytes: Buffer, budget: MetadataBudget): void {
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isAncillary = (bytes[at + 4]! & 0x20) !== 0
    if (isAncillary && !FRAMES.has(type)) {
      const data = bytes.subarray(at + 8, at + 8 + length)
      budget.spend(data.length)
      if (PACKED.has(type)) budget.spend(unpackedBytes(type, data, budget.leftBytes))
    }
    at += FRAME_BYTES + length
  }
}

function unpackedBytes(type: string, data: Buffer, mostBytes: number): number {
  const packed = packedPart(type, data)
  if (!packed) return 0
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, mostBytes) }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch()
    // Broken text is left to the decoder, which skips it.
    return 0
  }
}

function packedPart(type: string, data: Buffer): Buffer | undefined {
  const keywordEnd = data.indexOf(0)
  if (keywordEnd < 0 || keywordEnd > KEYWORD_MAX_BYTES) return undefined
  if (type !== 'iTXt') return data.subarray(keywordEnd + 2)
  if (data[keywordEnd + 1] !== COMPRESSED_FLAG) return undefined
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  return translatedEnd < 0 ? undefined : data.subarray(translatedEnd + 1)
}
