// Reads an object to its end: when the connection breaks, the rest is requested from where it broke, of the same version only.
import { type ByteRange, ObjectMissingError } from '../object-storage.ts'
import { type S3Client, S3Error } from './s3-client.ts'

/** Breaks in a row without a byte between them. */
const BREAKS_MAX = 3

/** Throws ObjectMissingError before the first byte. */
export async function readWhole(client: S3Client, key: string, range?: ByteRange): Promise<AsyncGenerator<Uint8Array>> {
  const first = await ask(client, key, range && `bytes=${range.start}-${range.end}`)
  return chunksOf(client, key, first, range)
}

async function* chunksOf(
  client: S3Client,
  key: string,
  first: Response,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const etag = first.headers.get('etag') ?? undefined
  let at = range?.start ?? 0
  const end = at + Number(first.headers.get('content-length'))
  let breaks = 0
  let source = readerOf(first)
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
