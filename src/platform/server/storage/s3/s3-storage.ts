// The storage port on an S3 bucket. Signed addresses lead to the S3 server itself, so the service carries no picture to a browser.
import { createWriteStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../clock.ts'
import { attachment } from '../../http/attachment.ts'
import { segmentsOf } from '../object-key.ts'
import {
  type ByteRange,
  type ListedObject,
  type ObjectStorage,
  refusingWhenFull,
  SHOWN_INLINE,
} from '../object-storage.ts'
import { readWhole } from './read-whole.ts'
import { listPageIn } from './s3-answers.ts'
import { createS3Client, lengthOf, type S3Client, type S3Patience, xmlOf } from './s3-client.ts'
import { pictureOrigin, type S3Settings } from './s3-settings.ts'
import { PART_BYTES, uploadParts } from './upload-parts.ts'

/** The signing time is rounded to a quarter of the lifetime, so that a reloaded page shows pictures from the browser's cache. */
const STEPS_PER_LIFE = 4
/** A page has a thousand entries at most, and a key a kilobyte, of which each byte may be written as three. */
const LIST_MAX_BYTES = 8 * 1024 * 1024
/** No object of anybody's: it is in no list, so that a bucket that was tried (`npm run doctor`) still counts as empty. */
const WRITE_PROBE = 'service/writable'

/** Makes the bucket when there is none. Throws S3Error when the account is refused. */
export async function openS3Storage(settings: S3Settings, clock: Clock, patience?: S3Patience): Promise<ObjectStorage> {
  await makeBucket(settings, clock)
  return s3StorageIn(settings, clock, patience)
}

/** In a bucket that is there; nobody is asked before the first call. */
export function s3StorageIn(settings: S3Settings, clock: Clock, patience?: S3Patience): ObjectStorage {
  const client = createS3Client(settings, clock, patience)
  const openRead = async (key: string, range?: ByteRange, signal?: AbortSignal) => {
    segmentsOf(key)
    return readWhole(client, key, range, signal)
  }
  return {
    servedBy: { origin: pictureOrigin(settings) },
    putFile: (...words) => putFile(client, ...words),
    stat: async (key) => {
      segmentsOf(key)
      const answer = await client.send({ method: 'HEAD', key, expected: [404] })
      if (answer.status === 404) return undefined
      const contentType = answer.headers.get('content-type') ?? ''
      return { sizeBytes: lengthOf(answer, `HEAD ${key}`), contentType }
    },
    openRead: (key, range) => openRead(key, range),
    fetchToFile: async (key, path, signal) => {
      const source = await openRead(key, undefined, signal)
      try {
        await refusingWhenFull(() => pipeline(source, createWriteStream(path)))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    remove: async (key) => {
      segmentsOf(key)
      await client.send({ method: 'DELETE', key, expected: [404] })
    },
    list: (folder) => listObjects(client, folder),
    signedAddress: async (key, { expiresInMs, downloadName }) => {
      segmentsOf(key)
      const seconds = Math.max(1, Math.floor(expiresInMs / 1000))
      const stepMs = Math.max(1, Math.floor(seconds / STEPS_PER_LIFE)) * 1000
      const issuedAt = new Date(Math.floor(clock.now().getTime() / stepMs) * stepMs)
      const query: Record<string, string> = {
        'X-Amz-Expires': String(seconds),
        'response-cache-control': `private, max-age=${Math.floor(seconds / 2)}`,
      }
      if (downloadName !== undefined) query['response-content-disposition'] = attachment(downloadName)
      return client.presign(key, query, issuedAt)
    },
    checkWritable: async () => {
      await client.send({ method: 'PUT', key: WRITE_PROBE, body: 'writable' })
    },
  }
}

/** Throws S3Error when the account is refused. */
export async function hasBucket(settings: S3Settings, clock: Clock): Promise<boolean> {
  const found = await createS3Client(settings, clock).send({ method: 'HEAD', expected: [404] })
  return found.status !== 404
}

/** When there is none. Throws S3Error when the account is refused. */
export async function makeBucket(settings: S3Settings, clock: Clock): Promise<void> {
  if (await hasBucket(settings, clock)) return
  const client = createS3Client(settings, clock)
  const { region } = settings
  const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
  // S3 refuses its first region by name. 409: another process of the service made it at the same moment.
  await client.send({ method: 'PUT', body: region === 'us-east-1' ? '' : place, expected: [409] })
}

async function putFile(
  client: S3Client,
  key: string,
  path: string,
  contentType: string,
  signal?: AbortSignal,
): Promise<void> {
  segmentsOf(key)
  const { size: sizeBytes } = await stat(path)
  const headers: Record<string, string> = { 'content-type': contentType }
  if (!SHOWN_INLINE.has(contentType)) headers['content-disposition'] = 'attachment'
  if (sizeBytes > PART_BYTES) return uploadParts(client, { key, path, sizeBytes, headers, signal })
  await client.send({ method: 'PUT', key, headers, body: new Uint8Array(await readFile(path)), signal })
}

async function* listObjects(client: S3Client, folder?: string): AsyncGenerator<ListedObject> {
  const prefix = folder === undefined ? '' : `${segmentsOf(folder).join('/')}/`
  const query: Record<string, string> = { 'list-type': '2', 'encoding-type': 'url', prefix }
  for (;;) {
    const answer = await client.send({ method: 'GET', query })
    const { objects, next } = listPageIn(await xmlOf(answer, LIST_MAX_BYTES))
    yield* objects.filter(({ key }) => key !== WRITE_PROBE)
    if (next === undefined) return
    query['continuation-token'] = next
  }
}
