// The body of somebody else's answer, as far as we are willing to hold it: what is too long is left where it is, not read first and measured then.

export class TooLongError extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes came`)
    this.name = 'TooLongError'
  }
}

type Body = AsyncIterable<Uint8Array> | null

/** Throws TooLongError, and what reading throws. Whoever leaves the loop cancels a stream of the web. */
export async function* partsUpTo(body: Body, maxBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const part of body ?? []) {
    sizeBytes += part.byteLength
    if (sizeBytes > maxBytes) throw new TooLongError(maxBytes)
    yield part
  }
}

/** Throws as `partsUpTo`. */
export async function readAtMost(body: Body, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of partsUpTo(body, maxBytes)) parts.push(part)
  return Buffer.concat(parts)
}

/** Throws as `partsUpTo`. */
export const readTextAtMost = async (body: Body, maxBytes: number): Promise<string> =>
  (await readAtMost(body, maxBytes)).toString('utf8')
