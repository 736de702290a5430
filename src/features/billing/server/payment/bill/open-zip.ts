// The files of a zip archive, as far as a bill needs it: stored or deflated entries, no encryption, no split, nothing beyond 4 GB.
import { inflateRawSync } from 'node:zlib'
import { PaymentUnknown } from '../payment-provider.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
/** What an unpacked bill may hold at most: one that grows beyond is a trap. */
const ENTRY_MAX_BYTES = 64 * 1024 * 1024

interface ZipEntry {
  /** In whatever charset they were written. */
  readonly name: Uint8Array
  readonly bytes: Uint8Array
}

/** Throws PaymentUnknown for what is no whole archive. */
export function openZip(archive: Uint8Array): ZipEntry[] {
  try {
    return entriesOf(Buffer.from(archive))
  } catch {
    throw new PaymentUnknown('the bill is no archive that can be opened')
  }
}

function entriesOf(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== END_SIGNATURE) throw new Error('no end')
  const entries: ZipEntry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error('no entry')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place))
    const name = archive.subarray(at + 46, at + 46 + nameLength!)
    entries.push({ name, bytes: bytesOf(archive, at) })
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return entries
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
