// A stored result as a guest saves it: without the EXIF block, which tells when, with what and, where its owner keeps that, at which place the photo
// was taken (decision 0091). The label of AI content stands in the XMP block and stays. Nothing is decoded: the blocks' lengths are read, and the rest is sent as it lies.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange, ObjectStorage } from '#platform/server/storage/object-storage.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')
/** Length and type before a block's data, its check behind. */
const HEAD_BYTES = 8
const FRAME_BYTES = 12
/** What stands before the pixels fits into it, but for a large colour profile. */
const LOOK_BYTES = 64 * 1024

type Reads = Pick<ObjectStorage, 'openRead'>

export interface GuestCopy {
  readonly sizeBytes: number
  readonly body: Readable
}

/** Throws where the object is no PNG. */
export async function withoutExif(storage: Reads, key: string, sizeBytes: number): Promise<GuestCopy> {
  const kept = await keptRanges(lookInto(storage, key, sizeBytes), sizeBytes)
  return {
    sizeBytes: kept.reduce((sum, { start, end }) => sum + end + 1 - start, 0),
    body: Readable.from(
      (async function* () {
        for (const range of kept) yield* await storage.openRead(key, range)
      })(),
      { objectMode: false },
    ),
  }
}

type Look = (at: number, bytes: number) => Promise<Buffer>

/** Reads ahead, so that neighbours cost one read. */
function lookInto(storage: Reads, key: string, sizeBytes: number): Look {
  let seen = { start: 0, bytes: Buffer.alloc(0) }
  return async (at, bytes) => {
    if (at < seen.start || at + bytes > seen.start + seen.bytes.length) {
      const end = Math.min(at + LOOK_BYTES, sizeBytes) - 1
      seen = { start: at, bytes: await buffer(await storage.openRead(key, { start: at, end })) }
    }
    return seen.bytes.subarray(at - seen.start, at - seen.start + bytes)
  }
}

async function keptRanges(look: Look, sizeBytes: number): Promise<ByteRange[]> {
  if (!(await look(0, SIGNATURE.length)).equals(SIGNATURE)) throw new Error('a shared result is no PNG')
  const kept: ByteRange[] = []
  let start = 0
  // Every stored result has it before its pixels (src/engine/picture/kept/png-blocks.ts).
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= sizeBytes; ) {
    const head = await look(at, HEAD_BYTES)
    const type = head.toString('latin1', 4)
    if (type === 'IDAT') break
    const end = at + FRAME_BYTES + head.readUInt32BE(0)
    if (type === 'eXIf') {
      kept.push({ start, end: at - 1 })
      start = end
    }
    at = end
  }
  return [...kept, { start, end: sizeBytes - 1 }].filter(({ start, end }) => start <= end)
}
