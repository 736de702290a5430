// One log line and one measurement per request. Values of queries, and tokens in paths, stay out.
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type Log, withoutQueryValues } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { currentTraceparent } from '../tracing/spans.ts'
import type { HttpEnv } from './request-context.ts'
import { routeLabel } from './route-label.ts'

export function accessLog(log: Log, metrics: Metrics): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = performance.now() - startedAt
    const { method, url } = context.req
    const { status } = context.res
    metrics.observeRequest(method, routeLabel(context), status, durationMs)
    const line = {
      requestId: context.get('requestId'),
      method,
      path: patternWithToken(context) ?? withoutQueryValues(url.slice(new URL(url).origin.length)),
      status,
      durationMs: Math.round(durationMs),
      client: context.req.header('x-client-info'),
      traceId: currentTraceparent()?.split('-')[1],
    }
    log[levelOf(context.req.path, status)](line, 'request')
  }
}

/** A provider's notice has its proof in its path (provider-webhooks.ts). */
const patternWithToken = (context: Context<HttpEnv>): string | undefined =>
  matchedRoutes(context).find(({ path }) => path.includes('/:token'))?.path

/** Supervisors poll every few seconds: logged at debug level only. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

function levelOf(path: string, status: number): 'debug' | 'info' | 'error' {
  if (PROBES.has(path)) return 'debug'
  return status >= 500 ? 'error' : 'info'
}
