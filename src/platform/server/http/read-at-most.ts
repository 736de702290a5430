// The body of somebody else's answer, as far as we are willing to hold it: what is too long is left where it is, not read first and measured then.

export class TooLongError extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes came`)
    this.name = 'TooLongError'
  }
}

/** Throws TooLongError, and what reading throws. Whoever leaves the loop cancels a stream of the web. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of body ?? []) {
    sizeBytes += part.byteLength
    if (sizeBytes > maxBytes) throw new TooLongError(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
