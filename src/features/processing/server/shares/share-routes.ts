// The addresses of a shared result. Every request asks the row again, pictures too: what its owner takes back is gone at once, so nothing is cached.
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { attachment } from '#platform/server/http/attachment.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { pagePolicy } from '#platform/server/http/security-headers.ts'
import { createRateLimiter, type RateLimit } from '#platform/server/rate-limit/rate-limiter.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { resultFileName } from '#rulebook/runs/file-names.ts'
import { SHARE_PAGE_TEXTS, SHARE_PATH } from '#rulebook/runs/shares.ts'
import { START_GUARD_ERRORS } from '#rulebook/runs/start-guards.ts'
import { dayOf } from '#rulebook/site/calendar.ts'
import { MAINTENANCE_RETRY_AFTER_SECONDS } from '#rulebook/site/maintenance.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { type FoundShare, findShared, viewBefore } from './share.store.ts'
import { noSharePage, sharePage } from './share-page.ts'
import { isSigned, sharePath } from './shares.ts'
import { withoutExif } from './without-exif.ts'

/** A page asks for four things; guessing a signature has no chance, flooding has not either. */
const LIMIT: RateLimit = { max: 400, windowMs: 10 * 60_000 }
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

type Parts = Pick<ProcessingParts, 'database' | 'storage' | 'clock' | 'settings' | 'readSystemSettings'>

export function createShareRoutes(parts: Parts): Hono<HttpEnv> {
  const { database, clock, settings } = parts
  const product = settings.productName
  const limiter = createRateLimiter(database, clock)
  const routes = new Hono<HttpEnv>()
  const page = (html: string, status: number, more: Readonly<Record<string, string>> = {}) =>
    new Response(html, {
      status,
      headers: {
        ...PRIVATE,
        ...more,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy(html),
      },
    })
  const ended = () => page(noSharePage(product, SHARE_PAGE_TEXTS.endedTitle, SHARE_PAGE_TEXTS.ended), 404)
  const closed = () =>
    page(noSharePage(product, STATE_TEXTS.maintenanceTitle, START_GUARD_ERRORS.maintenance), 503, {
      'retry-after': String(MAINTENANCE_RETRY_AFTER_SECONDS),
    })
  const withShare = async (context: Context<HttpEnv>, answer: (found: FoundShare) => Promise<Response | undefined>) => {
    const id = context.req.param('id') ?? ''
    if (!(await limiter.consume(`share:${networkOf(context.get('clientAddress'))}`, LIMIT)))
      return page(noSharePage(product, SHARE_PAGE_TEXTS.tooMany), 429)
    if ((await parts.readSystemSettings()).maintenanceMode) return closed()
    if (!isUuid(id) || !isSigned(settings.secret, id, context.req.query('k'))) return ended()
    const found = await findShared(database, id, clock.now())
    return (found && (await answer(found))) ?? ended()
  }
  routes.get(`${SHARE_PATH}/:id`, (context) =>
    withShare(context, async (found) => page(sharePage(pictureOf(parts, product, found)), 200)),
  )
  routes.get(`${SHARE_PATH}/:id/:part`, (context) =>
    withShare(context, (found) => sendPart(parts, found, context.req.param('part'))),
  )
  return routes
}

function pictureOf({ settings }: Parts, product: string, { share, job, upload }: FoundShare) {
  const address = (part = '') => sharePath(settings.secret, share.id, part)
  const [width, height] = [job.resultWidth ?? 1, job.resultHeight ?? 1]
  const scale = job.scale ?? height / upload.height
  const before = job.parentId
    ? `${Math.round(width / scale)} × ${Math.round(height / scale)}`
    : `${upload.width} × ${upload.height}`
  return {
    product,
    pageAddress: settings.publicOrigin + address(),
    cardAddress: settings.publicOrigin + address('/card'),
    beforeAddress: address('/before'),
    afterAddress: address('/after'),
    downloadAddress: share.allowsDownload ? address('/download') : undefined,
    sizes: { before, after: `${width} × ${height}` },
    width,
    height,
    until: dayOf(share.expiresAt.getTime(), settings.timeZone),
  }
}

async function sendPart(parts: Parts, found: FoundShare, part: string): Promise<Response | undefined> {
  const { share, job } = found
  const keys: Readonly<Record<string, () => string | null>> = {
    before: () => viewBefore(found),
    after: () => job.resultViewKey,
    card: () => job.thumbnailResultUrl,
    download: () => (share.allowsDownload ? job.resultOssUrl : null),
  }
  const key = Object.hasOwn(keys, part) ? keys[part]!() : undefined
  const stored = key ? await parts.storage.stat(key) : undefined
  if (!key || !stored) return undefined
  const isDownload = part === 'download'
  const { sizeBytes, body } = isDownload
    ? await withoutExif(parts.storage, key, stored.sizeBytes)
    : { sizeBytes: stored.sizeBytes, body: await parts.storage.openRead(key) }
  const name = resultFileName((job.completedAt ?? job.createdAt).getTime())
  return new Response(Readable.toWeb(body) as unknown as ReadableStream, {
    headers: {
      ...PRIVATE,
      'content-type': stored.contentType,
      'content-length': String(sizeBytes),
      'content-security-policy': "default-src 'none'; sandbox",
      ...(isDownload && { 'content-disposition': attachment(name) }),
    },
  })
}
