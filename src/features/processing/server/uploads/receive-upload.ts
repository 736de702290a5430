// Takes one multipart upload from the wire to a file, with memory that does not grow with the picture: the fields `purpose` (before the file) and `file`.
// A caller who goes away leaves no descriptor open; what came stays in the file.
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { BusboyInstance } from '@fastify/busboy'
import { feedForm, openForm } from '#platform/server/http/multipart.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { refusingWhenFull } from '#platform/server/storage/object-storage.ts'
import { MAIN_MAX_BYTES, MEGABYTE, STORAGE_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import { type UploadPurpose, uploadPurpose } from '../../contract.ts'
import type { Receiver } from './begun-uploads.ts'

export interface ReceivedFile {
  readonly purpose: UploadPurpose
  readonly path: string
  readonly originalFilename: string
  /** With what came before; of a file over every limit only the part that was read. */
  readonly sizeBytes: number
}

/** A body is read to its end, so that a browser that is still sending gets the answer; but not beyond this. */
const MAX_BODY_BYTES = 200 * MEGABYTE
const MAX_FILENAME_LENGTH = 255

/** Throws ServiceError. */
export async function receiveUpload(request: Request, to: Receiver, signal: AbortSignal): Promise<ReceivedFile> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!request.body || !contentType.startsWith('multipart/form-data')) throw new ServiceError('image-missing')
  // One byte more than the largest place allows, with what came before: the limit itself is allowed (U-62).
  const parser = openForm(contentType, STORAGE_MAX_BYTES + 1 - to.fromByte)
  const received = collect(parser, to)
  try {
    await feedForm(parser, request.body, { guard: bodyGuard(), signal })
  } catch (error) {
    await received.catch(() => undefined)
    if (error instanceof ServiceError) throw error
    throw new ServiceError('file-unreadable')
  }
  const file = await received
  if (!file) throw new ServiceError('image-missing')
  return file
}

function bodyGuard(): (chunk: Buffer) => void {
  let bodyBytes = 0
  return (chunk) => {
    bodyBytes += chunk.length
    if (bodyBytes > MAX_BODY_BYTES) throw new ServiceError('image-too-large', { n: MAIN_MAX_BYTES / MEGABYTE })
  }
}

/** Resolves when the file is written; undefined when the body held none. */
function collect(parser: BusboyInstance, to: Receiver): Promise<ReceivedFile | undefined> {
  let purpose: UploadPurpose | undefined
  let file: Promise<ReceivedFile> | undefined
  parser.on('field', (name, value) => {
    if (name === 'purpose') purpose = uploadPurpose.safeParse(value).data
  })
  parser.on('file', (_name, stream, filename) => {
    // TRAP: the parser does not end the file when the caller goes away; its descriptor would stay open.
    parser.once('error', () => stream.destroy())
    if (purpose) file = writeFile(stream, filename, purpose, to)
    else {
      stream.resume()
      file = Promise.reject(new ServiceError('invalid-request'))
    }
    // Awaited after the parser has ended; a failure before that must not count as unhandled.
    file.catch(() => undefined)
  })
  return new Promise((resolve, reject) => {
    parser.on('error', reject)
    parser.on('finish', () => (file ? file.then(resolve, reject) : resolve(undefined)))
  })
}

async function writeFile(
  stream: Readable,
  name: string | undefined,
  purpose: UploadPurpose,
  { path, fromByte }: Receiver,
): Promise<ReceivedFile> {
  const target = createWriteStream(path, { flags: fromByte > 0 ? 'a' : 'w' })
  let sizeBytes = fromByte
  stream.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
  })
  // TRAP: a pipeline would end the file's stream when a write fails (a full disk), and the parser would wait for ever for the rest of it.
  target.once('error', () => stream.unpipe(target).resume())
  stream.once('close', () => stream.readableEnded || target.destroy())
  // A body that breaks off ends its part with an error; without a listener it would crash the process.
  stream.on('error', (error) => target.destroy(error))
  await refusingWhenFull(() => finished(stream.pipe(target)))
  return { purpose, path, originalFilename: cleanFilename(name), sizeBytes }
}

/** The last part of whatever path a browser sent, without control characters, and without marks that turn its letters round. */
export function cleanFilename(name: string | undefined): string {
  const base = (name ?? '').split(/[/\\]/).pop() ?? ''
  const clean = base.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim()
  return [...clean].slice(-MAX_FILENAME_LENGTH).join('') || 'image'
}
