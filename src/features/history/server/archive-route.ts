// A streamed archive behind a plain link with a ticket (P-10, U-16).
import { Hono } from 'hono'
import type { Clock } from '#platform/server/clock.ts'
import { attachment } from '#platform/server/http/attachment.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { ZipStream } from '#platform/server/storage/zip-stream.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { dayOf } from '#rulebook/site/calendar.ts'
import type { ArchivePlaces } from './archive-places.ts'
import type { TicketOwner } from './ticket-owner.ts'

interface ArchiveRoute<Claims extends TicketOwner> {
  readonly path: string
  /** Name of the file, with `{product}` and `{date}`. */
  readonly name: string
  readonly clock: Clock
  readonly settings: Pick<Settings, 'timeZone' | 'productName'>
  readonly places: ArchivePlaces
  /** Undefined for a ticket that is forged or over. */
  verify(ticket: string): Promise<Claims | undefined>
  open(claims: Claims): Promise<ZipStream>
}

/** GET `path?ticket=…`; 403 for a ticket that is no good, 429 where its person has as many downloads open as are allowed. */
export function createArchiveRoute<Claims extends TicketOwner>(route: ArchiveRoute<Claims>): Hono<HttpEnv> {
  const { path, name, clock, places, verify, open } = route
  const { timeZone, productName } = route.settings
  const routes = new Hono<HttpEnv>()
  routes.get(path, async (context) => {
    const claims = await verify(context.req.query('ticket') ?? '')
    if (!claims) return context.json({ code: 'address-expired' }, 403)
    const leave = places.take({ userId: claims.userId, clientAddress: context.get('clientAddress') })
    const archive = await open(claims).catch((error: unknown) => {
      leave()
      throw error
    })
    const body = givingBack(archive.body, leave, context.req.raw.signal)
    const isHead = context.req.method === 'HEAD'
    // A page looks whether the file can be had before the browser fetches it: that look takes no place from the download (web/download-file.ts).
    const isLook = isHead || context.req.header('range') === 'bytes=0-0'
    // Nobody reads it.
    if (isLook) await body.cancel()
    const date = dayOf(clock.now().getTime(), timeZone)
    return new Response(isLook ? null : body, {
      headers: {
        'content-type': 'application/zip',
        ...((isHead || !isLook) && { 'content-length': String(archive.sizeBytes) }),
        'content-disposition': attachment(fillText(name, { product: productName, date })),
        'cache-control': 'private, no-store',
      },
    })
  })
  return routes
}

/** The stream, and the place back at its end, however it ends; also when the caller is gone before anything was read. */
function givingBack(
  body: ReadableStream<Uint8Array>,
  leave: () => void,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        leave()
        throw error
      })
      if (!done) return controller.enqueue(value)
      leave()
      controller.close()
    },
    cancel: (reason) => {
      leave()
      return reader.cancel(reason)
    },
  })
}
