// A span per request, named by its route. A browser's trace headers are ignored: anybody could write into another trace.
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '../http/request-context.ts'
import { routeLabel } from '../http/route-label.ts'
import { inSpan, isTracing } from './spans.ts'

export const traceRequests = (): MiddlewareHandler<HttpEnv> => async (context, next) => {
  if (!isTracing()) return next()
  const { method } = context.req
  return inSpan(method, { kind: 'server', facts: { 'http.request.method': method } }, async (span) => {
    await next()
    const route = routeLabel(context)
    span.rename(`${method} ${route}`)
    span.add({
      'http.route': route,
      'http.response.status_code': context.res.status,
      'huanying.request_id': context.get('requestId'),
    })
  })
}
