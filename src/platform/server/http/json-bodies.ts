// Calls take JSON and nothing else: the RPC layer would also unfold forms and bracketed names, which costs time in the square of their
// number. A body is read whole within its limits, counted, and only then handed on.

import type { Context, MiddlewareHandler } from 'hono'
import { JSON_BODY, QUERY_MAX_PAIRS } from '#rulebook/site/request-limits.ts'
import { withDeadline } from '../../with-deadline.ts'
import { demandBoundedJson } from './bounded-json.ts'
import type { HttpEnv } from './request-context.ts'
import { ServiceError } from './service-error.ts'

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS'])
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|\s*$)/i

/** Throws ServiceError `body-not-json`. */
export function demandJson(headers: Headers): void {
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) throw new ServiceError('body-not-json')
}

/** A middleware for every call; `isExempt` names the routes that read byte streams by themselves. */
export function jsonBodies(isExempt: (path: string) => boolean): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    demandSimpleQuery(context)
    if (!isExempt(context.req.path) && !BODILESS.has(context.req.method)) await takeJson(context)
    await next()
  }
}

async function takeJson(context: Context<HttpEnv>): Promise<void> {
  const { raw } = context.req
  if (!raw.body) return
  // Read before it is refused, or a browser that is still sending sees a reset connection and no answer; an empty body needs no type.
  const text = await whole(raw)
  if (text !== '') {
    demandJson(raw.headers)
    demandBoundedJson(text)
  }
  const { url, method, headers, signal } = raw
  context.req.raw = new Request(url, { method, headers, signal, ...(text !== '' && { body: text }) })
}

/** Throws ServiceError when it comes too slowly or breaks off. */
const whole = (request: Request): Promise<string> =>
  withDeadline(request.text(), JSON_BODY.timeoutMs, () => new ServiceError('body-too-slow'))

/** Names in brackets cost time in the square of their number; text with a zero byte is taken by no database. */
function demandSimpleQuery(context: Context<HttpEnv>): void {
  const address = context.req.url
  const query = address.split('?', 2)[1] ?? ''
  if (query.split('&', QUERY_MAX_PAIRS + 1).length > QUERY_MAX_PAIRS) throw new ServiceError('invalid-request')
  if (address.includes('%00')) throw new ServiceError('invalid-request')
  // The whole input of a call that reads, as JSON. TRAP: of several the RPC layer takes the last.
  for (const data of new URLSearchParams(query).getAll('data')) demandBoundedJson(data)
}
