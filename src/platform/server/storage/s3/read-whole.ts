// Reads an object to its end: when the connection breaks or falls silent, the rest is requested from where it broke, of the same version only.
import { Readable } from 'node:stream'
import { type ByteRange, ObjectMissingError } from '../object-storage.ts'
import { lengthOf, type S3Client, S3Error } from './s3-client.ts'

/** Breaks in a row without a byte between them. */
const BREAKS_MAX = 3

/** Throws ObjectMissingError, S3Error and the signal's reason before the first byte. */
export async function readWhole(
  client: S3Client,
  key: string,
  range?: ByteRange,
  signal?: AbortSignal,
): Promise<Readable> {
  const object = { key, signal }
  const first = await ask(client, object, range && `bytes=${range.start}-${range.end}`)
  const source = readerOf(first, client.silenceMs)
  try {
    const start = range?.start ?? 0
    const part = { start, end: start + lengthOf(first, `GET ${key}`), etag: first.headers.get('etag') ?? undefined }
    const chunks = chunksOf(client, object, source, part)
    // TRAP: of a stream that is destroyed before its first read the generator never began, and runs no `finally`.
    return Readable.from(chunks, { objectMode: false }).once('close', source.cancel)
  } catch (error) {
    await source.cancel()
    throw error
  }
}

interface Wanted {
  readonly key: string
  readonly signal: AbortSignal | undefined
}

interface Part {
  readonly start: number
  /** Behind the last byte. */
  readonly end: number
  readonly etag: string | undefined
}

async function* chunksOf(
  client: S3Client,
  object: Wanted,
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
      object.signal?.throwIfAborted()
      breaks += 1
      if (breaks > BREAKS_MAX) throw new S3Error('too few bytes', `GET ${object.key}`, { cause: chunk, isAway: true })
      await source.cancel()
      source = readerOf(await ask(client, object, `bytes=${at}-${end - 1}`, etag), client.silenceMs)
    }
  } finally {
    await source.cancel()
  }
}

type Source = ReturnType<typeof readerOf>

function readerOf(answer: Response, silenceMs: number) {
  const reader = answer.body?.getReader()
  return {
    /** Undefined at the end, and where nothing came for so long. */
    read: async () => {
      const timer = setTimeout(() => void reader?.cancel().catch(() => undefined), silenceMs)
      try {
        return (await reader?.read())?.value
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: async () => reader?.cancel().catch(() => undefined),
  }
}

async function ask(client: S3Client, { key, signal }: Wanted, range?: string, etag?: string): Promise<Response> {
  const headers = { ...(range && { range }), ...(etag && { 'if-match': etag }) }
  const answer = await client.send({ method: 'GET', key, headers, expected: [404], signal })
  if (answer.status !== 404) return answer
  await answer.body?.cancel()
  throw new ObjectMissingError(key)
}
