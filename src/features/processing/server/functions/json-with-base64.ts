// A JSON object whose last field is a file in base64, written while it is read (measured: 16 answers of 23 MB that were built
// first took 957 MB).
import { Readable } from 'node:stream'

/** Three bytes make four letters: pieces are cut there, so that only the last one is padded. */
const GROUP_BYTES = 3

export function jsonWithBase64(fields: object, name: string, file: Readable): ReadableStream {
  const body = Readable.from(written(fields, name, file), { objectMode: false })
  // TRAP: of a body that nobody began to read the generator never runs, so it cannot let go of the file.
  body.once('close', () => file.destroy())
  return Readable.toWeb(body) as ReadableStream
}

async function* written(fields: object, name: string, file: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:"`)
  let left: Buffer = Buffer.alloc(0)
  for await (const chunk of file) {
    const bytes = Buffer.concat([left, chunk as Buffer])
    const whole = bytes.length - (bytes.length % GROUP_BYTES)
    left = bytes.subarray(whole)
    yield Buffer.from(bytes.toString('base64', 0, whole))
  }
  yield Buffer.from(`${left.toString('base64')}"}`)
}
