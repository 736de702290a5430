// A file above one part goes up in parts, a few at a time and each read when its turn comes: memory does not grow with the file. The
// object appears when the last step has joined the parts, so a key holds a whole object or none.
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { allEnded } from '../../all-ended.ts'
import { TooLongError } from '../../http/read-at-most.ts'
import { completionOf, textIn } from './s3-answers.ts'
import { type S3Client, S3Error, xmlOf } from './s3-client.ts'

/** S3 takes parts from 5 MiB on, ten thousand of them: 80 GB. */
export const PART_BYTES = 8 * 1024 * 1024
const AT_ONCE = 3
const JOIN_TRIES = 4
const JOIN_PAUSE_MS = 250
/** What a body says after 200 and does not mean for long. */
const PASSING_CODES = new Set(['no result', 'InternalError', 'ServiceUnavailable', 'SlowDown', 'RequestTimeout'])

interface PartedFile {
  readonly key: string
  readonly path: string
  readonly sizeBytes: number
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Throws StorageFullError or S3Error; then the object is as it was before. */
export async function uploadParts(client: S3Client, file: PartedFile): Promise<void> {
  try {
    await uploadOnce(client, file)
  } catch (error) {
    // The parts were joined and the answer was lost, which another try cannot tell from an upload that is gone: from the start is right in both cases.
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error
    await uploadOnce(client, file)
  }
}

/** What broke off says nothing. */
function nothingUnlessTooLong(error: unknown): string {
  if (error instanceof TooLongError) throw error
  return ''
}

async function uploadOnce(client: S3Client, file: PartedFile): Promise<void> {
  const { key, headers, signal } = file
  const begun = await client.send({ method: 'POST', key, query: { uploads: '' }, headers, signal })
  const uploadId = textIn(await xmlOf(begun).catch(nothingUnlessTooLong), 'UploadId')
  if (!uploadId) throw new S3Error('no UploadId', `POST ${key}`, { isAway: true })
  try {
    const etags = await sendParts(client, file, uploadId)
    await complete(client, file, uploadId, etags)
  } catch (error) {
    // The server keeps parts of unfinished uploads; what fails here is left to the bucket's lifecycle rule.
    const ending = client.send({ method: 'DELETE', key, query: { uploadId }, expected: [404] }).catch(() => undefined)
    if (!signal?.aborted) await ending
    throw error
  }
}

async function sendParts(client: S3Client, file: PartedFile, uploadId: string): Promise<string[]> {
  const { key, path, sizeBytes, signal } = file
  const count = Math.ceil(sizeBytes / PART_BYTES)
  const etags: string[] = []
  const source = await open(path)
  let next = 0
  const sendSome = async () => {
    while (next < count) {
      const index = next++
      const body = await readPart(source, index, sizeBytes)
      const query = { partNumber: String(index + 1), uploadId }
      const sent = await client.send({ method: 'PUT', key, query, body, signal })
      etags[index] = sent.headers.get('etag') ?? ''
      await sent.body?.cancel()
    }
  }
  const sendUntilOneFails = () =>
    sendSome().catch((error: unknown) => {
      next = count
      throw error
    })
  try {
    await allEnded(Array.from({ length: Math.min(AT_ONCE, count) }, sendUntilOneFails))
    return etags
  } finally {
    await source.close()
  }
}

async function readPart(source: FileHandle, index: number, sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const start = index * PART_BYTES
  const part = new Uint8Array(Math.min(PART_BYTES, sizeBytes - start))
  for (let filled = 0; filled < part.length; ) {
    const { bytesRead } = await source.read(part, filled, part.length - filled, start + filled)
    if (bytesRead === 0) throw new Error('the file became shorter while it was stored')
    filled += bytesRead
  }
  return part
}

/** TRAP: joining may take long, so servers answer 200 first and may then say in the body that it failed, or break off. */
async function complete(
  client: S3Client,
  { key, signal }: PartedFile,
  uploadId: string,
  etags: readonly string[],
): Promise<void> {
  const body = completionOf(etags)
  for (let attempt = 1; ; attempt += 1) {
    const answer = await client.send({ method: 'POST', key, query: { uploadId }, body, signal })
    const xml = await xmlOf(answer).catch(() => '')
    if (xml.includes('CompleteMultipartUploadResult')) return
    const code = textIn(xml, 'Code') ?? 'no result'
    const isAway = PASSING_CODES.has(code)
    if (attempt === JOIN_TRIES || !isAway) throw new S3Error(code, `POST ${key}`, { isAway })
    await delay(JOIN_PAUSE_MS * attempt)
  }
}
