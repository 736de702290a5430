// A file of a zip archive, as far as a bill needs it: stored or deflated entries, no encryption, no split, nothing beyond 4 GB.
import { inflateRawSync } from 'node:zlib'
import { PaymentUnknown } from '../payment-provider.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
/** What an unpacked bill may hold at most: one that grows beyond is a trap. */
const ENTRY_MAX_BYTES = 64 * 1024 * 1024

/** In whatever charset it was written. */
type IsWanted = (name: Uint8Array) => boolean

/** The first one that is wanted, the others stay packed. Throws PaymentUnknown for what is no whole archive. */
export function openInZip(archive: Uint8Array, isWanted: IsWanted): Uint8Array | undefined {
  try {
    return findIn(Buffer.from(archive), isWanted)
  } catch {
    throw new PaymentUnknown('the bill is no archive that can be opened')
  }
}

function findIn(archive: Buffer, isWanted: IsWanted): Uint8Array | undefined {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== END_SIGNATURE) throw new Error('no end')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error('no entry')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place))
    if (isWanted(archive.subarray(at + 46, at + 46 + nameLength!))) return bytesOf(archive, at)
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return undefined
}

/** The local header has lengths of its own for name and extra field. */
function bytesOf(archive: Buffer, at: number): Uint8Array {
  const method = archive.readUInt16LE(at + 10)
  const packedLength = archive.readUInt32LE(at + 20)
  const local = archive.readUInt32LE(at + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + packedLength)
  if (packed.length !== packedLength) throw new Error('cut')
  if (method === 0) return packed
  if (method !== 8) throw new Error('unknown method')
  return inflateRawSync(packed, { maxOutputLength: ENTRY_MAX_BYTES })
}
