// A streamed archive behind a plain link with a ticket (P-10, U-16).
import { Hono } from 'hono'
import type { Clock } from '#platform/server/clock.ts'
import { attachment } from '#platform/server/http/attachment.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import type { ZipStream } from '#platform/server/storage/zip-stream.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { dayOf } from '#rulebook/site/calendar.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'

interface ArchiveRoute {
  readonly path: string
  /** Of the file, with `{product}` and `{date}`. */
  readonly name: string
  readonly clock: Clock
  readonly timeZone: string
  /** Undefined for a ticket that is forged or over. */
  open(ticket: string): Promise<ZipStream | undefined>
}

/** GET `path?ticket=…`; 403 for a ticket that is no good. */
export function createArchiveRoute({ path, name, clock, timeZone, open }: ArchiveRoute): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get(path, async (context) => {
    const archive = await open(context.req.query('ticket') ?? '')
    if (!archive) return context.json({ code: 'address-expired' }, 403)
    const date = dayOf(clock.now().getTime(), timeZone)
    return new Response(archive.body, {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(archive.sizeBytes),
        'content-disposition': attachment(fillText(name, { product: DEFAULT_PRODUCT_NAME, date })),
        'cache-control': 'private, no-store',
      },
    })
  })
  return routes
}
