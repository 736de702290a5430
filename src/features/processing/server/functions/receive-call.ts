// A documented call from the wire: the picture of its body goes decoded into a file, piece by piece, the rest becomes the call.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseBounded } from '#platform/server/http/bounded-json.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { refusingWhenFull, StorageFullError } from '#platform/server/storage/object-storage.ts'
import { MAIN_MAX_BYTES, MEGABYTE } from '#rulebook/pictures/upload.ts'
import { createCallSplitter } from './split-call.ts'

export interface ReceivedCall {
  /** The body without its picture. */
  readonly fields: unknown
  /** Undefined when the body held none. */
  readonly image: { readonly path: string; readonly sizeBytes: number; readonly sha256: string } | undefined
}

/** Base64 of the largest picture, and room for the rest of the body. */
const MAX_BODY_BYTES = Math.ceil((MAIN_MAX_BYTES * 4) / 3) + MEGABYTE
const NOT_BASE64 = /[^A-Za-z0-9+/_-]/g
/** `data:image/png;base64,` before the picture; longer ones are none. */
const MAX_PREFIX_CHARACTERS = 200

/** Reads the body into `folder`. Throws ServiceError. */
export async function receiveCall(request: Request, folder: string, signal: AbortSignal): Promise<ReceivedCall> {
  if (!request.body) throw new ServiceError('invalid-request')
  const splitter = createCallSplitter()
  const decoder = createBase64Decoder()
  const hash = createHash('sha256')
  const path = join(folder, 'received')
  let sizeBytes = 0
  let bodyBytes = 0
  const decode = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      try {
        bodyBytes += chunk.length
        const bytes = decoder.push(splitter.push(chunk))
        sizeBytes += bytes.length
        if (bodyBytes > MAX_BODY_BYTES || sizeBytes > MAIN_MAX_BYTES) throw tooLarge()
        hash.update(bytes)
        done(null, bytes)
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      const bytes = decoder.end()
      sizeBytes += bytes.length
      hash.update(bytes)
      done(null, bytes)
    },
  })
  try {
    const body = Readable.fromWeb(request.body as never)
    await refusingWhenFull(() => pipeline(body, decode, writingTo(path), { signal }))
  } catch (error) {
    const isKnownError = error instanceof ServiceError || error instanceof StorageFullError
    throw isKnownError ? error : new ServiceError('file-unreadable')
  }
  const fields = parseBounded(splitter.end())
  return { fields, image: sizeBytes > 0 ? { path, sizeBytes, sha256: hash.digest('hex') } : undefined }
}

/** A body is read to its end even where nothing more can be written (a full disk), so that its sender gets the answer. */
const writingTo = (path: string) => async (chunks: AsyncIterable<Buffer>) => {
  let failure: unknown
  const note = (error: unknown): undefined => {
    failure ??= error
    return undefined
  }
  const file = await open(path, 'w').catch(note)
  try {
    for await (const chunk of chunks) if (!failure) await file?.writeFile(chunk).catch(note)
  } finally {
    await file?.close().catch(note)
  }
  if (failure) throw failure
}

const tooLarge = () => new ServiceError('image-too-large', { n: MAIN_MAX_BYTES / MEGABYTE })

/** Both alphabets, with line breaks or without, after a data address or not, as `Buffer.from` reads them. */
function createBase64Decoder() {
  let pending = ''
  let isStarted = false
  let isEnded = false
  const take = (text: string, isLast: boolean): Buffer => {
    const padding = text.indexOf('=')
    if (padding >= 0) isEnded = true
    const letters = (padding < 0 ? text : text.slice(0, padding)).replace(NOT_BASE64, '')
    const whole = isLast || isEnded ? letters.length : letters.length - (letters.length % 4)
    pending = letters.slice(whole)
    return Buffer.from(letters.slice(0, whole), 'base64')
  }
  return {
    push(text: string): Buffer {
      if (isEnded) return Buffer.alloc(0)
      pending += text
      if (!isStarted) {
        if (pending.length < MAX_PREFIX_CHARACTERS) return Buffer.alloc(0)
        isStarted = true
        pending = withoutPrefix(pending)
      }
      return take(pending, false)
    },
    end: (): Buffer => (isEnded ? Buffer.alloc(0) : take(isStarted ? pending : withoutPrefix(pending), true)),
  }
}

const withoutPrefix = (text: string): string => text.replace(/^data:[^,]*,/, '')
