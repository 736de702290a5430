// Serves signed addresses of the folder storage: private, expiring, resumable by ranges, and harmless if an object should ever
// hold active content (sandbox, no sniffing, attachment unless it is a picture).
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import type { Clock } from '../clock.ts'
import { attachment } from '../http/attachment.ts'
import type { HttpEnv } from '../http/request-context.ts'
import { type ByteRange, type ObjectStorage, SHOWN_INLINE } from './object-storage.ts'
import { type AddressSigner, FILES_PATH } from './signed-address.ts'

/** GET and HEAD of `/files/*`; 403 for a forged or expired address, 404 for a removed object. */
export function createFileRoutes(storage: ObjectStorage, signer: AddressSigner, clock: Clock): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get(`${FILES_PATH}*`, async (context) => {
    const nowMs = clock.now().getTime()
    const claim = signer.verify(new URL(context.req.url), nowMs)
    if (!claim) return context.json({ code: 'address-expired' }, 403)
    const object = await storage.stat(claim.key)
    if (!object) return context.json({ code: 'not-found' }, 404)

    const range = rangeOf(context, object.sizeBytes)
    const isInline = claim.downloadName === undefined && SHOWN_INLINE.has(object.contentType)
    const headers: Record<string, string> = {
      'content-type': object.contentType,
      'content-disposition': isInline ? 'inline' : attachment(claim.downloadName),
      'cache-control': `private, max-age=${Math.floor((claim.expiresAtMs - nowMs) / 1000)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    }
    if (range === 'unsatisfiable') {
      return context.body(null, 416, { ...headers, 'content-range': `bytes */${object.sizeBytes}` })
    }
    headers['content-length'] = String(range ? range.end - range.start + 1 : object.sizeBytes)
    if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${object.sizeBytes}`
    const body = context.req.method === 'HEAD' ? null : await storage.openRead(claim.key, range)
    return new Response(body && (Readable.toWeb(body) as unknown as ReadableStream), {
      status: range ? 206 : 200,
      headers,
    })
  })
  return routes
}

/** One range is served, several or broken ones are ignored as RFC 9110 §14.2 allows. */
function rangeOf(context: Context, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(context.req.header('range') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1]!, match[2]!]
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes || start > end ? 'unsatisfiable' : { start, end }
}
