// What the history serves as a plain link: the archive of chosen results (P-10).
import { Hono } from 'hono'
import type { Clock } from '#platform/server/clock.ts'
import { attachment } from '#platform/server/http/attachment.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import type { ZipStream } from '#platform/server/storage/zip-stream.ts'
import { RESULTS_ARCHIVE_NAME } from '#rulebook/archive-texts.ts'
import { dayOf } from '#rulebook/calendar.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/product.ts'
import { ARCHIVE_PATH } from './archive.ts'

interface HistoryRouteParts {
  readonly clock: Clock
  readonly timeZone: string
  openArchive(ticket: string): Promise<ZipStream | undefined>
}

/** GET of an archive's address; 403 for a ticket that is forged or over. */
export function createHistoryRoutes({ clock, timeZone, openArchive }: HistoryRouteParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get(ARCHIVE_PATH, async (context) => {
    const archive = await openArchive(context.req.query('ticket') ?? '')
    if (!archive) return context.json({ code: 'address-expired' }, 403)
    const date = dayOf(clock.now().getTime(), timeZone)
    return zipResponse(archive, fillText(RESULTS_ARCHIVE_NAME, { product: DEFAULT_PRODUCT_NAME, date }))
  })
  return routes
}

export const zipResponse = ({ body, sizeBytes }: ZipStream, name: string): Response =>
  new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(sizeBytes),
      'content-disposition': attachment(name),
      'cache-control': 'private, no-store',
    },
  })
