// Reads an object to its end: when the connection breaks, the rest is requested from where it broke, of the same version only.
import { Readable } from 'node:stream'
import { type ByteRange, ObjectMissingError } from '../object-storage.ts'
import { lengthOf, type S3Client, S3Error } from './s3-client.ts'

/** Breaks in a row without a byte between them. */
const BREAKS_MAX = 3

/** Throws ObjectMissingError, and S3Error, before the first byte. */
export async function readWhole(client: S3Client, key: string, range?: ByteRange): Promise<Readable> {
  const first = await ask(client, key, range && `bytes=${range.start}-${range.end}`)
  const source = readerOf(first)
  try {
    const start = range?.start ?? 0
    const part = { start, end: start + lengthOf(first, `GET ${key}`), etag: first.headers.get('etag') ?? undefined }
    const chunks = chunksOf(client, key, source, part)
    // TRAP: of a stream that is destroyed before its first read the generator never began, and runs no `finally`.
    return Readable.from(chunks, { objectMode: false }).once('close', source.cancel)
  } catch (error) {
    await source.cancel()
    throw error
  }
}

interface Part {
  readonly start: number
  /** Behind the last byte. */
  readonly end: number
  readonly etag: string | undefined
}

async function* chunksOf(
  client: S3Client,
  key: string,
  first: Source,
  { start, end, etag }: Part,
): AsyncGenerator<Uint8Array> {
  let at = start
  let breaks = 0
  let source = first
  try {
    while (at < end) {
      // Only reading is retried: an exception thrown by the consumer at `yield` is passed on.
      const chunk = await source.read().catch((error: Error) => error)
      if (chunk instanceof Uint8Array) {
        at += chunk.length
        breaks = 0
        yield chunk
        continue
      }
      breaks += 1
      if (breaks > BREAKS_MAX) throw new S3Error('too few bytes', `GET ${key}`, { cause: chunk })
      source = readerOf(await ask(client, key, `bytes=${at}-${end - 1}`, etag))
    }
  } finally {
    await source.cancel()
  }
}

type Source = ReturnType<typeof readerOf>

function readerOf(answer: Response) {
  const reader = answer.body?.getReader()
  return {
    /** Undefined at the end. */
    read: async () => (await reader?.read())?.value,
    cancel: async () => reader?.cancel().catch(() => undefined),
  }
}

async function ask(client: S3Client, key: string, range?: string, etag?: string): Promise<Response> {
  const headers = { ...(range && { range }), ...(etag && { 'if-match': etag }) }
  const answer = await client.send({ method: 'GET', key, headers, expected: [404] })
  if (answer.status !== 404) return answer
  await answer.body?.cancel()
  throw new ObjectMissingError(key)
}
